import type { OwnTentNow } from '../../shared/check-history/contract.ts'
import type { SeasonRules } from '../../shared/season/contract.ts'
import { momentOf, periodBeginAt, requiredOf } from '../../shared/season/rules.ts'
import type { Tent } from '../../shared/tents/contract.ts'
import type { Reader } from '../db/database.ts'
import { type CheckState, outcomeOf, requiredIn } from '../tent-check/ledger/check-state.ts'
import { listEventsOfTents } from '../tent-check/ledger/store.ts'
import { listIdsOf } from '../tents/store.ts'
import { findLastOver, listChecksOfTent } from './store.ts'
import { missesNow, recordedChecks } from './tent-record.ts'

/** How one's own tent stands now. `running`: the check that is on, null: none. */
export async function readOwnTentNow(
  reader: Reader,
  tent: Tent,
  { rules, running, now }: { rules: SeasonRules; running: CheckState | null; now: Date },
): Promise<OwnTentNow> {
  const ids = await listIdsOf(reader, tent.id)
  const last = await findLastOver(reader)
  // A tent that returns next season begins without a standing.
  const lastOver = last?.isSeasonClosed ? null : last
  const begin = periodBeginAt(rules, now.getTime()) ?? now.getTime()
  // The last check may have begun before the period.
  const since = new Date(Math.min(begin, lastOver?.startedAt.getTime() ?? begin))
  const over = await listChecksOfTent(reader, ids, { since })
  const events = await listEventsOfTents(reader, ids)
  // Only outcomes and times are used of these records, so there is no name to hide.
  const checks = recordedChecks(over, events, { as: 'lineMonitor', people: new Map() }, now)
  const { period, misses: standing, allowed } = missesNow(checks, rules, now)
  const checkedId = running?.tents.find(({ id }) => ids.includes(id))?.id
  const byRules = requiredOf(rules, momentOf(rules, now.getTime()), tent)
  const inLast = checks.find(({ checkId }) => checkId === lastOver?.id) ?? null
  return {
    id: tent.id,
    order: tent.order,
    name: tent.name,
    required:
      running !== null && checkedId !== undefined ? requiredIn(running, checkedId) : byRules,
    ...(running === null ? statusInLast(lastOver !== null, inLast) : statusIn(running, checkedId)),
    misses: { period, standing, allowed },
  }
}

type Status = Pick<OwnTentNow, 'status' | 'at'>

function statusIn(running: CheckState, tentId: string | undefined): Status {
  if (tentId === undefined) return { status: 'notInCheck', at: null }
  const mark = running.marks.get(tentId)
  if (mark === undefined) return { status: 'out', at: null }
  return { status: outcomeOf(running, tentId), at: mark.at }
}

function statusInLast(
  hadAnyCheck: boolean,
  last: { outcome: 'make' | 'miss' | 'none'; at: string | null } | null,
): Status {
  if (!hadAnyCheck) return { status: null, at: null }
  return last === null ? { status: 'notInCheck', at: null } : { status: last.outcome, at: last.at }
}
