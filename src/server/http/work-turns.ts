import { setImmediate as nextTurn } from 'node:timers/promises'
import { siteOf } from '../address.ts'
import { takeRoundRobin } from '../round-robin.ts'

/** How many work at once, and how many of those are of one person or site. */
export const workAtMost = { atOnce: 4, ofOne: 2 }

/** Whose work it is: a person's; of visitors nothing is known but their address. */
export type Worker = { netID: string } | { address: string }

/** Who waits for the answer; `isGone`: has their connection ended? */
type Asker = { isGone: () => boolean }

/** Waits, without a turn, for something that is not this thread's work. */
export type Aside = <T>(wait: () => Promise<T>) => Promise<T>

export type WorkTurns = ReturnType<typeof openWorkTurns>

type Waiter = Asker & { address: string; go: () => void }

/**
 * The calls of one person, or of one site. Those that wait are kept by address; all of a person's are
 * kept under ''.
 */
type Line = { key: string; waiting: Map<string, Waiter[]>; atWork: number }

/**
 * Gives turns to the calls of people without a role, so that no account and no site keeps the
 * process's one thread busy alone, and most of its time is left for tent checks. People and
 * visitors' sites take turns, and so do the addresses of a site. A turn lasts until its work is
 * done, even if the client is gone. The number of waiting calls is limited by the places for requests
 * (`open-requests.ts`).
 */
export function openWorkTurns({ atOnce, ofOne } = workAtMost) {
  const lines = new Map<string, Line>()
  let atWork = 0
  let isStarting = false

  function start(): void {
    while (atWork < atOnce) {
      const next = takeRoundRobin(lines, (line) => {
        if (line.atWork >= ofOne) return undefined
        const waiter = takeRoundRobin(line.waiting, (waiters) => waiters.shift())
        return waiter && { line, waiter }
      })
      if (next === undefined) return
      const { line, waiter } = next
      if (line.waiting.get(waiter.address)?.length === 0) line.waiting.delete(waiter.address)
      begin(line)
      waiter.go()
    }
  }

  function begin(line: Line): void {
    line.atWork += 1
    atWork += 1
  }

  async function end(line: Line): Promise<void> {
    line.atWork -= 1
    atWork -= 1
    if (line.atWork === 0 && line.waiting.size === 0) lines.delete(line.key)
    if (isStarting) return
    isStarting = true
    // With the embedded engine the event loop would not run between two queries: let it run here.
    await nextTurn()
    isStarting = false
    start()
  }

  /** Resolves when the asker's turn comes; `isBack`: they were aside and go first at their address. */
  async function take(worker: Worker, asker: Asker, isBack: boolean): Promise<Line> {
    const { key, address } = placeOf(worker)
    const line: Line = lines.get(key) ?? { key, waiting: new Map(), atWork: 0 }
    lines.set(key, line)
    const waiters = line.waiting.get(address) ?? []
    line.waiting.set(address, waiters)
    await new Promise<void>((go) => {
      waiters[isBack ? 'unshift' : 'push']({ ...asker, address, go })
      if (!isStarting) start()
    })
    return line
  }

  /** Does the work when its turn comes; null: by then the asker was gone, nothing was done. */
  return async function inTurn<T>(
    worker: Worker,
    asker: Asker,
    work: (aside: Aside) => Promise<T>,
  ): Promise<T | null> {
    let line: Line | null = await take(worker, asker, false)
    try {
      if (asker.isGone()) return null
      return await work(async (wait) => {
        if (line === null) throw new Error('This work is aside already')
        const left = line
        line = null
        void end(left)
        try {
          return await wait()
        } finally {
          line = await take(worker, asker, true)
        }
      })
    } finally {
      if (line !== null) void end(line)
    }
  }
}

function placeOf(worker: Worker): { key: string; address: string } {
  if ('netID' in worker) return { key: JSON.stringify(worker), address: '' }
  const { address } = worker
  return { key: JSON.stringify({ site: siteOf(address) }), address }
}
