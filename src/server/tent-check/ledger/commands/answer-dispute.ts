import { type AnswerBody, disputesApi } from '../../../../shared/disputes/contract.ts'
import { dayMs } from '../../../../shared/durations.ts'
import { tentLabel } from '../../../../shared/tents/label.ts'
import { outcomeOf } from '../check-state.ts'
import type { CommandRules } from '../command.ts'
import { checkThatIsOver, refused } from '../decide.ts'
import { combined, type Effects, noEffects } from '../effects.ts'
import { currentTentId } from '../state.ts'
import { corrected } from './correct.ts'

/** `id`: of the dispute; check and tent: those it is about. */
type Answer = AnswerBody & { id: string; checkId: string; tentId: string }

/**
 * Answers a dispute, once. `vacated` also removes the Miss, if it still stands, and is refused while
 * the check is on.
 */
export const answerDispute: CommandRules<Answer, null> = {
  access: disputesApi.answerDispute.access,
  isDecidedFresh: true,
  needs: ({ id, checkId, tentId }) => ({
    disputes: [id],
    checks: [checkId],
    tents: [tentId],
    tentEvents: [tentId],
  }),
  decide(state, { id, checkId, tentId, outcome, text }, by, now) {
    const dispute = state.disputes.get(id)
    if (dispute === undefined) return refused('unknownDispute')
    if (dispute.isAnswered) return refused('answeredAlready')
    const check = state.pastChecks.get(checkId)
    // As closing the season left it: with its outcome, and without words.
    const answer = check?.isSeasonClosed ? '' : text
    const tent = state.tents.get(currentTentId(state, tentId))
    const label = tent === undefined ? '' : tentLabel(tent)
    const audited = {
      kind: 'disputeAnswered',
      netID: by.netID,
      checkId,
      disputeId: id,
      tentId,
      tent: label,
      outcome,
    } as const
    const push = {
      kind: 'dispute',
      topic: `dispute:${id}`,
      about: { disputeId: id },
      dueAt: now,
      goodUntil: new Date(now.getTime() + dayMs),
    } as const
    const effects: Effects = {
      ...noEffects,
      disputes: [{ id, checkId, outcome, answer, answeredBy: by.netID ?? '' }],
      pushes: [push],
      audit: [{ event: audited, requestId: null }],
    }
    const onlyAnswer = { events: [], effects, answer: { value: null } }
    if (outcome === 'upheld') return onlyAnswer
    // First: in a check that goes on, a Miss that was undone may be marked again.
    const over = checkThatIsOver(state, checkId)
    if ('answer' in over) return over
    if (outcomeOf(over, tentId) !== 'miss') return onlyAnswer
    if (tent === undefined) return refused('unavailable')
    const details = { outcome: 'none', reason: text } as const
    const correction = corrected(state, over, { tent, checkedId: tentId }, details, by, now)
    return {
      events: [correction.event],
      effects: combined([effects, correction.effects]),
      answer: { value: null },
    }
  },
}
