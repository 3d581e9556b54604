import PQueue from 'p-queue'
import { Refusal } from './http/refusal.ts'
import { openCounts } from './open-counts.ts'

/** How many wait in a line, each with what it brought in memory: files of many MB. */
export const filesWaitingAtMost = 8

/** Heavy work, one piece after the other; refused, 503, where more waits, of all or of one. */
export function openLine(waitingAtMost = filesWaitingAtMost, ofOneAtMost = 1) {
  const atWork = new PQueue({ concurrency: 1 })
  const theirs = openCounts()
  const busy = () => new Refusal('unavailable', { retryAfterS: 20 })
  return {
    inTurn<T>(work: () => Promise<T>): Promise<T> {
      if (atWork.size >= waitingAtMost) throw busy()
      return atWork.add(work)
    },
    /** Runs as many tasks of each `whose` as may be under way at once, else 503: so nobody fills the line alone. */
    async forOne<T>(whose: string, work: () => Promise<T>): Promise<T> {
      if (theirs.of(whose) >= ofOneAtMost) throw busy()
      theirs.add(whose)
      try {
        return await work()
      } finally {
        theirs.remove(whose)
      }
    },
  }
}
