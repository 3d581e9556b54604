import type { PositionWithContent, Presence } from '../../../shared/tent-check/contract.ts'
import { withPending } from '../exclusions/pending-exclusions.ts'
import { Asking } from './asking.ts'
import { ackTimeoutMs, ExclusionSender } from './exclusion-sender.ts'
import type { LiveCheckDependencies } from './live-dependencies.ts'
import {
  type Check,
  howFar,
  liveEventNames,
  nextPicture,
  nothingKnown,
  type Picture,
  type PictureEvent,
} from './picture.ts'

export type Connection = 'live' | 'reconnecting' | 'offline'

export type LiveState = {
  picture: Picture
  /**
   * The last tent was marked while this page looked on, so the check ends in a moment. One that was
   * reopened without a tent goes on until a person ends it.
   */
  isEnding: boolean
  connection: Connection
  /** Including this person's pending changes, in the order of excluding. */
  excludedNames: string[]
  /** How many of them, and of those included again, the server has not acknowledged yet. */
  unsentNames: number
  /** Which line monitor looks at which page. */
  presence: Presence[]
}

const closedEventWaitMs = 1000

/** The live check: follows events, and asks for the whole check whenever something was missed. */
export class LiveCheck {
  readonly #given: LiveCheckDependencies
  readonly #listeners = new Set<() => void>()
  #state: LiveState
  readonly #exclusions: ExclusionSender
  readonly #asking: Asking
  #unseenTimer: ReturnType<typeof setTimeout> | undefined
  /** The check in which tents were unmarked when the server last told of it; null: none. */
  #open: string | null = null
  /** The check that was ending as the connection broke off. */
  #wasEnding: Check | null = null
  #page: Presence['page'] | null = null

  constructor(given: LiveCheckDependencies) {
    this.#given = given
    const picture: Picture = { ...nothingKnown, ...given.remembered }
    this.#state = {
      picture,
      isEnding: false,
      connection: this.#connection(),
      excludedNames: [],
      unsentNames: 0,
      presence: [],
    }
    const current = () => this.#state.picture
    this.#exclusions = new ExclusionSender(given, current, () => this.#show(current()))
    this.#asking = new Asking(given, current, (answer) => this.#apply(answer))
    this.#show(picture)
  }

  /** Connects, and asks for the check; a live check that is not started does nothing. */
  start(): void {
    this.#listen()
    this.#given.socket.connect()
    void this.#asking.ask()
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** A new object with every change. */
  getState = (): LiveState => this.#state

  /** Excludes or includes a name: here at once, for everyone 200 ms after the last tap. */
  setExcluded = (name: string, isExcluded: boolean): void => {
    this.#exclusions.set(name, isExcluded)
  }

  /** Another tab may have stored exclusions of its own, or settled some. */
  changedElsewhere = (): void => this.#exclusions.changedElsewhere()

  /** Tells colleagues which page this person looks at; null: none. */
  view = (page: Presence['page'] | null): void => {
    if (page === this.#page) return
    this.#page = page
    if (this.#given.socket.connected) this.#sayPage(true)
  }

  /** A new connection does not know the page; a refusal can be ignored. */
  #sayPage(isChange = false): void {
    if (this.#page === null && !isChange) return
    this.#given.socket
      .timeout(ackTimeoutMs)
      .emitWithAck('viewing', { page: this.#page })
      .catch(() => {})
  }

  /**
   * To be called when the page is shown again, the network is back, or an act's event may have been
   * missed.
   */
  resync = (): void => {
    // A page that slept was not told.
    this.changedElsewhere()
    if (!this.#given.socket.connected) this.#given.socket.connect()
    // Only with something to send does a connection notice that it died while the phone slept.
    else this.#sayPage(true)
    this.#showConnection()
    this.#asking.askAnew()
  }

  close(): void {
    this.#exclusions.close()
    this.#asking.close()
    clearTimeout(this.#unseenTimer)
    this.#given.socket.disconnect()
  }

  #listen(): void {
    const { socket, onClosed, onSessionMismatch, isLineMonitor } = this.#given
    let wasCut = false
    socket.on('connect', () => {
      // A line monitor's page learns by the role in `checkPosition` that its session is over.
      if (wasCut && !isLineMonitor) onSessionMismatch()
      wasCut = false
      this.#showConnection()
      this.#asking.handleConnect()
      this.#sayPage()
    })
    socket.on('checkPosition', ({ isLineMonitor: isTold, ...position }) => {
      if (isTold !== isLineMonitor) onSessionMismatch()
      if (this.#asking.handlePosition(position)) this.#exclusions.sendSoon()
      this.#goOnEnding(position)
    })
    socket.on('connect_error', () => this.#showConnection())
    socket.on('disconnect', (reason) => {
      // The server cuts the connection of a session that is over. The page then connects again as a
      // visitor, who is told the same as a tenter: so it must ask who is signed in.
      wasCut = reason === 'transport close'
      this.#showConnection()
      // Without a connection, this page cannot hear whether the check ends or is reopened.
      if (this.#state.isEnding) this.#wasEnding = this.#state.picture.check
      this.#set({ ...this.#state, isEnding: false })
    })
    socket.on('checkStarted', (event) => {
      const isWhole = event.activeTents.some((tent) => tent.numberOfMisses !== null)
      if (event.activeTents.length > 0 && isWhole !== isLineMonitor) onSessionMismatch()
    })
    for (const type of liveEventNames) {
      socket.on(type, (...args: unknown[]) => {
        const isNew = this.#apply({ type, args } as PictureEvent)
        if (type === 'checkStarted' && !isNew) void this.#asking.ask()
      })
    }
    socket.on('presenceUpdated', (presence) => {
      // Only line monitors get this event, so the person has become one.
      if (!isLineMonitor) onSessionMismatch()
      this.#set({ ...this.#state, presence })
    })
    socket.on('excludedNamesUpdated', (_names, { checkId }) => {
      if (checkId === this.#state.picture.check?.checkId) this.#exclusions.sendSoon()
    })
    const close = (how: 'ended' | 'cancelled', checkId: string) => {
      this.#apply({ type: 'checkClosed', checkId })
      // A late event about an earlier check: another one is on.
      if (this.#state.picture.check !== null) return
      clearTimeout(this.#unseenTimer)
      onClosed(how, checkId)
    }
    socket.on('checkEnded', ({ checkId }) => close('ended', checkId))
    socket.on('checkCanceled', ({ checkId }) => close('cancelled', checkId))
  }

  /** false: nothing new, or the event did not fit. */
  #apply(event: PictureEvent): boolean {
    const before = this.#state.picture
    const picture = nextPicture(before, event)
    if (picture === before) return false
    const { check } = picture
    const isRestored = before.epoch !== null && picture.epoch !== before.epoch
    if (check?.checkId !== before.check?.checkId) {
      // Another check is on, or none: a message about an earlier one must not come any more.
      clearTimeout(this.#unseenTimer)
      this.#exclusions.changeCheck(before.check, check)
      const unseen = event.type === 'checkClosed' ? null : before.check
      if (unseen && check === null && !isRestored) this.#tellClosedUnseen(unseen.checkId)
      if (check !== null && this.#given.socket.connected) this.#sayPage()
    }
    if (isRestored) {
      this.#open = null
      this.#given.onRestored(picture)
    }
    this.#show(picture, this.#isEnding(picture))
    // A page whose copy is outdated already asks, at its own pace.
    if (picture.isStale && (!before.isStale || this.#asking.isUnderWay)) void this.#asking.ask()
    if (event.type === 'answered' || event.type === 'checkStarted') this.#exclusions.sendSoon()
    return true
  }

  #isEnding({ check, isStale }: Picture): boolean {
    const before = this.#state
    if (check === null || check.tents.length > 0) {
      this.#open = check?.checkId ?? null
      return false
    }
    const isSame = before.picture.check?.checkId === check.checkId
    if (isStale || this.#open !== check.checkId) return before.isEnding && isSame
    this.#open = null
    return true
  }

  /** Ending goes on after a reconnect if the number is the same: the check was not reopened. */
  #goOnEnding(told: PositionWithContent): void {
    const was = this.#wasEnding
    this.#wasEnding = null
    const { picture } = this.#state
    const { check } = picture
    const isSame = was && check?.checkId === was.checkId && check.number === was.number
    if (isSame && howFar(picture, told) === 'there') this.#set({ ...this.#state, isEnding: true })
  }

  /** An answer says that the check is over; the event that tells how may still come. */
  #tellClosedUnseen(checkId: string): void {
    const tell = () => this.#given.onClosed('unseen', checkId)
    if (this.#given.socket.connected) this.#unseenTimer = setTimeout(tell, closedEventWaitMs)
    else tell()
  }

  #show(picture: Picture, isEnding = this.#state.isEnding): void {
    const names = withPending(picture.check?.excludedNames ?? [], this.#exclusions.pending)
    const before = this.#state.excludedNames
    const isSame = names.length === before.length && names.every((name, i) => name === before[i])
    const excludedNames = isSame ? before : names
    const unsentNames = this.#exclusions.pending.size
    this.#set({ ...this.#state, picture, isEnding, excludedNames, unsentNames })
  }

  #showConnection(): void {
    const connection = this.#connection()
    if (connection !== this.#state.connection) this.#set({ ...this.#state, connection })
  }

  #connection(): Connection {
    // A socket notices only after a while that the network is gone.
    if (!navigator.onLine) return 'offline'
    return this.#given.socket.connected ? 'live' : 'reconnecting'
  }

  #set(state: LiveState): void {
    this.#state = state
    for (const listener of this.#listeners) listener()
  }
}
