import { columnNames } from '../../shared/tents/roster-columns.ts'
import type { TentResults } from '../tent-check/ledger/events.ts'
import {
  cellsBefore,
  pairsThatDiffer,
  resultCells,
  type WaitingResult,
  type WritePlan,
} from './record-change.ts'
import type { ReadRecord } from './records.ts'

/**
 * What is known of a tent whose database went back in time: results that wait may have been sent
 * since, and Airtable may have been told of what is in no ledger any more.
 */
type Compared<Result> = {
  /** Airtable has them. */
  arrived: Result[]
  /** Airtable has them not, or not yet: they are treated as sent without an answer. */
  unsent: { results: Result[]; plan: WritePlan } | null
  /** Columns. Where there are any, nobody can tell, and a person is to settle what waits. */
  differing: string[]
}

/**
 * Results of a tent are sent in their order, so Airtable shows what stood there after some of them:
 * none, a few or all. `tent`: as it is here, with all that waits. What Airtable does not say, in a
 * column that is missing or cannot be read, differs from nothing.
 */
export function compareAfterSetBack<Result extends WaitingResult>(
  tent: TentResults,
  results: readonly Result[],
  { row, unreadable }: ReadRecord,
  missing: ReadonlySet<string>,
): Compared<Result> {
  const there = resultCells(row)
  const said = (Object.keys(there) as (keyof TentResults)[]).filter(
    (field) => !missing.has(columnNames[field]) && !unreadable.has(field),
  )
  const isSame = (here: TentResults) => {
    const heard = { ...here, ...Object.fromEntries(said.map((field) => [field, there[field]])) }
    return heard.numberOfMisses === here.numberOfMisses && pairsThatDiffer(heard, here).length === 0
  }
  const all = resultCells(tent)
  let cells: TentResults | null = all
  for (let count = results.length; cells !== null; count -= 1) {
    if (isSame(cells)) {
      const left = results.slice(count)
      const unsent = left.length === 0 ? null : { results: left, plan: { before: cells } }
      return { arrived: results.slice(0, count), unsent, differing: [] }
    }
    const last = results[count - 1]
    cells = last === undefined ? null : cellsBefore(last, cells)
  }
  const differing = said.filter((field) => all[field] !== there[field])
  // How often, a person has to know; the texts name members.
  const misses = ` (${all.numberOfMisses} here, ${there.numberOfMisses} at Airtable)`
  const named = (field: keyof TentResults) =>
    `${columnNames[field]}${field === 'numberOfMisses' ? misses : ''}`
  return { arrived: [], unsent: null, differing: differing.map(named) }
}
