import type { MarkBody, MarkFacts, Outcome } from '../../shared/tent-check/contract.ts'
import type { Context } from '../context.ts'
import { batch } from '../db/batch.ts'
import { deadlock, sqlState, uniqueViolation } from '../db/database.ts'
import { Refusal } from '../http/refusal.ts'
import type { Session } from '../http/session.ts'
import type { Live } from '../live/live.ts'
import type { CurrentCheck } from './current.ts'
import { foresight } from './foresight.ts'
import type { Answer, Asked } from './mark.ts'
import { answerUnderLock, type Trust } from './under-lock.ts'

/** Far more than phones send at one moment. */
const marksAtOnce = 50

/** The database refused what was written: SQLSTATE classes 22, data exception, and 23, integrity. */
function isAboutData(error: unknown): boolean {
  return /^2[23]/.test(sqlState(error) ?? '')
}

/**
 * Marks tents. Marks that arrive together are decided in turn, each as if it had come alone, and
 * what counts is written at once to the ledger and to the tents, and announced after commit: by
 * one statement where all is as this server foresees, else by a transaction under the lock of the
 * check's ledger. Gives how the tent is marked, or refuses.
 */
export function marking(ctx: Context, live: Live, current: CurrentCheck) {
  const answerForeseen = foresight(ctx, live, current)
  const decide = (asked: readonly Asked[], trust: Trust) =>
    ctx.db.transaction((tx) => answerUnderLock(ctx, live, current, tx, asked, trust))

  async function answerAll(asked: readonly Asked[]): Promise<Answer[]> {
    try {
      return (await answerForeseen(asked)) ?? (await decide(asked, 'new'))
    } catch (error) {
      const state = sqlState(error) ?? ''
      if (state !== uniqueViolation && state !== deadlock) throw error
      return decide(asked, 'nothing')
    }
  }

  const answerOf = batch(answerAll, { atMost: marksAtOnce, isOfOneCall: isAboutData })
  return async (session: NonNullable<Session>, body: MarkBody): Promise<MarkFacts> => {
    const answer = await answerOf({ session, outcome: outcomeOf(body), body })
    if ('refusal' in answer) throw answer.refusal
    return answer.mark
  }
}

/** Which of the two a body says; both or neither is refused. */
function outcomeOf(body: MarkBody): Outcome {
  if ((body.misses === undefined) === (body.lastCheck === undefined))
    throw new Refusal('missOrMake')
  return body.misses === undefined ? 'make' : 'miss'
}
