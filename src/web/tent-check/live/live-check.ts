import type { PositionWithContent, Presence } from '../../../shared/tent-check/contract.ts'
import { CallError } from '../../api/call.ts'
import { retryAfterMs } from '../../api/retry-after.ts'
import { withPending } from '../exclusions/pending-exclusions.ts'
import { ackTimeoutMs, ExclusionSender } from './exclusion-sender.ts'
import type { LiveCheckDependencies } from './live-dependencies.ts'
import {
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
const positionWaitMs = 2000
/** A request from before the connection may hang on a dead line. */
const hungAfterMs = 4000

/** The live check: follows events, and asks for the whole check whenever something was missed. */
export class LiveCheck {
  readonly #given: LiveCheckDependencies
  readonly #listeners = new Set<() => void>()
  #state: LiveState
  readonly #exclusions: ExclusionSender
  #askTimer: ReturnType<typeof setTimeout> | undefined
  #unseenTimer: ReturnType<typeof setTimeout> | undefined
  #positionTimer: ReturnType<typeof setTimeout> | undefined
  /** The position that the server announced: an answer under way may be older. */
  #position: PositionWithContent | null = null
  #hungTimer: ReturnType<typeof setTimeout> | undefined
  /** How many requests are under way, how many were sent, and the newest whose answer was used. */
  #asking = 0
  #asked = 0
  #taken = 0
  /** How many requests in a row did not bring the whole check. */
  #openQuestions = 0
  #isAskedAgain = false
  /** The check that had tents left by the server's last word. */
  #open: string | null = null
  #isClosed = false
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

  /** Excludes or includes a name: here at once, for everyone 200 ms after the last tap. */
  setExcluded(name: string, isExcluded: boolean): void {
    this.#exclusions.set(name, isExcluded)
  }

  /** Tells colleagues which page this person looks at; null: none. */
  view(page: Presence['page'] | null): void {
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
  resync(): void {
    if (!this.#given.socket.connected) this.#given.socket.connect()
    this.#lookAgain()
  }

  close(): void {
    this.#isClosed = true
    this.#exclusions.close()
    clearTimeout(this.#askTimer)
    clearTimeout(this.#unseenTimer)
    clearTimeout(this.#positionTimer)
    clearTimeout(this.#hungTimer)
    this.#given.socket.disconnect()
  }

  #listen(): void {
    const { socket, onClosed, onSessionMismatch, isLineMonitor } = this.#given
    let wasCut = false
    socket.on('connect', () => {
      // A line monitor's page learns it by its role.
      if (wasCut && !isLineMonitor) onSessionMismatch()
      wasCut = false
      this.#connected()
      this.#sayPage()
    })
    socket.on('checkPosition', ({ isLineMonitor: isTold, ...position }) => {
      if (isTold !== isLineMonitor) onSessionMismatch()
      clearTimeout(this.#positionTimer)
      if (this.#asking > 0) this.#expect(position)
      else if (howFar(this.#state.picture, position) !== 'there') void this.#ask()
      else this.#exclusions.sendSoon()
    })
    socket.on('connect_error', () => this.#showConnection())
    socket.on('disconnect', (reason) => {
      // So the server ends the line of a session that is over; the page then comes back as a
      // visitor, who is told the same as a tenter.
      wasCut = reason === 'transport close'
      this.#showConnection()
      // Whether it did end is not heard: it may have been ended and reopened meanwhile.
      this.#set({ ...this.#state, isEnding: false })
    })
    socket.on('checkStarted', (event) => {
      const isWhole = event.activeTents.some((tent) => tent.numberOfMisses !== null)
      if (event.activeTents.length > 0 && isWhole !== isLineMonitor) onSessionMismatch()
    })
    for (const type of liveEventNames) {
      socket.on(type, (...args: unknown[]) => {
        const isNew = this.#apply({ type, args } as PictureEvent)
        if (type === 'checkStarted' && !isNew) void this.#ask()
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
      // Late, and about one before the check that is on.
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
      // What is on now is what counts, and no word about another check comes between.
      clearTimeout(this.#unseenTimer)
      this.#exclusions.changeCheck(before.check, check)
      const unseen = event.type === 'checkClosed' ? null : before.check
      if (unseen && check === null && !isRestored) this.#closedUnseen(unseen.checkId)
      if (check !== null && this.#given.socket.connected) this.#sayPage()
    }
    if (isRestored) {
      this.#open = null
      this.#given.onRestored(picture)
    }
    this.#show(picture, this.#isEnding(picture))
    // A page whose copy is outdated already asks, at its own pace.
    if (picture.isStale && (!before.isStale || this.#asking > 0)) void this.#ask()
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

  /** An answer says that the check is over; the event that tells how may still come. */
  #closedUnseen(checkId: string): void {
    const tell = () => this.#given.onClosed('unseen', checkId)
    if (this.#given.socket.connected) this.#unseenTimer = setTimeout(tell, closedEventWaitMs)
    else tell()
  }

  /** After connecting the server announces its position; older servers do not, and are asked. */
  #connected(): void {
    this.#showConnection()
    this.#openQuestions = 0
    const { isKnown, isStale } = this.#state.picture
    if (this.#asking === 0 && (!isKnown || isStale)) return void this.#ask()
    clearTimeout(this.#positionTimer)
    this.#positionTimer = setTimeout(() => void this.#ask(), positionWaitMs)
  }

  #lookAgain(): void {
    this.#showConnection()
    this.#openQuestions = 0
    void this.#ask()
  }

  /** An answer under way may bring that position, or never come: then a second request is sent. */
  #expect(position: PositionWithContent): void {
    this.#position = position
    clearTimeout(this.#hungTimer)
    this.#hungTimer = setTimeout(() => void this.#ask({ isBeside: true }), hungAfterMs)
  }

  async #ask({ isBeside = false } = {}): Promise<void> {
    // The answer under way may be too old, or never come.
    this.#isAskedAgain = this.#asking > 0 && !isBeside
    if (this.#isAskedAgain || this.#isClosed) return
    this.#asking += 1
    this.#asked += 1
    const mine = this.#asked
    clearTimeout(this.#askTimer)
    clearTimeout(this.#hungTimer)
    const askedAt = this.#state.picture.version
    let isTaken = false
    try {
      const status = await this.#given.ask()
      if (!this.#isClosed) isTaken = this.#apply({ type: 'answered', status, askedAt })
    } catch (error) {
      if (error instanceof CallError && error.status === 401) this.#given.onSessionMismatch()
    }
    this.#asking -= 1
    if (mine < this.#taken) return
    if (isTaken) this.#taken = mine
    clearTimeout(this.#hungTimer)
    const { isStale, isKnown } = this.#state.picture
    const isBehind = this.#position && howFar(this.#state.picture, this.#position) === 'behind'
    this.#position = null
    const isOpen = !isTaken || isStale || !isKnown || isBehind || this.#isAskedAgain
    this.#openQuestions = isOpen ? this.#openQuestions + 1 : 0
    if (!isOpen || this.#isClosed) return
    this.#askTimer = setTimeout(() => void this.#ask(), retryAfterMs(this.#openQuestions))
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
