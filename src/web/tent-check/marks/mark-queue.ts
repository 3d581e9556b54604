import { minuteMs } from '../../../shared/durations.ts'
import type { MarkBody, MarkFacts } from '../../../shared/tent-check/contract.ts'
import { retryAfterMs } from '../../api/retry-after.ts'
import { markKeyPrefix, otherTabMs } from '../../api/storage.ts'
import { afterFailure, fadeMs, type Mark, readMark } from './mark.ts'

/** Where marks are stored: local storage, or a replacement with the same methods. */
export type MarkStorage = {
  keys: () => string[]
  read: (key: string) => string | null
  write: (key: string, value: string) => void
  remove: (key: string) => void
}

export type MarkQueueDependencies = {
  /** Marks belong to the person who made them, and wait for that person to sign in. */
  netID: string
  storage: MarkStorage
  /** Returns the mark that stands. */
  send: (body: MarkBody) => Promise<MarkFacts>
  /** false: the browser reports no network, which may be wrong. */
  isOnline: () => boolean
  /** Asks the server something; fails, as `send` does, if it does not answer. */
  reach: () => Promise<void>
  /** Milliseconds of a monotonic clock: a phone's own clock may jump. */
  now: () => number
}

/** `fading`: not sent yet; `sending`: until the server answers. */
export type QueuedMark = Mark & { phase: 'fading' | 'sending' | 'refused' }

export type QueueState = {
  /** In the order of the taps. */
  marks: readonly QueuedMark[]
  /** Marks that the server accepted while this page was open, newest first. */
  saved: readonly SavedMark[]
}

/** `facts`: of the mark that stands; a colleague may have made the same one before. */
export type SavedMark = Mark & { facts: MarkFacts }

/** How many marks are sent at once after a time offline. */
const inFlightAtMost = 4

/** How long the browser's report of no network is believed; then the server is asked. */
const offlineHoldMs = minuteMs

/** Until when a mark is not sent, and whether that is because it fades. */
type Hold = { until: number; isFading: boolean }

/**
 * A monitor's marks on one phone. Each is stored at the tap under its own key (so that two tabs
 * never overwrite each other), fades, is sent, and is sent again with the same markId until it is
 * answered; only then is it removed. Other tabs send the marks of a tab that is closed or asleep; a
 * mark sent twice counts once.
 */
export class MarkQueue {
  readonly #given: MarkQueueDependencies
  readonly #listeners = new Set<() => void>()
  readonly #inFlight = new Set<string>()
  readonly #holds = new Map<string, Hold>()
  /** Those that were stored indeed: one that no longer is was answered or removed in another tab. */
  readonly #kept = new Set<string>()
  #marks: readonly Mark[] = []
  #state: QueueState = { marks: [], saved: [] }
  #failures = 0
  #retryAt = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  #isClosed = false
  #waitsForSignIn = false
  /** For the server, the signed-in person is not the one of this page. */
  onSessionMismatch: (() => void) | null = null

  constructor(given: MarkQueueDependencies) {
    this.#given = given
    // During this time, another tab may still remove its mark.
    this.#takeIn(fadeMs)
    this.#work()
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** A new object with every change. */
  getState = (): QueueState => this.#state

  add(mark: Mark): void {
    this.#store(mark)
    this.#holds.set(mark.markId, { until: this.#given.now() + fadeMs, isFading: true })
    this.#set([...this.#marks, mark])
    this.#work()
  }

  /** Removes a mark that was certainly not sent. false: it is too late. */
  takeBack(markId: string): boolean {
    const known = this.#marks.find((one) => one.markId === markId)
    // Another tab may have sent it.
    const mark = known && (this.#storedOf(markId) ?? known)
    if (mark === undefined || mark.isTried || mark.refusal !== null) return false
    if (this.#isLeftToItsTab(markId)) return false
    this.#forget(markId)
    return true
  }

  /**
   * A mark's number in the ledger; null: no answer yet; undefined: it was refused, is gone, or a
   * colleague's stands in its place.
   */
  numberOf(markId: string): number | null | undefined {
    const isIt = (mark: Mark) => mark.markId === markId
    const answered = this.#state.saved.find(isIt)
    if (answered !== undefined)
      return this.#isOwn(answered.facts) ? answered.facts.number : undefined
    // Another tab may have written it down, and this one has not heard of it yet.
    const mark = this.#marks.find(isIt) ?? this.#storedOf(markId)
    return mark?.refusal === null ? null : undefined
  }

  /** The monitor has read why a mark was refused. */
  dismiss(markId: string): void {
    if (this.#marks.some((mark) => mark.markId === markId && mark.refusal !== null)) {
      this.#forget(markId)
    }
  }

  /**
   * The server's facts came before a mark's answer: those of this person, with the same outcome,
   * answer it.
   */
  answeredBy(markId: string, facts: MarkFacts): void {
    const isIt = (mark: Mark) => mark.markId === markId && mark.outcome === facts.outcome
    const mark = this.#marks.find(isIt)
    if (mark?.refusal === null && this.#isOwn(facts)) this.#answered(mark, facts)
  }

  /** The server has lost these marks: they must not be shown as saved. */
  notSaved(lost: readonly Mark[]): void {
    if (lost.length === 0) return
    this.#state = { ...this.#state, saved: this.#state.saved.filter((one) => !lost.includes(one)) }
    this.#show()
  }

  /** The event with this number undid a mark of this tent. */
  returned({ id, checkId, number }: { id: string; checkId: string; number: number }): void {
    const isOver = (mark: SavedMark) =>
      mark.body.id === id && mark.body.checkId === checkId && mark.facts.number < number
    this.notSaved(this.#state.saved.filter(isOver))
  }

  /** Tries to send at once, because the network may be back or the page is shown again. */
  flush = (): void => {
    this.#failures = 0
    this.#retryAt = 0
    this.#waitsForSignIn = false
    this.#takeIn(otherTabMs)
    this.#work()
  }

  /** Another tab changed what is stored under this key; null: everything was cleared. */
  changedElsewhere(key: string | null): void {
    if (key !== null && !key.startsWith(this.#keyOf(''))) return
    const isGone = key === null || this.#given.storage.read(key) === null
    const left = this.#marks.filter((mark) => key !== null && this.#keyOf(mark.markId) !== key)
    if (isGone && left.length < this.#marks.length) this.#set(left)
    if (!isGone) this.#takeIn(otherTabMs)
    this.#work()
  }

  close(): void {
    this.#isClosed = true
    clearTimeout(this.#timer)
  }

  #work(): void {
    if (this.#isClosed || this.#waitsForSignIn) return
    clearTimeout(this.#timer)
    const now = this.#given.now()
    if (this.#state.marks.some((mark) => mark.phase !== this.#phaseOf(mark))) this.#show()
    const waiting = this.#marks.filter(
      (mark) => mark.refusal === null && !this.#inFlight.has(mark.markId),
    )
    const heldUntil = ({ markId }: Mark) => this.#holds.get(markId)?.until ?? 0
    // Without a network nothing is sent for a while, so that marks can still simply be removed.
    const isOnline = this.#given.isOnline()
    const beginsAt = (mark: Mark) =>
      heldUntil(mark) + (isOnline || mark.isTried ? 0 : offlineHoldMs)
    const ready = waiting.filter((mark) => beginsAt(mark) <= now)
    if (now >= this.#retryAt) {
      for (const mark of ready.slice(0, inFlightAtMost - this.#inFlight.size)) {
        void this.#send(mark)
      }
    }
    const wakeAt = Math.min(
      ...waiting.flatMap((mark) => [heldUntil(mark), beginsAt(mark)]).filter((at) => at > now),
      ...(ready.length > 0 && now < this.#retryAt ? [this.#retryAt] : []),
    )
    if (wakeAt < Number.POSITIVE_INFINITY) {
      this.#timer = setTimeout(() => this.#work(), Math.max(0, wakeAt - now))
    }
  }

  async #send(mark: Mark): Promise<void> {
    this.#inFlight.add(mark.markId)
    try {
      if (!mark.isTried) {
        // What surely was not sent can simply be removed, however long there is no network.
        if (!this.#given.isOnline()) await this.#given.reach()
        if (!this.#marks.some(({ markId }) => markId === mark.markId)) return
        if (this.#isRemoved(mark.markId)) return this.#forget(mark.markId)
        this.#replace({ ...mark, isTried: true })
      }
      const facts = await this.#given.send(mark.body)
      this.#failures = 0
      this.#answered(mark, facts)
    } catch (error) {
      this.#failed(mark, error)
    } finally {
      this.#inFlight.delete(mark.markId)
      this.#work()
    }
  }

  #answered(mark: Mark, facts: MarkFacts): void {
    const others = this.#state.saved.filter(({ markId }) => markId !== mark.markId)
    this.#state = { ...this.#state, saved: [{ ...mark, facts }, ...others] }
    this.#forget(mark.markId)
  }

  #failed(mark: Mark, error: unknown): void {
    const next = afterFailure(error)
    if (next === 'again') {
      // Marks sent together fail together, which counts as one failure.
      if (this.#given.now() < this.#retryAt) return
      this.#failures += 1
      this.#retryAt = this.#given.now() + retryAfterMs(this.#failures)
      return
    }
    if (next === 'atSignIn') {
      this.#waitsForSignIn = true
      this.onSessionMismatch?.()
      return
    }
    if (next.code === 'needsLineMonitor') this.onSessionMismatch?.()
    // In another tab, the monitor may have read the same refusal.
    if (!this.#marks.some(({ markId }) => markId === mark.markId)) return
    const refused = { ...mark, isTried: true, refusal: next }
    this.#store(refused)
    // Last: those that somebody may be reading stay in their places.
    this.#set([...this.#marks.filter(({ markId }) => markId !== mark.markId), refused])
  }

  #store(mark: Mark): void {
    const key = this.#keyOf(mark.markId)
    this.#given.storage.write(key, JSON.stringify(mark))
    if (this.#given.storage.read(key) !== null) this.#kept.add(mark.markId)
  }

  #replace(mark: Mark): void {
    this.#store(mark)
    this.#set(this.#marks.map((one) => (one.markId === mark.markId ? mark : one)))
  }

  #forget(markId: string): void {
    // Its undo takes the number first: other tabs see the key go only after that is written down.
    this.#set(this.#marks.filter((mark) => mark.markId !== markId))
    this.#given.storage.remove(this.#keyOf(markId))
  }

  #set(marks: readonly Mark[]): void {
    this.#marks = marks
    const left = new Set(marks.map(({ markId }) => markId))
    for (const markId of this.#holds.keys()) if (!left.has(markId)) this.#holds.delete(markId)
    this.#show()
  }

  #show(): void {
    const marks = this.#marks.map((mark) => ({ ...mark, phase: this.#phaseOf(mark) }))
    this.#state = { ...this.#state, marks }
    for (const listener of this.#listeners) listener()
  }

  #phaseOf(mark: Mark): QueuedMark['phase'] {
    if (mark.refusal !== null) return 'refused'
    const hold = this.#holds.get(mark.markId)
    return hold?.isFading && this.#given.now() < hold.until ? 'fading' : 'sending'
  }

  #isLeftToItsTab(markId: string): boolean {
    const hold = this.#holds.get(markId)
    return hold !== undefined && !hold.isFading && this.#given.now() < hold.until
  }

  #isOwn({ netID }: MarkFacts): boolean {
    return netID === this.#given.netID
  }

  #keyOf(markId: string): string {
    return `${markKeyPrefix(this.#given.netID)}${markId}`
  }

  /**
   * Takes over stored marks of other tabs, to send them if they are still there after `holdMs`, and
   * drops those that another tab removed while this one slept and was not told.
   */
  #takeIn(holdMs: number): void {
    const stored = new Map(this.#stored().map((mark) => [mark.markId, mark]))
    const until = this.#given.now() + holdMs
    const known = this.#marks.flatMap((mark) => {
      const there = stored.get(mark.markId)
      stored.delete(mark.markId)
      if (this.#isRemoved(mark.markId)) return []
      return mark.refusal === null ? (there ?? mark) : mark
    })
    for (const { markId } of stored.values()) {
      this.#holds.set(markId, { until, isFading: false })
      this.#kept.add(markId)
    }
    this.#set([...known, ...stored.values()])
  }

  /** By another tab, of which this one may not have been told while it slept. */
  #isRemoved(markId: string): boolean {
    return this.#kept.has(markId) && this.#given.storage.read(this.#keyOf(markId)) === null
  }

  #storedOf(markId: string): Mark | null {
    return readMark(this.#given.storage.read(this.#keyOf(markId)) ?? '')
  }

  #stored(): Mark[] {
    const { storage } = this.#given
    return storage
      .keys()
      .filter((key) => key.startsWith(this.#keyOf('')))
      .flatMap((key) => readMark(storage.read(key) ?? '') ?? [])
      .sort((a, b) => a.tappedAt - b.tappedAt)
  }
}
