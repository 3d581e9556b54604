import { firstNameFor } from '../../shared/accounts/rules.ts'
import type { RecordedCheck, TentRecord } from '../../shared/check-history/contract.ts'
import { disputableUntil } from '../../shared/disputes/until.ts'
import { groupedBy } from '../../shared/grouped.ts'
import type { SeasonRules } from '../../shared/season/contract.ts'
import { isSamePeriod, momentOf } from '../../shared/season/rules.ts'
import { netIDMasker } from '../../shared/tents/net-ids.ts'
import type { CheckEvent } from '../tent-check/ledger/events.ts'
import { correctionsOf, doneBy, markedAs, type Names, presentAt } from './lines.ts'
import { factOf, standingsOf, unmarked } from './standings.ts'
import type { CheckOfTent } from './store.ts'

/** Who reads a tent's record; `netIDs`: all known netIDs, in lower case. */
export type RecordReader =
  | { as: 'lineMonitor'; people: Names['people'] }
  | { as: 'member'; netID: string; netIDs: ReadonlySet<string> }

/**
 * How the tent stood in each of these checks, in their order. `events`: about this tent only;
 * `excluded`: who was excluded at the end of a check, by its id, where that is to be told.
 */
export function recordedChecks(
  checks: readonly CheckOfTent[],
  events: readonly CheckEvent[],
  reader: RecordReader,
  now: Date,
  excluded: ReadonlyMap<string, ReadonlySet<string>> = new Map(),
): RecordedCheck[] {
  const byCheck = groupedBy(events, ({ checkId }) => checkId)
  return checks.map((check) => {
    const { checkId } = check
    const ofCheck = { events: byCheck.get(checkId) ?? [], excluded: excluded.get(checkId) }
    return recordedCheck(check, ofCheck, reader, now)
  })
}

function recordedCheck(
  check: CheckOfTent,
  ofCheck: { events: readonly CheckEvent[]; excluded: ReadonlySet<string> | undefined },
  reader: RecordReader,
  now: Date,
): RecordedCheck {
  const { checkId, startedAt, ending, tent, isSeasonClosed } = check
  const standing = standingsOf(ofCheck.events.map(factOf)).get(tent.id) ?? unmarked()
  const mark = standing.mark?.event
  const shown = shownTo(reader)
  const present = presentAt(standing)
  const excluded = present.filter((name) => ofCheck.excluded?.has(name))
  const namesOf = (names: readonly string[]) => names.map(shown.name).filter((name) => name !== '')
  return {
    checkId,
    startedAt: startedAt.toISOString(),
    outcome: standing.outcome,
    marked: markedAs(standing),
    at: mark?.at ?? null,
    by: mark === undefined ? null : shown.by(mark),
    present: namesOf(present),
    ...(excluded.length > 0 ? { excluded: namesOf(excluded) } : {}),
    required: tent.required ?? null,
    corrections: correctionsOf(standing).map(({ outcome, at, reason = '' }) => ({
      outcome,
      at,
      reason: shown.text(reason),
    })),
    ...(standing.isCorrected ? { isCorrected: true } : {}),
    ...(ending === 'cancelled' ? { cancelled: true } : {}),
    ...(isSeasonClosed ? { seasonClosed: true } : {}),
    disputableUntil: standing.outcome === 'miss' ? timeToDispute(check, now) : null,
  }
}

/** Until when its Miss may be disputed; null: not any more, or it is of a closed season. */
function timeToDispute(check: CheckOfTent, now: Date): string | null {
  const { endedAt, isSeasonClosed } = check
  if (endedAt === null || isSeasonClosed) return null
  const until = disputableUntil(endedAt.toISOString(), check)
  return now.getTime() > until ? null : new Date(until).toISOString()
}

type Shown = {
  by: (event: CheckEvent) => RecordedCheck['by']
  name: (name: string) => string
  text: (text: string) => string
}

/** Members see no netID but their own, and only the first name of who marked their tent. */
function shownTo(reader: RecordReader): Shown {
  const whole = (text: string) => text
  if (reader.as === 'lineMonitor') {
    return { by: (event) => doneBy(event, reader.people), name: whole, text: whole }
  }
  const { inNames, inSentences, inOtherTexts } = netIDMasker(reader.netID, reader.netIDs)
  const firstName = ({ by, netID }: CheckEvent) =>
    firstNameFor(reader.netID, { netID: netID ?? '', firstName: by })
  return { by: (event) => inOtherTexts(firstName(event)), name: inNames, text: inSentences }
}

/**
 * The tent's standing Misses of the current period, by the current rules. After a season was closed
 * the tent begins without any.
 */
export function missesNow(
  checks: readonly RecordedCheck[],
  rules: SeasonRules,
  now: Date,
): TentRecord['standing'] {
  const { period } = momentOf(rules, now.getTime())
  const misses = checks.filter(
    ({ outcome, startedAt, seasonClosed }) =>
      outcome === 'miss' &&
      !seasonClosed &&
      isSamePeriod(rules, Date.parse(startedAt), now.getTime()),
  )
  return { period: period?.name ?? null, misses: misses.length, allowed: rules.missesAllowed }
}
