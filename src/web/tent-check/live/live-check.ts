import type { CheckStatus } from '../../../shared/tent-check/contract.ts'
import { CallError } from '../../api/call.ts'
import type { LiveSocket } from '../../api/live-socket.ts'
import { retryAfterMs } from '../../api/retry-after.ts'
import {
  type PendingExclusions,
  withoutSettled,
  withPending,
} from '../exclusions/pending-exclusions.ts'
import {
  type KnownCheck,
  nextPicture,
  nothingKnown,
  type Picture,
  type PictureEvent,
} from './picture.ts'

export type Connection = 'live' | 'reconnecting' | 'offline'

export type LiveState = {
  picture: Picture
  connection: Connection
  /** The server's list with this person's pending exclusions, in the order of excluding. */
  excludedNames: string[]
}

export type LiveCheckDependencies = {
  socket: LiveSocket
  closeSocket: () => void
  ask: () => Promise<CheckStatus>
  /** Whether this page was opened as a line monitor's. */
  isLineMonitor: boolean
  /** What this phone remembers: shown until the server has spoken. */
  remembered: KnownCheck | null
  rememberedExclusions: (checkId: string) => PendingExclusions
  onPendingExclusions: (checkId: string, pending: PendingExclusions) => void
  /** `unseen`: it was over when this phone came back. */
  onClosed: (how: 'ended' | 'cancelled' | 'unseen') => void
  /** The server was restored from a backup: what this page heard before counts no more. */
  onRestored: (picture: Picture) => void
  /** No tent is left of this check. Called once for each check. */
  onEmpty: (checkId: string) => void
  onRefused: (text: string) => void
  /** The server takes this person for someone else than the page does. */
  onSessionMismatch: () => void
}

/** Specification 9. */
const debounceMs = 200
const ackTimeoutMs = 10_000
const closedEventWaitMs = 1000

/** The check as it happens: events of the socket, mended by asking wherever something was missed. */
export class LiveCheck {
  readonly #given: LiveCheckDependencies
  readonly #listeners = new Set<() => void>()
  #state: LiveState
  #pendingExclusions: PendingExclusions = new Map()
  #exclusionTimer: ReturnType<typeof setTimeout> | undefined
  #askTimer: ReturnType<typeof setTimeout> | undefined
  #unseenTimer: ReturnType<typeof setTimeout> | undefined
  #isAsking = false
  /** Questions in a row that left something open, since the network was back. */
  #openQuestions = 0
  #isAskedAgain = false
  #isSendingExclusions = false
  #emptied: string | null = null
  #isClosed = false

  constructor(given: LiveCheckDependencies) {
    this.#given = given
    const picture: Picture = { ...nothingKnown, ...given.remembered }
    const { check } = picture
    if (check) this.#pendingExclusions = given.rememberedExclusions(check.checkId)
    this.#state = { picture, connection: this.#connection(), excludedNames: [] }
    this.#show(picture)
    this.#listen()
    void this.#ask()
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** A new object with every change. */
  getState = (): LiveState => this.#state

  /** Excludes a name or counts it again: here at once, for everyone 200 ms after the last tap. */
  setExcluded(name: string, isExcluded: boolean): void {
    this.#setPending(new Map(this.#pendingExclusions).set(name, isExcluded))
    this.#sendExclusionsSoon()
  }

  /**
   * The page came to the front or the network back: it may have slept through anything. Or it did
   * something of which an event would tell, were there a connection.
   */
  resync(): void {
    if (!this.#given.socket.connected) this.#given.socket.connect()
    this.#lookAgain()
  }

  close(): void {
    this.#isClosed = true
    clearTimeout(this.#exclusionTimer)
    clearTimeout(this.#askTimer)
    clearTimeout(this.#unseenTimer)
    this.#given.closeSocket()
  }

  #listen(): void {
    const { socket, onClosed, onSessionMismatch, isLineMonitor } = this.#given
    socket.on('connect', () => this.#lookAgain())
    socket.on('connect_error', () => this.#showConnection())
    socket.on('disconnect', (reason) => {
      this.#showConnection()
      if (reason === 'io server disconnect') onSessionMismatch()
    })
    socket.on('checkStarted', (event) => {
      const isWhole = event.activeTents.some((tent) => tent.numberOfMisses !== null)
      if (event.activeTents.length > 0 && isWhole !== isLineMonitor) onSessionMismatch()
      if (!this.#apply({ type: 'checkStarted', args: [event] })) void this.#ask()
    })
    socket.on('tentStatusUpdated', (...args) => this.#apply({ type: 'tentStatusUpdated', args }))
    socket.on('excludedNamesUpdated', (...args) => {
      this.#apply({ type: 'excludedNamesUpdated', args })
      this.#sendExclusionsSoon()
    })
    socket.on('checkEnded', ({ checkId }) => {
      this.#apply({ type: 'checkClosed', checkId })
      clearTimeout(this.#unseenTimer)
      onClosed('ended')
    })
    socket.on('checkCanceled', ({ checkId }) => {
      this.#apply({ type: 'checkClosed', checkId })
      clearTimeout(this.#unseenTimer)
      onClosed('cancelled')
    })
  }

  /** false: nothing is new, or a whole picture was not taken. */
  #apply(event: PictureEvent): boolean {
    const before = this.#state.picture
    const picture = nextPicture(before, event)
    if (picture === before) return false
    const { check } = picture
    const isRestored = before.epoch !== null && picture.epoch !== before.epoch
    if (check?.checkId !== before.check?.checkId) {
      this.#pendingExclusions = check ? this.#given.rememberedExclusions(check.checkId) : new Map()
      const isUnseen = before.check !== null && event.type !== 'checkClosed'
      if (isUnseen && !isRestored) this.#closedUnseen()
    }
    if (isRestored) {
      this.#emptied = null
      this.#given.onRestored(picture)
    }
    this.#show(picture)
    // A page that is stale already asks in its own time.
    if (picture.isStale && (!before.isStale || this.#isAsking)) void this.#ask()
    const isEmpty = check !== null && check.tents.length === 0 && !picture.isStale
    if (isEmpty && this.#emptied !== check.checkId) {
      this.#emptied = check.checkId
      this.#given.onEmpty(check.checkId)
    }
    return true
  }

  /** An answer says that the check is over: the event that says how may still come. */
  #closedUnseen(): void {
    const tell = () => this.#given.onClosed('unseen')
    if (this.#given.socket.connected) this.#unseenTimer = setTimeout(tell, closedEventWaitMs)
    else tell()
  }

  #lookAgain(): void {
    this.#showConnection()
    this.#openQuestions = 0
    void this.#ask()
  }

  async #ask(): Promise<void> {
    // The answer under way may be older than what this is asked for, or never come.
    this.#isAskedAgain = this.#isAsking
    if (this.#isAsking || this.#isClosed) return
    this.#isAsking = true
    clearTimeout(this.#askTimer)
    const askedAt = this.#state.picture.version
    let isTaken = false
    try {
      const status = await this.#given.ask()
      if (!this.#isClosed) isTaken = this.#apply({ type: 'answered', status, askedAt })
    } catch (error) {
      if (error instanceof CallError && error.status === 401) this.#given.onSessionMismatch()
    }
    this.#isAsking = false
    const { isStale, isKnown } = this.#state.picture
    const isOpen = !isTaken || isStale || !isKnown || this.#isAskedAgain
    this.#openQuestions = isOpen ? this.#openQuestions + 1 : 0
    if (!isOpen || this.#isClosed) return
    this.#askTimer = setTimeout(() => void this.#ask(), retryAfterMs(this.#openQuestions))
  }

  #sendExclusionsSoon(): void {
    if (this.#pendingExclusions.size === 0 || this.#isClosed) return
    clearTimeout(this.#exclusionTimer)
    this.#exclusionTimer = setTimeout(() => void this.#sendExclusions(), debounceMs)
  }

  async #sendExclusions(): Promise<void> {
    const { socket } = this.#given
    const { check } = this.#state.picture
    const sent = this.#pendingExclusions
    if (this.#isSendingExclusions || !socket.connected || check === null || sent.size === 0) return
    this.#isSendingExclusions = true
    try {
      const base = check.excludedNames
      const list = withPending(base, sent)
      const answer = await socket
        .timeout(ackTimeoutMs)
        .emitWithAck('excludedNamesUpdated', list, { base })
      if ('error' in answer) {
        this.#given.onRefused(answer.error)
        if (answer.code !== 'noCheck') this.#given.onSessionMismatch()
      }
      this.#setPending(withoutSettled(this.#pendingExclusions, sent))
    } catch {
      // No acknowledgement: they stay pending and go out again, at the latest when the connection is back.
    }
    this.#isSendingExclusions = false
    this.#sendExclusionsSoon()
  }

  #setPending(pending: PendingExclusions): void {
    const { check } = this.#state.picture
    if (check === null) return
    this.#pendingExclusions = pending
    this.#given.onPendingExclusions(check.checkId, pending)
    this.#show(this.#state.picture)
  }

  #show(picture: Picture): void {
    const names = withPending(picture.check?.excludedNames ?? [], this.#pendingExclusions)
    const before = this.#state.excludedNames
    const isSame = names.length === before.length && names.every((name, i) => name === before[i])
    this.#set({ ...this.#state, picture, excludedNames: isSame ? before : names })
  }

  #showConnection(): void {
    const connection = this.#connection()
    if (connection !== this.#state.connection) this.#set({ ...this.#state, connection })
  }

  #connection(): Connection {
    // A socket learns only after a while that its network is gone.
    if (!navigator.onLine) return 'offline'
    return this.#given.socket.connected ? 'live' : 'reconnecting'
  }

  #set(state: LiveState): void {
    this.#state = state
    for (const listener of this.#listeners) listener()
  }
}
