import type { PositionWithContent } from '../../../shared/tent-check/contract.ts'
import { CallError } from '../../api/call.ts'
import { retryAfterMs } from '../../api/retry-after.ts'
import type { LiveCheckDependencies } from './live-dependencies.ts'
import { howFar, type Picture, type PictureEvent } from './picture.ts'

const positionWaitMs = 2000
/** A request from before the connection may hang on a dead line. */
const hungAfterMs = 4000

/** Asks for the whole check, until the picture has what the server told last. */
export class Asking {
  readonly #given: LiveCheckDependencies
  readonly #picture: () => Picture
  readonly #apply: (answer: PictureEvent) => boolean
  #askTimer: ReturnType<typeof setTimeout> | undefined
  #positionTimer: ReturnType<typeof setTimeout> | undefined
  #hungTimer: ReturnType<typeof setTimeout> | undefined
  /** The position that the server announced: an answer under way may be older. */
  #position: PositionWithContent | null = null
  /** How many requests are under way, how many were sent, and the newest whose answer was used. */
  #asking = 0
  #asked = 0
  #taken = 0
  /** How many requests in a row did not bring the whole check. */
  #openQuestions = 0
  #isAskedAgain = false
  #isClosed = false

  /** `apply` puts an answer into the picture; false: it could not be used. */
  constructor(
    given: LiveCheckDependencies,
    picture: () => Picture,
    apply: (answer: PictureEvent) => boolean,
  ) {
    this.#given = given
    this.#picture = picture
    this.#apply = apply
  }

  get isUnderWay(): boolean {
    return this.#asking > 0
  }

  /** After connecting the server announces its position; older servers do not, and are asked. */
  handleConnect(): void {
    this.#openQuestions = 0
    const { isKnown, isStale } = this.#picture()
    if (!this.isUnderWay && (!isKnown || isStale)) return void this.ask()
    clearTimeout(this.#positionTimer)
    this.#positionTimer = setTimeout(() => void this.ask(), positionWaitMs)
  }

  /** true: the picture has all of it. Otherwise an answer is under way or asked for. */
  handlePosition(position: PositionWithContent): boolean {
    clearTimeout(this.#positionTimer)
    if (this.isUnderWay) this.#expect(position)
    else if (howFar(this.#picture(), position) === 'there') return true
    else void this.ask()
    return false
  }

  /** Asks at once; the waits between further requests begin short again. */
  askAnew(): void {
    this.#openQuestions = 0
    void this.ask()
  }

  async ask({ isBeside = false } = {}): Promise<void> {
    // The answer under way may be too old, or never come.
    this.#isAskedAgain = this.isUnderWay && !isBeside
    if (this.#isAskedAgain || this.#isClosed) return
    this.#asking += 1
    this.#asked += 1
    const mine = this.#asked
    clearTimeout(this.#askTimer)
    clearTimeout(this.#hungTimer)
    const askedAt = this.#picture().version
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
    const { isStale, isKnown } = this.#picture()
    const isBehind = this.#position && howFar(this.#picture(), this.#position) === 'behind'
    this.#position = null
    const isOpen = !isTaken || isStale || !isKnown || isBehind || this.#isAskedAgain
    this.#openQuestions = isOpen ? this.#openQuestions + 1 : 0
    if (!isOpen || this.#isClosed) return
    this.#askTimer = setTimeout(() => void this.ask(), retryAfterMs(this.#openQuestions))
  }

  close(): void {
    this.#isClosed = true
    clearTimeout(this.#askTimer)
    clearTimeout(this.#positionTimer)
    clearTimeout(this.#hungTimer)
  }

  /** An answer under way may bring that position, or never come: then a second request is sent. */
  #expect(position: PositionWithContent): void {
    this.#position = position
    clearTimeout(this.#hungTimer)
    this.#hungTimer = setTimeout(() => void this.ask({ isBeside: true }), hungAfterMs)
  }
}
