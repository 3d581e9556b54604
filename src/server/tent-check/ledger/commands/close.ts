import { tentCheckApi } from '../../../../shared/tent-check/contract.ts'
import { endsByItself } from '../check-state.ts'
import type { CommandRules } from '../command.ts'
import { answered, headOf, refused } from '../decide.ts'
import { noEffects } from '../effects.ts'
import type { EventOf } from '../events.ts'
import { runningCheck } from '../state.ts'

/**
 * `onlyIfEmpty`: only if no tent is left, as when phones or the server end a check. `checkId`: the
 * check that is meant; left out, the one in progress. `number`: of the last event that the asker knew;
 * left out, all are known.
 */
type Close = {
  how: 'ended' | 'cancelled'
  onlyIfEmpty: boolean
  checkId?: string
  number?: number
}

/**
 * Ends or cancels the check in progress. Does nothing if none is on, if it is not the one that is
 * meant, if it was reopened since, or with `onlyIfEmpty` if tents are left or were left since.
 */
export const close: CommandRules<Close, null> = {
  access: tentCheckApi.endCheck.access,
  isDecidedFresh: false,
  needs: () => ({}),
  decide(state, { how, onlyIfEmpty, checkId, number = Number.POSITIVE_INFINITY }, by, now) {
    const check = runningCheck(state)
    if (check === null || check.id !== (checkId ?? check.id)) return answered(null)
    // Events that the asker did not know of: a reopening, or a later last mark, whose undo has its time.
    if (number < (onlyIfEmpty ? check.publicNumber : check.lastReopening)) return answered(null)
    if (onlyIfEmpty && !endsByItself(check)) return answered(null)
    if (check.isUnreadable && how !== 'cancelled') return refused('checkUnreadable')
    const event: EventOf<'ended' | 'cancelled'> = {
      ...headOf(check.id, check.number + 1, by, now),
      kind: how,
    }
    return { events: [event], effects: noEffects, answer: { value: null } }
  },
}
