import { columnNames } from '../../shared/tents/roster-columns.ts'
import { resultCells, type TentResults } from '../tent-check/ledger/events.ts'
import { type PairName, pairs } from '../tent-check/ledger/result.ts'
import {
  cellsBefore,
  pairsThatDiffer,
  type WaitingResult,
  type WritePlan,
  writeOf,
} from './record-change.ts'
import type { ReadRecord } from './records.ts'

/**
 * How a tent compares with its record after the database went back in time: results that wait may
 * have been sent already, and Airtable may have results that the ledger has lost.
 */
type Compared<Result> = {
  /** Results that Airtable has. */
  arrived: Result[]
  /** Results that Airtable does not have, or not yet: treated as sent without an answer. */
  unsent: { results: Result[]; plan: WritePlan } | null
  /** Columns that fit no state; if there are any, a person must settle what waits. */
  differing: string[]
}

/**
 * Results of a tent are sent in order, so the record has its values after the first few of them, none
 * or all. `tent`: as it is here, after all results. A column that is missing or cannot be read is not
 * compared, nor is any of `without`: pairs that writes leave out now. Results that only the
 * number could show are `unsent` while it is not compared: their plan waits until it can be read.
 * `byDate`: whoever stands beside the date of a mark, it is that mark.
 */
export function compareAfterSetBack<Result extends WaitingResult>(
  tent: TentResults,
  results: readonly Result[],
  { row, unreadable }: ReadRecord,
  {
    missing,
    without,
    byDate = false,
  }: { missing: ReadonlySet<string>; without: readonly PairName[]; byDate?: boolean },
): Compared<Result> {
  const there = resultCells(row)
  const leftOut: readonly string[] = without.flatMap((name) => pairs[name])
  const comparable = (Object.keys(there) as (keyof TentResults)[]).filter(
    (field) =>
      !missing.has(columnNames[field]) && !unreadable.has(field) && !leftOut.includes(field),
  )
  const isSame = (here: TentResults) => {
    const read = Object.fromEntries(comparable.map((field) => [field, there[field]]))
    const shown = { ...here, ...read }
    const differing = pairsThatDiffer(shown, here, { byDate })
    return shown.numberOfMisses === here.numberOfMisses && differing.length === 0
  }
  const all = resultCells(tent)
  let found: { count: number; before: TentResults } | null = null
  let cells: TentResults | null = all
  for (let count = results.length; cells !== null; count -= 1) {
    const isFound = isSame(cells)
    if (isFound) found = { count, before: cells }
    // While the number is not known, the same texts may stand there before a Miss and after it.
    if (found !== null && (!isFound || comparable.includes('numberOfMisses'))) break
    const last = results[count - 1]
    cells = last === undefined ? null : cellsBefore(last, cells)
  }
  if (found !== null) {
    const { count, before } = found
    const left = results.slice(count)
    const plan = writeOf(left, before, { missing, without })
    const unsent = left.length === 0 ? null : { results: left, plan }
    return { arrived: results.slice(0, count), unsent, differing: [] }
  }
  const differing = comparable.filter((field) => all[field] !== there[field])
  // A person needs both numbers; the texts are left out, because they name members.
  const misses = ` (${all.numberOfMisses} here, ${there.numberOfMisses} at Airtable)`
  const named = (field: keyof TentResults) =>
    `${columnNames[field]}${field === 'numberOfMisses' ? misses : ''}`
  return { arrived: [], unsent: null, differing: differing.map(named) }
}
