import type { UndoBody } from '../../../shared/tent-check/contract.ts'
import { CallError, isPassing } from '../../api/call.ts'
import { retryAfterMs } from '../../api/retry-after.ts'

/**
 * A mark of this phone's monitor to be undone. By its event's number, or by its own id until that
 * is known.
 */
export type WantedUndo = {
  undoId: string
  id: string
  checkId: string
  tentLabel: string
} & ({ number: number; markId: null } | { number: null; markId: string })

/** An undo that was answered. `number`: its event's. `isLate`: it was wanted a while ago. */
export type AnsweredUndo = Pick<WantedUndo, 'id' | 'checkId' | 'tentLabel'> & {
  number: number
  isLate: boolean
}

/** After this time, its monitor is likely at another tent. */
const lateAfterMs = 5000

/** `order`: more than that of the undo before it. */
export type StoredUndo = WantedUndo & { order: number }

export type UndoQueueDependencies = {
  /** What this and other tabs have stored, in any order. */
  read: () => StoredUndo[]
  write: (undo: StoredUndo) => void
  remove: (undo: StoredUndo) => void
  /** Returns the undo's number in the ledger. */
  send: (body: UndoBody) => Promise<number>
  /** The number of a mark's event; null: no answer yet; undefined: there is nothing to undo. */
  numberOf: (markId: string) => number | null | undefined
  now: () => number
}

/**
 * The undos to send, in order: each is stored under its own key, so that two tabs never overwrite each
 * other, sent one after the other, and sent again with the same undoId until answered.
 */
export class UndoQueue {
  readonly #given: UndoQueueDependencies
  readonly #listeners = new Set<() => void>()
  #undos: readonly StoredUndo[]
  #isSending = false
  /** Those that were refused while nobody could read why: they hold up no others. */
  readonly #refused = new Set<string>()
  /** When each was wanted; those from before a reload are not known. */
  readonly #wantedAt = new Map<string, number>()
  #failures = 0
  #retryAt = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  #isClosed = false
  onUndone: ((undone: AnsweredUndo) => void) | null = null
  /** null: nobody is there to read a refusal, so what is refused waits for somebody. */
  onRefused: ((undo: WantedUndo, refusal: CallError) => void) | null = null

  constructor(given: UndoQueueDependencies) {
    this.#given = given
    this.#undos = given.read().sort(byOrder)
    void this.#work()
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  getState = (): readonly WantedUndo[] => this.#undos

  /** Is there one that does not only wait for somebody to read why it was refused? */
  hasToSend(): boolean {
    return this.#undos.some(({ undoId }) => !this.#refused.has(undoId))
  }

  add(undo: WantedUndo): void {
    if (this.#undos.some((one) => this.#markOf(one) === this.#markOf(undo))) return
    const stored = { ...undo, order: (this.#undos.at(-1)?.order ?? 0) + 1 }
    this.#given.write(stored)
    this.#wantedAt.set(undo.undoId, this.#given.now())
    this.#set([...this.#undos, stored])
    void this.#work()
  }

  /**
   * Tries at once, because a mark was answered or the network may be back. Takes over what another
   * tab has left, and the number of a mark that it has sent: an undo that is sent twice counts once.
   */
  flush(): void {
    this.#failures = 0
    this.#retryAt = 0
    this.#refused.clear()
    const stored = new Map(this.#given.read().map((undo) => [undo.undoId, undo]))
    const known = this.#undos.map((undo) => {
      const there = stored.get(undo.undoId) ?? undo
      stored.delete(undo.undoId)
      return there
    })
    this.#set([...known, ...stored.values()].sort(byOrder))
    void this.#work()
  }

  /** Another tab changed what is stored of this undo, or had it answered; null: of all. */
  changedElsewhere(undoId: string | null): void {
    const isStored = this.#given.read().some((undo) => undo.undoId === undoId)
    if (isStored) return
    this.#set(this.#undos.filter((undo) => undoId !== null && undo.undoId !== undoId))
  }

  close(): void {
    this.#isClosed = true
    clearTimeout(this.#timer)
  }

  async #work(): Promise<void> {
    clearTimeout(this.#timer)
    this.#set(
      this.#undos.flatMap((undo) => {
        const number = this.#numberOf(undo)
        // The number is written down at once, also while another is sent and by a queue that is closed:
        // other tabs, and this one after a reload, do not know what a mark became.
        if (undo.number === null && typeof number === 'number') {
          const numbered = { ...undo, number, markId: null }
          this.#given.write(numbered)
          return [numbered]
        }
        if (number !== undefined) return [undo]
        this.#given.remove(undo)
        return []
      }),
    )
    if (this.#isClosed || this.#isSending) return
    const next = this.#undos.find(
      (undo) => typeof this.#numberOf(undo) === 'number' && !this.#refused.has(undo.undoId),
    )
    if (next === undefined) return
    const waitMs = this.#retryAt - this.#given.now()
    if (waitMs > 0) {
      this.#timer = setTimeout(() => void this.#work(), waitMs)
      return
    }
    this.#isSending = true
    await this.#send(next)
    this.#isSending = false
    void this.#work()
  }

  async #send(undo: StoredUndo): Promise<void> {
    const { undoId, id, checkId, tentLabel } = undo
    const number = this.#numberOf(undo) ?? 0
    try {
      const event = await this.#given.send({ id, checkId, undoId, number })
      this.#failures = 0
      this.#forget(undo)
      const waitedMs = this.#given.now() - (this.#wantedAt.get(undoId) ?? 0)
      this.onUndone?.({ id, checkId, tentLabel, number: event, isLate: waitedMs > lateAfterMs })
    } catch (error) {
      if (isRefusal(error)) {
        if (this.onRefused === null) {
          this.#refused.add(undoId)
          this.#tell()
          return
        }
        this.#forget(undo)
        this.onRefused(undo, error)
        return
      }
      this.#failures += 1
      this.#retryAt = this.#given.now() + retryAfterMs(this.#failures)
    }
  }

  #numberOf({ number, markId }: WantedUndo): number | null | undefined {
    return number ?? this.#given.numberOf(markId ?? '')
  }

  /** Equal for two undos of one mark. A tent can be marked again before its undo is answered. */
  #markOf(undo: WantedUndo): string {
    return [undo.checkId, undo.id, this.#numberOf(undo) ?? undo.markId].join(' ')
  }

  #forget(undo: StoredUndo): void {
    this.#given.remove(undo)
    this.#set(this.#undos.filter(({ undoId }) => undoId !== undo.undoId))
  }

  #set(undos: readonly StoredUndo[]): void {
    const isSame = undos.every(({ undoId, number }, place) => {
      const before = this.#undos[place]
      return undoId === before?.undoId && number === before.number
    })
    if (isSame && undos.length === this.#undos.length) return
    this.#undos = undos
    this.#tell()
  }

  #tell(): void {
    for (const listener of this.#listeners) listener()
  }
}

function byOrder(a: StoredUndo, b: StoredUndo): number {
  return a.order - b.order
}

/** A final refusal; without a session, the undo waits for the next sign-in. */
function isRefusal(error: unknown): error is CallError {
  return error instanceof CallError && error.status !== 401 && !isPassing(error)
}
