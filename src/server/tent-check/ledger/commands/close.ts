import { endsByItself } from '../check-state.ts'
import type { CommandRules } from '../command.ts'
import { answered, headOf, refused } from '../decide.ts'
import { noEffects } from '../effects.ts'
import type { EventOf } from '../events.ts'
import { runningCheck } from '../state.ts'

/** `onlyIfEmpty`: only where its last tent was marked, as phones and the server itself end a check. */
type Close = { how: 'ended' | 'cancelled'; onlyIfEmpty: boolean }

/** Closes the check in progress. Idle, or not empty where that is asked: nothing happens. */
export const close: CommandRules<Close, null> = {
  access: 'lineMonitor',
  isDecidedFresh: false,
  needs: () => ({}),
  decide(state, { how, onlyIfEmpty }, by, now) {
    const check = runningCheck(state)
    if (check === null) return answered(null)
    if (onlyIfEmpty && !endsByItself(check)) return answered(null)
    if (check.isUnreadable && how !== 'cancelled') return refused('checkUnreadable')
    const event: EventOf<'ended' | 'cancelled'> = {
      ...headOf(check.id, check.number + 1, by, now),
      kind: how,
    }
    return { events: [event], effects: noEffects, answer: { value: null } }
  },
}
