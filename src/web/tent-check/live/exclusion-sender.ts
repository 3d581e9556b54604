import { newId } from '../../api/new-id.ts'
import { retryAfterMs } from '../../api/retry-after.ts'
import { otherTabMs } from '../../api/storage.ts'
import {
  namesNotIn,
  opposite,
  type PendingExclusions,
  withoutSettled,
  withPending,
} from '../exclusions/pending-exclusions.ts'
import type { LiveCheckDependencies } from './live-dependencies.ts'
import type { Check, Picture } from './picture.ts'

/** Specification 9. */
const debounceMs = 200
export const ackTimeoutMs = 10_000
/** After these refusals the same list would be refused again: it is not sent by itself any more. */
const refusedForGood = new Set(['noCheck', 'badRequest', 'listTooLong', 'needsLineMonitor'])

/**
 * Sends whom this person excludes or includes again in the check that is on, until the server has
 * taken it or refuses it for good.
 */
export class ExclusionSender {
  readonly #given: LiveCheckDependencies
  readonly #picture: () => Picture
  readonly #onChange: () => void
  #pending: PendingExclusions
  /** What was stored when this page last looked: what differs by now was changed in another tab. */
  #kept: PendingExclusions
  #timer: ReturnType<typeof setTimeout> | undefined
  #isSending = false
  /** The last change, while it has no answer: the server may have made it, and others undone it since. */
  #unanswered: { changeId: string; sent: PendingExclusions } | null = null
  #failures = 0
  #isClosed = false

  constructor(given: LiveCheckDependencies, picture: () => Picture, onChange: () => void) {
    this.#given = given
    this.#picture = picture
    this.#onChange = onChange
    this.#kept = this.#keptExclusions(picture().check)
    this.#pending = this.#kept
  }

  get pending(): PendingExclusions {
    return this.#pending
  }

  set(name: string, isExcluded: boolean): void {
    this.#change((pending) => new Map(pending).set(name, isExcluded))
    this.sendSoon()
  }

  /**
   * Another tab may have changed what is stored. Of a name that both changed, what was chosen there
   * last holds; one that is no longer stored was settled there. One that stays stored is sent from
   * here too: the other tab may be gone.
   */
  changedElsewhere(): void {
    const before = this.#kept
    this.#kept = this.#keptExclusions(this.#picture().check)
    const pending = new Map(this.#pending)
    for (const name of new Set([...before.keys(), ...this.#kept.keys()])) {
      const chosen = this.#kept.get(name)
      if (chosen === before.get(name)) continue
      if (chosen === undefined) {
        pending.delete(name)
      } else {
        pending.set(name, chosen)
        this.#timer ??= this.#sendAfter(otherTabMs)
      }
    }
    this.#pending = pending
    this.#onChange()
  }

  /** To be called when the server may take it: after a tap, and with each list, check or connection. */
  sendSoon(): void {
    if (this.#pending.size === 0 || this.#isClosed) return
    clearTimeout(this.#timer)
    this.#timer = this.#sendAfter(this.#failures === 0 ? debounceMs : retryAfterMs(this.#failures))
  }

  /** Tells what is unsent of the earlier check, here or in another tab. */
  changeCheck(before: Check | null, next: Check | null): void {
    const pending = new Map([...this.#keptExclusions(before), ...this.#pending])
    this.#tellUnsent(before?.excludedNames ?? [], pending)
    this.#kept = this.#keptExclusions(next)
    this.#pending = this.#kept
    this.#unanswered = null
  }

  close(): void {
    this.#isClosed = true
    clearTimeout(this.#timer)
  }

  #sendAfter(waitMs: number): ReturnType<typeof setTimeout> {
    return setTimeout(() => {
      this.#timer = undefined
      void this.#send()
    }, waitMs)
  }

  async #send(): Promise<void> {
    const { socket, onUnsent, onRefused, onSessionMismatch } = this.#given
    const { check, isKnown, isStale } = this.#picture()
    if (this.#isSending || !socket.connected || check === null) return
    // The list to start from may be an older one than the server's.
    if (!isKnown || isStale) return
    // This page may have slept, and not been told.
    this.changedElsewhere()
    if (this.#pending.size === 0) return
    this.#isSending = true
    this.#unanswered = this.#nextChange()
    const { changeId, sent } = this.#unanswered
    const { checkId, excludedNames: shown } = check
    const list = withPending(shown, sent)
    // Names all of them as changed, whatever this page believes: an answer that was lost may have
    // taken the opposite before. The server leaves out what changes nothing.
    const base = withPending(shown, opposite(sent))
    let isGivenUp = false
    try {
      const answer = await socket
        .timeout(ackTimeoutMs)
        .emitWithAck('excludedNamesUpdated', list, { base, checkId, changeId })
      const isRefused = 'error' in answer
      if (isRefused && answer.code !== 'noCheck') onSessionMismatch()
      const isFinal = !isRefused || refusedForGood.has(answer.code)
      this.#failures = isFinal ? 0 : this.#failures + 1
      if (isFinal) this.#unanswered = null
      // What was open of this check is told by now if another one is on, or none.
      const isOfThisCheck = this.#picture().check?.checkId === checkId
      if (isFinal && isOfThisCheck) {
        isGivenUp = isRefused && onUnsent === null
        if (isRefused && answer.code === 'noCheck') this.#tellUnsent(shown, sent)
        else if (isRefused) onRefused(answer.error)
        if (!isGivenUp) this.#change((pending) => withoutSettled(pending, sent))
      }
    } catch {
      // Not acknowledged: the changes stay pending and are sent again, at the latest when the
      // server says after reconnecting that this check is on.
    }
    this.#isSending = false
    // Where nobody is there to read the refusal, the names wait until the list changes, as it may have
    // meanwhile.
    if (!isGivenUp || this.#picture().check?.excludedNames !== shown) this.sendSoon()
  }

  /** The one without an answer, as long as its person wants all of it; else all that is pending. */
  #nextChange() {
    const before = this.#unanswered
    const isWanted = before !== null && withoutSettled(before.sent, this.#pending).size === 0
    return isWanted ? before : { changeId: newId(), sent: this.#pending }
  }

  /** Leaves out what the server's list shows: there only the answer was lost. */
  #tellUnsent(excludedNames: readonly string[], pending: PendingExclusions): void {
    const unsent = namesNotIn(excludedNames, pending)
    if (unsent.length > 0) this.#given.onUnsent?.(unsent)
  }

  /** Nothing for whoever lost the role: the server would refuse it. */
  #keptExclusions(check: Check | null): PendingExclusions {
    const { isLineMonitor, rememberedExclusions } = this.#given
    return check && isLineMonitor ? rememberedExclusions(check.checkId) : new Map()
  }

  #change(changed: (pending: PendingExclusions) => PendingExclusions): void {
    const { check } = this.#picture()
    if (check === null) return
    this.changedElsewhere()
    const before = this.#pending
    this.#pending = changed(before)
    this.#given.onPendingExclusions(check.checkId, this.#pending, before)
    this.#kept = this.#keptExclusions(check)
    this.#onChange()
  }
}
