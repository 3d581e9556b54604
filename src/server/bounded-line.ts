import PQueue from 'p-queue'
import { Refusal } from './http/refusal.ts'

/** How many wait in a line, each with what it brought in memory: files of many MB. */
export const filesWaitingAtMost = 8

/** Heavy work, one piece after the other; refused, 503, where more waits. */
export function openLine(waitingAtMost = filesWaitingAtMost) {
  const atWork = new PQueue({ concurrency: 1 })
  const theirs = new Set<string>()
  const busy = () => new Refusal('unavailable', { retryAfterS: 20 })
  return {
    inTurn<T>(work: () => Promise<T>): Promise<T> {
      if (atWork.size >= waitingAtMost) throw busy()
      return atWork.add(work)
    },
    /** Runs one task at a time for each `whose`, else 503: so nobody fills the line alone. */
    async forOne<T>(whose: string, work: () => Promise<T>): Promise<T> {
      if (theirs.has(whose)) throw busy()
      theirs.add(whose)
      try {
        return await work()
      } finally {
        theirs.delete(whose)
      }
    },
  }
}
