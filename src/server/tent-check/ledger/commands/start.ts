import { momentOf, requiredOf, type SeasonMoment } from '../../../../shared/season/rules.ts'
import { isWithoutChecks } from '../../../../shared/season/without-checks.ts'
import { tentCheckApi } from '../../../../shared/tent-check/contract.ts'
import { groupIndexOf } from '../../../../shared/tent-check/pages.ts'
import { compareTents } from '../../../../shared/tents/order.ts'
import { nowOf, type SeasonFacts } from '../../../season/reader.ts'
import type { CommandRules } from '../command.ts'
import { headOf, refused } from '../decide.ts'
import { noEffects } from '../effects.ts'
import type { Circumstances, EventOf } from '../events.ts'
import { currentTentId, runningCheck } from '../state.ts'

/** `checkId`: of the new check. `tentIds`: in any order. */
type Start = { checkId: string; tentIds: readonly string[]; numCheckers: number }

/** Starts a check of these tents, in the roster's order, on pages of equal size. */
export const start: CommandRules<Start, { checkId: string }> = {
  access: tentCheckApi.startCheck.access,
  isDecidedFresh: true,
  needs: ({ tentIds }) => ({ tents: tentIds, season: true }),
  decide(state, { checkId, tentIds, numCheckers }, by, now) {
    if (tentIds.length === 0) return refused('noTents')
    if (runningCheck(state) !== null) return refused('checkInProgress')
    const wanted = new Set(tentIds.map((id) => currentTentId(state, id)))
    const chosen = [...wanted]
      .flatMap((id) => state.tents.get(id) ?? [])
      .filter(({ retiredAt }) => retiredAt === null)
      .sort(compareTents)
    if (chosen.length < wanted.size) return refused('unknownTent')
    if (state.season === null) throw new Error('A start needs the season')
    const { rules } = state.season
    const moment = momentOf(rules, now.getTime())
    const event: EventOf<'started'> = {
      ...headOf(checkId, 1, by, now),
      kind: 'started',
      numCheckers,
      tents: chosen.map(({ id, members, ...numbers }, position) => ({
        id,
        groupIndex: groupIndexOf(position, chosen.length, numCheckers),
        members,
        required: requiredOf(rules, moment, numbers),
      })),
      rulesVersion: rules.version,
      period: moment.period?.name ?? null,
      clock: moment.clock,
      calls: rules.calls,
      closingMinutes: rules.closingMinutes,
      ...circumstancesOf(state.season, moment, now),
    }
    const tents = chosen.map((tent) => {
      const { id, order, name, members, retiredAt, dayNumber, nightNumber } = tent
      const was = { order, name, members, retiredAt, dayNumber, nightNumber }
      return { id, was, becomes: {} }
    })
    return { events: [event], effects: { ...noEffects, tents }, answer: { value: { checkId } } }
  },
}

/** What was unusual about the start, which is allowed all the same. */
function circumstancesOf(season: SeasonFacts, { period }: SeasonMoment, now: Date): Circumstances {
  const { inSeason } = season.rules
  return {
    ...(nowOf(season, now).grace === null ? {} : { inGrace: true as const }),
    ...(inSeason ? {} : { offSeason: true as const }),
    ...(period !== null && isWithoutChecks(period) ? { noChecks: true as const } : {}),
  }
}
