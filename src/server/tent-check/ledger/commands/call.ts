import { minuteMs } from '../../../../shared/durations.ts'
import { type CallMade, type CallOf, tentCheckApi } from '../../../../shared/tent-check/contract.ts'
import type { CommandRules } from '../command.ts'
import { answered, checkThatIsOn, headOf, refused } from '../decide.ts'
import { noEffects } from '../effects.ts'
import { callsOf, type EventOf } from '../events.ts'

/**
 * Calls absent tents: the first call is 1. The last call starts the time until the check should
 * end; nothing ends it automatically. The same call again gets the first answer.
 */
export const call: CommandRules<CallOf, CallMade> = {
  access: tentCheckApi.callTents.access,
  isDecidedFresh: false,
  needs: () => ({}),
  decide(state, { checkId, call }, by, now) {
    const check = checkThatIsOn(state, checkId)
    if ('answer' in check) return check
    const made = check.calls.find((earlier) => earlier.call === call)
    if (made !== undefined) return answered({ call, at: made.at, closesAt: made.closesAt })
    const { calls, closingMinutes } = callsOf(check)
    if (call !== check.calls.length + 1 || call > calls) return refused('callOutOfTurn')
    const closesAt =
      call < calls ? null : new Date(now.getTime() + closingMinutes * minuteMs).toISOString()
    const event: EventOf<'called'> = {
      ...headOf(check.id, check.number + 1, by, now),
      kind: 'called',
      call,
      closesAt,
    }
    const value = { call, at: event.at, closesAt }
    return { events: [event], effects: noEffects, answer: { value } }
  },
}

/** Undoes the latest call. */
export const undoCall: CommandRules<CallOf, null> = {
  access: tentCheckApi.undoCall.access,
  isDecidedFresh: false,
  needs: () => ({}),
  decide(state, { checkId, call }, by, now) {
    const check = checkThatIsOn(state, checkId)
    if ('answer' in check) return check
    if (check.calls.at(-1)?.call !== call) return refused('callOutOfTurn')
    const event: EventOf<'callUndone'> = {
      ...headOf(check.id, check.number + 1, by, now),
      kind: 'callUndone',
      call,
    }
    return { events: [event], effects: noEffects, answer: { value: null } }
  },
}
