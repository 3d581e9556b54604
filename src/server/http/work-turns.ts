import { setImmediate as nextTurn } from 'node:timers/promises'
import { takeRoundRobin } from '../round-robin.ts'

/** How many work at once, and how many of those are one's. */
export const workAtMost = { atOnce: 4, ofOne: 2 }

/** Whose work it is: a person's; of visitors nothing is known but their address. */
export type Worker = { netID: string } | { address: string }

/** Ends where nobody waits for the answer any more. */
type Asker = { isGone: () => boolean }

/** Waits, without a turn, for something that is not this thread's work. */
export type Aside = <T>(wait: () => Promise<T>) => Promise<T>

export type WorkTurns = ReturnType<typeof openWorkTurns>

type Line = { waiting: (Asker & { go: () => void })[]; atWork: number }

/**
 * The turns in which calls of those without a role are worked on, so that no account and no address
 * takes the one thread from the others, and all of them leave most of it to the check. Persons take
 * turns, and so do addresses of visitors; a turn lasts until its work is done, also where nobody waits
 * for it any more. No more wait than have places (`open-requests.ts`).
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
    // The embedded engine lets nobody else of this process go on between two queries, so this does.
    await nextTurn()
    isStarting = false
    start()
  }

  /** Resolves once it is this one's turn. Whoever comes back from aside is the next of their line. */
  async function take(key: string, asker: Asker, isBack: boolean): Promise<Line> {
    const line = lines.get(key) ?? { waiting: [], atWork: 0 }
    lines.set(key, line)
    await new Promise<void>((go) => {
      line.waiting[isBack ? 'unshift' : 'push']({ ...asker, go })
      if (!isStarting) start()
    })
    return line
  }

  /** Works once it is their turn; null: by then nobody waited for it any more. */
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
