import { tentCheckApi } from '../../../../shared/tent-check/contract.ts'
import type { CommandRules } from '../command.ts'
import { headOf, refused } from '../decide.ts'
import { noEffects } from '../effects.ts'
import type { EventOf } from '../events.ts'
import { runningCheck } from '../state.ts'

/** How long after its end any line monitor may reopen a check; a super user always may. */
const reopenWithinMs = 10 * 60_000

const lateText =
  'That check has been over for more than 10 minutes. Ask a super user to go on with it.'

const seasonClosedText = 'The season of that check is closed, so it cannot go on.'

/** Continues a check that was closed by mistake, unless another one has begun or its season was closed since. */
export const reopen: CommandRules<{ checkId: string }, null> = {
  access: tentCheckApi.reopenCheck.access,
  isDecidedFresh: true,
  needs: ({ checkId }) => ({ checks: [checkId], newestCheck: true }),
  decide(state, { checkId }, by, now) {
    const running = runningCheck(state)
    if (running?.id === checkId) return refused('checkRunning')
    const check = state.pastChecks.get(checkId)
    if (check === undefined) return refused('unknownCheck')
    if (check.ending === null) return refused('checkRunning')
    if (running !== null || state.newestCheckId !== checkId) return refused('checkSuperseded')
    // Its people are gone, and its tents may stand in the next season by now.
    if (check.isSeasonClosed) return refused('checkSuperseded', { text: seasonClosedText })
    const isLate = now.getTime() - Date.parse(check.ending.at) > reopenWithinMs
    if (isLate && state.people.get(by.netID ?? '')?.isSuperUser !== true)
      return refused('tooLate', { text: lateText })
    const event: EventOf<'reopened'> = {
      ...headOf(check.id, check.number + 1, by, now),
      kind: 'reopened',
    }
    return { events: [event], effects: noEffects, answer: { value: null } }
  },
}
