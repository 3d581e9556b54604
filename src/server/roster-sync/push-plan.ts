import { columnNames } from '../../shared/tents/roster-columns.ts'
import type { TentResults } from '../tent-check/ledger/events.ts'
import {
  cellsAfter,
  changeOf,
  changesMisses,
  dependsOnRecord,
  isNothing,
  pairsThatDiffer,
  resultCells,
  type Waiting,
  type WaitingResult,
  type WritePlan,
  withoutGivenUp,
} from './record-change.ts'
import type { ReadRecord } from './records.ts'

const blank: TentResults = {
  numberOfMisses: 0,
  lastMissLM: '',
  dateOfLastMiss: '',
  lastCheck: '',
  dateOfLastCheck: '',
}
const resultFields = Object.keys(blank) as (keyof TentResults)[]

/** The columns of results, by their names at Airtable. */
export const resultColumns = resultFields.map((field) => columnNames[field])

/** The plan for one record. */
export type TentPlan<Result> = {
  /** Results that have arrived or cancel each other out; they leave the queue. */
  settled: Result[]
  /**
   * The remaining results with what to write for them, or why nothing can be written; null: none
   * remain.
   */
  next:
    | null
    | { results: Result[]; fields: Record<string, unknown>; plan: WritePlan }
    | { results: Result[]; failure: string }
}

/** Must the record be read first? Makes that were never sent are simply written. */
export function needsReading(results: readonly WaitingResult[]): boolean {
  return results.some(({ plan }) => plan !== null) || dependsOnRecord(changeOf(results))
}

/**
 * Plans what to write for one record. Results that were sent without an answer are settled first:
 * they have arrived, or they count as never sent. `record`: as read just now; null: it was not read,
 * or is not in the table. `missing`: names of columns that the table does not have.
 */
export function planWrite<Result extends WaitingResult>(
  waiting: Waiting<Result>,
  record: ReadRecord | null,
  missing: ReadonlySet<string>,
): TentPlan<Result> {
  const { void: taken, left } = withoutGivenUp(waiting)
  const sent = left.filter(({ plan }) => plan !== null)
  const arrived = hasArrived(sent, record, missing) ? sent : []
  const results = left.filter((result) => !arrived.includes(result))
  const settled = [...taken, ...arrived]
  const allSettled = { settled: [...settled, ...results], next: null }
  const change = changeOf(results)
  if (isNothing(change)) return allSettled

  const failure = refuseWrite(results, record, missing)
  if (failure !== null) return { settled, next: { results, failure } }
  const before = record === null ? blank : resultCells(record.row)
  const after = cellsAfter(change, before)
  const changed = resultFields.filter(
    (field) => after[field] !== before[field] && !missing.has(columnNames[field]),
  )
  if (changed.length === 0) return allSettled
  // null empties a cell of any type.
  const cells = changed.map((field) => [
    columnNames[field],
    after[field] === '' ? null : after[field],
  ])
  return { settled, next: { results, fields: Object.fromEntries(cells), plan: { before } } }
}

function refuseWrite(
  results: readonly WaitingResult[],
  record: ReadRecord | null,
  missing: ReadonlySet<string>,
): string | null {
  if (record === null) {
    return needsReading(results) ? 'The tent is no longer in the table at Airtable.' : null
  }
  if (!changesMisses(changeOf(results))) return null
  if (missing.has(columnNames.numberOfMisses)) return 'The table has no column Number of Misses.'
  if (!record.unreadable.has('numberOfMisses')) return null
  return 'Number of Misses at Airtable is not a whole number.'
}

/**
 * Did a write arrive whose answer was lost? All columns are written together, so the texts show it
 * even if someone has changed the number since. If the write left the texts as they were, the number
 * must show it: it has changed.
 */
function hasArrived(
  sent: readonly WaitingResult[],
  record: ReadRecord | null,
  missing: ReadonlySet<string>,
): boolean {
  const plan = sent[0]?.plan
  if (record === null || plan == null) return false
  const before = { ...blank, ...plan.before }
  const written = cellsAfter(changeOf(sent), before)
  const unknown = resultFields.filter((field) => missing.has(columnNames[field]))
  const asWritten = Object.fromEntries(unknown.map((field) => [field, written[field]]))
  const telling = pairsThatDiffer({ ...before, ...asWritten }, written)
  const now = { ...resultCells(record.row), ...asWritten }
  if (telling.length === 0) return now.numberOfMisses !== before.numberOfMisses
  const differing = pairsThatDiffer(now, written)
  return telling.some((pair) => !differing.includes(pair))
}
