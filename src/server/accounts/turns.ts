import PQueue from 'p-queue'
import { Refusal } from '../http/refusal.ts'

/** Whose password it is, and who asks: an address, or a device that is known. */
export type Asker = { netID: string; from: string }

type Turn = <T>(asker: Asker, work: () => Promise<T>) => Promise<T>

/** Of one account, and of one asker, at once. */
const ofAccount = 1
const ofAsker = 3

/**
 * In each lane; about a minute of work. A campus that signs in at once stays below it, also behind
 * one address. Neither an asker nor an account can fill a lane alone.
 */
const waitingAtMost = { inAll: 2000, ofAsker: 1000, ofAccount: 20 }

export type PasswordTurns = Record<'signIn' | 'signInFromKnownDevice' | 'change', Turn>

/**
 * The order in which passwords are hashed and compared. Signing in and setting a password have lanes
 * of their own, so that a flood of one leaves the other alone; so do devices that are known. Within
 * a lane an account has one turn at a time and an asker a few, so that nobody waits for all that
 * another one sends. Whoever comes when a lane is full, or waits for too many already, gets 503.
 */
export function passwordTurns(): PasswordTurns {
  const changes = new PQueue({ concurrency: 1 })
  return {
    signIn: lane((work) => work()),
    signInFromKnownDevice: lane((work) => work()),
    // Of the two that are at work at once, one at most.
    change: lane((work) => changes.add(work)),
  }
}

function lane(go: <T>(work: () => Promise<T>) => Promise<T>): Turn {
  const ofEachAccount = queuesByKey(ofAccount)
  const ofEachAsker = queuesByKey(ofAsker)
  const [accounts, askers] = [countsByKey(), countsByKey()]
  let waiting = 0
  return async ({ netID, from }, work) => {
    const isFull =
      waiting >= waitingAtMost.inAll ||
      askers.of(from) >= waitingAtMost.ofAsker ||
      accounts.of(netID) >= waitingAtMost.ofAccount
    if (isFull) throw new Refusal('unavailable', { retryAfterS: 10 })
    waiting += 1
    accounts.add(netID, 1)
    askers.add(from, 1)
    try {
      return await ofEachAccount(netID, () => ofEachAsker(from, () => go(work)))
    } finally {
      waiting -= 1
      accounts.add(netID, -1)
      askers.add(from, -1)
    }
  }
}

function countsByKey() {
  const counts = new Map<string, number>()
  const of = (key: string) => counts.get(key) ?? 0
  return {
    of,
    add(key: string, change: number): void {
      const count = of(key) + change
      if (count === 0) counts.delete(key)
      else counts.set(key, count)
    },
  }
}

/** A queue for each key, kept only as long as something is in it. */
function queuesByKey(concurrency: number) {
  const queues = new Map<string, PQueue>()
  return async <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const queue = queues.get(key) ?? new PQueue({ concurrency })
    queues.set(key, queue)
    try {
      return await queue.add(work)
    } finally {
      if (queue.size === 0 && queue.pending === 0) queues.delete(key)
    }
  }
}
