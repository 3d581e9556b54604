import { closerWords } from '../../../../shared/refusals.ts'
import { tentCheckApi } from '../../../../shared/tent-check/contract.ts'
import { reopenWithinMs } from '../../../../shared/tent-check/limits.ts'
import { isStillAhead } from '../../../clock-skew.ts'
import type { CommandRules } from '../command.ts'
import { checkThatIsOver, headOf, refused } from '../decide.ts'
import { noEffects } from '../effects.ts'
import type { EventOf } from '../events.ts'
import { runningCheck } from '../state.ts'

/** Continues a check that was closed by mistake, unless another one has begun or its season was closed since. */
export const reopen: CommandRules<{ checkId: string }, null> = {
  access: tentCheckApi.reopenCheck.access,
  isDecidedFresh: true,
  needs: ({ checkId }) => ({ checks: [checkId], newestCheck: true }),
  decide(state, { checkId }, by, now) {
    const check = checkThatIsOver(state, checkId)
    if ('answer' in check) return check
    const isNewest = runningCheck(state) === null && state.newestCheckId === checkId
    if (!isNewest) return refused('checkSuperseded')
    // Its people are gone, and its tents may stand in the next season by now.
    if (check.isSeasonClosed) {
      return refused('checkSuperseded', { text: closerWords.reopenSeasonClosed })
    }
    const until = Date.parse(check.ending.at) + reopenWithinMs
    const isLate = !isStillAhead(until, reopenWithinMs, now)
    if (isLate && state.people.get(by.netID ?? '')?.isSuperUser !== true) {
      return refused('tooLate', { text: closerWords.reopenTooLate })
    }
    const event: EventOf<'reopened'> = {
      ...headOf(check.id, check.number + 1, by, now),
      kind: 'reopened',
    }
    return { events: [event], effects: noEffects, answer: { value: null } }
  },
}
