import { siteOf } from '../address.ts'
import { Refusal } from '../http/refusal.ts'
import { takeRoundRobin } from '../round-robin.ts'
import { type Attempt, type Bounds, Lane } from './lane.ts'

/** What is wanted: each has a lane of its own, so that a flood of one leaves the others alone. */
type LaneName = 'signInFromKnownDevice' | 'signIn' | 'other' | 'change'

/** Who asks for what: `account` is a netID, whether or not there is one; null: nobody's. */
export type Asker = { lane: LaneName; account: string | null; address: string }

/** A lane holds about a minute of work. A campus that signs in at once stays below it. */
export const usualBounds: Bounds = { inAll: 2000, ofAddress: 1000, ofAccount: 50, atOnce: 2 }

/** One who was let in. What they wait for ends with 503 where the place is lost. */
type Place = {
  /** Works once it is their turn, and keeps the place. */
  turn: <T>(work: () => Promise<T>) => Promise<T>
  /** Waits beside the turns. */
  aside: (wait: Promise<void>) => Promise<void>
}

type Waiter = Attempt & { isOut: boolean; go: () => void; stop: (refusal: Refusal) => void }

/**
 * The turns in which attempts are counted, and passwords hashed and compared. What waits for one is
 * bounded before anything is done for it; lanes take turns, and so do the sites of each.
 * Returns a function that gives an attempt a place in its lane until the attempt ends. If the lane
 * is full, `evictedFor` says whose attempt is refused: 503.
 */
export function openTurns(bounds = usualBounds) {
  // So that changes of accounts never take all turns from those who sign in.
  const change = { ...bounds, atOnce: Math.max(1, bounds.atOnce - 1) }
  const lanes = new Map<LaneName, Lane<Waiter>>([
    ['signInFromKnownDevice', new Lane(bounds)],
    ['signIn', new Lane(bounds)],
    ['other', new Lane(bounds)],
    ['change', new Lane(change)],
  ])
  let atWork = 0

  function startNext(): void {
    while (atWork < bounds.atOnce) {
      const next = takeRoundRobin(lanes, (lane) => lane.begin())
      if (next === undefined) return
      atWork += 1
      next.go()
    }
  }

  function placeOf(waiter: Waiter, lane: Lane<Waiter>): Place {
    const until = (begin: () => void) =>
      new Promise<void>((go, stop) => {
        if (waiter.isOut) throw noRoom()
        Object.assign(waiter, { go, stop })
        begin()
      })
    return {
      async turn(work) {
        await until(() => {
          waiter.state = 'waiting'
          startNext()
        })
        try {
          return await work()
        } finally {
          lane.end(waiter)
          atWork -= 1
          startNext()
        }
      },
      aside: (wait) => Promise.race([wait, until(() => {})]),
    }
  }

  return async <T>(asker: Asker, attempt: (place: Place) => Promise<T>): Promise<T> => {
    const lane = lanes.get(asker.lane) as Lane<Waiter>
    const { account, address } = asker
    const from = { account, address, site: siteOf(address) }
    const evicted = lane.evictedFor(from)
    if (evicted === 'full') throw noRoom()
    if (evicted !== null) {
      lane.remove(evicted)
      evicted.isOut = true
      evicted.stop(noRoom())
    }
    const nothing = { isOut: false, go: () => {}, stop: () => {} }
    const waiter: Waiter = { ...from, state: 'aside', ...nothing }
    lane.add(waiter)
    try {
      return await attempt(placeOf(waiter, lane))
    } finally {
      lane.remove(waiter)
    }
  }
}

function noRoom(): Refusal {
  return new Refusal('unavailable', { retryAfterS: 10 })
}
