import { groupIndexOf } from '../../../../shared/tent-check/pages.ts'
import { compareTents } from '../../../../shared/tents/order.ts'
import type { CommandRules } from '../command.ts'
import { refused } from '../decide.ts'
import { noEffects } from '../effects.ts'
import type { EventOf } from '../events.ts'
import { currentTentId, runningCheck } from '../state.ts'

/** `checkId`: of the new check. `tentIds`: in any order. */
type Start = { checkId: string; tentIds: readonly string[]; numCheckers: number }

/** Begins a check of these tents, in the roster's order and on equal pages. */
export const start: CommandRules<Start, { checkId: string }> = {
  access: 'lineMonitor',
  isDecidedFresh: true,
  needs: ({ tentIds }) => ({ tents: tentIds }),
  decide(state, { checkId, tentIds, numCheckers }, by, now) {
    if (tentIds.length === 0) return refused('noTents')
    if (runningCheck(state) !== null) return refused('checkInProgress')
    const wanted = new Set(tentIds.map((id) => currentTentId(state, id)))
    const chosen = [...wanted]
      .flatMap((id) => state.tents.get(id) ?? [])
      .filter(({ retiredAt }) => retiredAt === null)
      .sort(compareTents)
    if (chosen.length < wanted.size) return refused('unknownTent')
    const event: EventOf<'started'> = {
      checkId,
      number: 1,
      kind: 'started',
      at: now.toISOString(),
      by: by.name,
      netID: by.netID,
      numCheckers,
      tents: chosen.map(({ id, members }, position) => ({
        id,
        groupIndex: groupIndexOf(position, chosen.length, numCheckers),
        members,
      })),
    }
    const tents = chosen.map(({ id, order, name, members, retiredAt }) => ({
      id,
      was: { order, name, members, retiredAt },
      becomes: {},
    }))
    return { events: [event], effects: { ...noEffects, tents }, answer: { value: { checkId } } }
  },
}
