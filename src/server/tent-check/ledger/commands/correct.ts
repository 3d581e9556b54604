import type { StandingOutcome } from '../../../../shared/check-history/contract.ts'
import { type CorrectionBody, checkHistoryApi } from '../../../../shared/check-history/contract.ts'
import { tentLabel } from '../../../../shared/tents/label.ts'
import { type CheckState, outcomeOf } from '../check-state.ts'
import type { Author, CommandRules } from '../command.ts'
import { answeredBefore, checkThatIsOver, headOf, refused } from '../decide.ts'
import { type Effects, noEffects } from '../effects.ts'
import type { EventOf, TentRow } from '../events.ts'
import { resultOfTakingBack } from '../result.ts'
import { type LedgerState, tentIn } from '../state.ts'
import { isReplaced, takingBack } from '../taken-back.ts'

type Correction = CorrectionBody & { checkId: string }

/**
 * Corrects a tent's outcome in a check that is over, with a reason; earlier events stay. The same
 * correctionId again gets the first answer, which is the event's number.
 */
export const correct: CommandRules<Correction, { number: number }> = {
  access: checkHistoryApi.correctTent.access,
  isDecidedFresh: true,
  needs: ({ checkId, tentId, correctionId }) => ({
    checks: [checkId],
    tents: [tentId],
    tentEvents: [tentId],
    requests: [correctionId],
  }),
  decide(state, { checkId, tentId, outcome, reason, correctionId, from }, by, now) {
    const asked = { kinds: ['corrected'], by, checkId, tentId } as const
    const earlier = answeredBefore(state, correctionId, asked)
    if (earlier !== null) return earlier
    const check = checkThatIsOver(state, checkId)
    if ('answer' in check) return check
    const found = tentIn(check, state, tentId)
    if (found === null) return refused('notInThatCheck')
    const { checkedId, tent } = found
    const standing = outcomeOf(check, checkedId)
    if (standing === outcome || (from !== undefined && from !== standing)) {
      return refused('nothingToCorrect')
    }
    const details = { outcome, reason, requestId: correctionId }
    const { event, effects } = corrected(state, check, { tent, checkedId }, details, by, now)
    return { events: [event], effects, answer: { value: { number: event.number } } }
  },
}

/**
 * The correction as the check's next event, and its effects on the tent; `checkedId`: the tent's id
 * in the check.
 */
export function corrected(
  { tentEvents }: Pick<LedgerState, 'tentEvents'>,
  check: CheckState,
  { tent, checkedId }: { tent: TentRow; checkedId: string },
  details: { outcome: StandingOutcome; reason: string; requestId?: string },
  by: Author,
  now: Date,
): { event: EventOf<'corrected'>; effects: Effects } {
  const { outcome, reason, requestId } = details
  const from = outcomeOf(check, checkedId)
  const mark = check.marks.get(checkedId)
  const replaced = mark !== undefined && isReplaced(mark, check.id, tentEvents.get(tent.id) ?? [])
  const { event: restored, tents } = takingBack(tent, mark, from, outcome, { replaced })
  const event: EventOf<'corrected'> = {
    ...headOf(check.id, check.number + 1, by, now, { requestId }),
    kind: 'corrected',
    tentId: checkedId,
    outcome,
    from,
    // Closing the season removed all reasons, and none comes after it.
    ...(check.isSeasonClosed ? {} : { reason }),
    ...restored,
  }
  const audited = {
    kind: 'tentCorrected',
    netID: by.netID,
    checkId: check.id,
    number: event.number,
    tentId: tent.id,
    tent: tentLabel(tent),
    from,
    outcome,
  } as const
  const audit = [{ event: audited, requestId: null }]
  if (check.isSeasonClosed) return { event, effects: { ...noEffects, audit } }
  const results = [resultOfTakingBack(event, tent.id, mark)]
  return { event, effects: { ...noEffects, tents, results, audit } }
}
