import type { CommandRules } from '../command.ts'
import { answered, refused } from '../decide.ts'
import { noEffects } from '../effects.ts'
import { type EventOf, remainingTents } from '../events.ts'
import { runningCheck } from '../state.ts'

/** `onlyIfEmpty`: only where no tent is left, as phones and the server itself end a check. */
type Close = { how: 'ended' | 'cancelled'; onlyIfEmpty: boolean }

/** Closes the check in progress. Idle, or not empty where that is asked: nothing happens. */
export const close: CommandRules<Close, null> = {
  access: 'lineMonitor',
  isDecidedFresh: false,
  needs: () => ({}),
  decide(state, { how, onlyIfEmpty }, by, now) {
    const check = runningCheck(state)
    if (check === null) return answered(null)
    if (onlyIfEmpty && (check.isUnreadable || remainingTents(check).length > 0)) {
      return answered(null)
    }
    if (check.isUnreadable && how !== 'cancelled') return refused('checkUnreadable')
    const event: EventOf<'ended' | 'cancelled'> = {
      checkId: check.id,
      number: check.number + 1,
      kind: how,
      at: now.toISOString(),
      by: by.name,
      netID: by.netID,
    }
    return { events: [event], effects: noEffects, answer: { value: null } }
  },
}
