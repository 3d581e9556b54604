import { setImmediate as nextTurn } from 'node:timers/promises'
import { takeRoundRobin } from '../round-robin.ts'

/** How many work at once, and how many of those are one's. */
export const workAtMost = { atOnce: 4, ofOne: 2 }

/** Whose work it is: a person's; of visitors nothing is known but their address. */
export type Worker = { netID: string } | { address: string }

/** Who waits for the answer; `isGone`: has their connection ended? */
type Asker = { isGone: () => boolean }

/** Waits, without a turn, for something that is not this thread's work. */
export type Aside = <T>(wait: () => Promise<T>) => Promise<T>

export type WorkTurns = ReturnType<typeof openWorkTurns>

type Line = { waiting: (Asker & { go: () => void })[]; atWork: number }

/**
 * Gives turns to the calls of people without a role, so that no account and no address keeps the
 * process's one thread busy alone, and most of its time is left for tent checks. People and
 * visitors' addresses take turns. A turn lasts until its work is done, even if the client is gone.
 * The number of waiting calls is limited by the places for requests (`open-requests.ts`).
 */
export function openWorkTurns({ atOnce, ofOne } = workAtMost) {
  const lines = new Map<string, Line>()
  let atWork = 0
  let isStarting = false

  function start(): void {
    while (atWork < atOnce) {
      const next = takeRoundRobin(lines, (line) => {
        if (line.atWork >= ofOne) return undefined
        const asker = line.waiting.shift()
        return asker && { line, asker }
      })
      if (next === undefined) return
      begin(next.line)
      next.asker.go()
    }
  }

  function begin(line: Line): void {
    line.atWork += 1
    atWork += 1
  }

  async function end(key: string, line: Line): Promise<void> {
    line.atWork -= 1
    atWork -= 1
    if (line.atWork === 0 && line.waiting.length === 0) lines.delete(key)
    if (isStarting) return
    isStarting = true
    // With the embedded engine the event loop would not run between two queries: let it run here.
    await nextTurn()
    isStarting = false
    start()
  }

  /** Resolves when the asker's turn comes; `isBack`: they were aside and go first in their line. */
  async function take(key: string, asker: Asker, isBack: boolean): Promise<Line> {
    const line = lines.get(key) ?? { waiting: [], atWork: 0 }
    lines.set(key, line)
    await new Promise<void>((go) => {
      line.waiting[isBack ? 'unshift' : 'push']({ ...asker, go })
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
    const key = JSON.stringify(worker)
    let line: Line | null = await take(key, asker, false)
    try {
      if (asker.isGone()) return null
      return await work(async (wait) => {
        if (line === null) throw new Error('This work is aside already')
        const left = line
        line = null
        void end(key, left)
        try {
          return await wait()
        } finally {
          line = await take(key, asker, true)
        }
      })
    } finally {
      if (line !== null) void end(key, line)
    }
  }
}
