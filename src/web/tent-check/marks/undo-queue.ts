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

export type UndoQueueDependencies = {
  read: () => WantedUndo[]
  write: (undos: readonly WantedUndo[]) => void
  /** Returns the undo's number in the ledger. */
  send: (body: UndoBody) => Promise<number>
  /** The number of a mark's event; null: no answer yet; undefined: there is nothing to undo. */
  numberOf: (markId: string) => number | null | undefined
  now: () => number
}

/**
 * The undos to send, in order: stored over a reload, sent one after the other, and sent again with
 * the same undoId until answered.
 */
export class UndoQueue {
  readonly #given: UndoQueueDependencies
  readonly #listeners = new Set<() => void>()
  #undos: readonly WantedUndo[]
  #isSending = false
  /** Those that were refused while nobody could read why: they hold up no others. */
  readonly #refused = new Set<string>()
  #failures = 0
  #retryAt = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  #isClosed = false
  onUndone: ((undone: { id: string; checkId: string; number: number }) => void) | null = null
  /** null: nobody is there to read a refusal, so what is refused waits for somebody. */
  onRefused: ((undo: WantedUndo, text: string) => void) | null = null

  constructor(given: UndoQueueDependencies) {
    this.#given = given
    this.#undos = given.read()
    void this.#work()
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  getState = (): readonly WantedUndo[] => this.#undos

  add(undo: WantedUndo): void {
    if (this.#undos.some(({ id, checkId }) => id === undo.id && checkId === undo.checkId)) return
    this.#set([...this.#undos, undo])
    void this.#work()
  }

  /**
   * Tries at once, because a mark was answered or the network may be back. Takes over what another
   * tab has left: an undo that is sent twice counts once.
   */
  flush(): void {
    this.#failures = 0
    this.#retryAt = 0
    this.#refused.clear()
    const known = new Set(this.#undos.map(({ undoId }) => undoId))
    const left = this.#given.read().filter(({ undoId }) => !known.has(undoId))
    this.#set([...this.#undos, ...left])
    void this.#work()
  }

  close(): void {
    this.#isClosed = true
    clearTimeout(this.#timer)
  }

  async #work(): Promise<void> {
    clearTimeout(this.#timer)
    if (this.#isClosed || this.#isSending) return
    this.#set(
      this.#undos.flatMap((undo) => {
        const number = this.#numberOf(undo)
        // The number is written down: after a reload, nobody knows any more what a mark became.
        if (typeof number === 'number') return [{ ...undo, number, markId: null }]
        return number === null ? [undo] : []
      }),
    )
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

  async #send(undo: WantedUndo): Promise<void> {
    const { undoId, id, checkId } = undo
    const number = this.#numberOf(undo) ?? 0
    try {
      const event = await this.#given.send({ id, checkId, undoId, number })
      this.#failures = 0
      this.#forget(undo)
      this.onUndone?.({ id, checkId, number: event })
    } catch (error) {
      if (isRefusal(error)) {
        if (this.onRefused === null) {
          this.#refused.add(undoId)
          return
        }
        this.#forget(undo)
        this.onRefused(undo, error.message)
        return
      }
      this.#failures += 1
      this.#retryAt = this.#given.now() + retryAfterMs(this.#failures)
    }
  }

  #numberOf({ number, markId }: WantedUndo): number | null | undefined {
    return number ?? this.#given.numberOf(markId ?? '')
  }

  #forget({ undoId }: WantedUndo): void {
    this.#set(this.#undos.filter((other) => other.undoId !== undoId))
  }

  #set(undos: readonly WantedUndo[]): void {
    const isSame = undos.every(({ number }, place) => number === this.#undos[place]?.number)
    if (isSame && undos.length === this.#undos.length) return
    this.#undos = undos
    this.#given.write(undos)
    for (const listener of this.#listeners) listener()
  }
}

/** A final refusal; without a session, the undo waits for the next sign-in. */
function isRefusal(error: unknown): error is CallError {
  return error instanceof CallError && error.status !== 401 && !isPassing(error)
}
