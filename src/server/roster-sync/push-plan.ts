import { columnNames, resultFields } from '../../shared/tents/roster-columns.ts'
import { resultCells, type TentResults } from '../tent-check/ledger/events.ts'
import { type PairName, pairs } from '../tent-check/ledger/result.ts'
import {
  changedPairs,
  changeOf,
  changesMisses,
  dependsOnRecord,
  hasArrivedInPart,
  inDoubt,
  isNothing,
  pairsOf,
  showsWrite,
  type Waiting,
  type WaitingResult,
  type WritePlan,
  withoutGivenUp,
  writeOf,
} from './record-change.ts'
import type { ReadRecord } from './records.ts'

/** The columns of results, by their names at Airtable. */
export const resultColumns = resultFields.map((field) => columnNames[field])

/** Names of columns that the table does not have; `awaited`: those that results wait for. */
export type AwayColumns = { missing: ReadonlySet<string>; awaited: ReadonlySet<string> }

/** The plan for one record. */
export type TentPlan<Result> = {
  /** Results that have arrived or cancel each other out; they leave the queue. */
  settled: Result[]
  /** Results of which all but the pair has arrived, so that nothing else of them is sent again. */
  inPart: Result[]
  /**
   * The remaining results with what to write for them, or why nothing can be written; null: none
   * remain. `mayHaveArrived`: nothing tells yet whether those that were sent have arrived.
   */
  next:
    | null
    | { results: Result[]; fields: Record<string, unknown>; plan: WritePlan }
    | { results: Result[]; failure: string; mayHaveArrived: boolean }
}

/** Must the record be read first? Makes that were never sent are simply written. */
export function needsReading(results: readonly WaitingResult[]): boolean {
  return results.some(({ plan }) => plan !== null) || dependsOnRecord(changeOf(results))
}

/**
 * Plans what to write for one record. Results that were sent without an answer are settled first:
 * they have arrived, or they count as never sent. While this cannot be known, but can be later, all
 * results wait. `record`: as read just now; null: it was not read, or is not in the table. A pair
 * with an awaited column waits as a whole, because its date shows which mark it is of.
 */
export function planWrite<Result extends WaitingResult>(
  waiting: Waiting<Result>,
  record: ReadRecord | null,
  away: AwayColumns,
): TentPlan<Result> {
  const { missing, awaited } = away
  const cells = record && resultCells(record.row)
  const { void: taken, left } = withoutGivenUp(waiting, cells)
  const doubt = inDoubt(left)
  const arrival = doubt === null ? false : arrivalOf(doubt.write, record, away)
  if (typeof arrival !== 'boolean') {
    const { failure } = arrival
    return { settled: taken, inPart: [], next: { results: left, failure, mayHaveArrived: true } }
  }
  const arrived = doubt !== null && arrival ? doubt.sent : []
  const inPart = arrived.filter((result) => result.plan && hasArrivedInPart(result, result.plan))
  const results = left.flatMap((result) => {
    if (!arrived.includes(result)) return result
    return inPart.includes(result) ? { ...result, misses: 0, plan: null } : []
  })
  const settled = [...taken, ...arrived.filter((result) => !inPart.includes(result))]
  const allSettled = { settled: [...settled, ...results], inPart: [], next: null }
  const change = changeOf(results)
  if (isNothing(change)) return allSettled

  const failure = refuseWrite(results, record, missing)
  if (failure !== null) {
    return { settled, inPart, next: { results, failure, mayHaveArrived: false } }
  }
  const changing = changedPairs(change)
  const without = pairsOf(awaited).filter((name) => changing.includes(name))
  const plan = writeOf(results, cells, { missing, without })
  const fields = cellsOf(plan.wrote)
  if (Object.keys(fields).length === 0) {
    const column = awaitedIn(without, awaited)
    if (column === undefined) return allSettled
    const waits = results.filter((result) => hasArrivedInPart(result, plan))
    return {
      settled: [...settled, ...results.filter((result) => !waits.includes(result))],
      inPart: [...inPart, ...waits.filter(({ misses }) => misses !== 0)],
      next: { results: waits, failure: waitsFor(column), mayHaveArrived: false },
    }
  }
  return { settled, inPart, next: { results, fields, plan } }
}

/** By the names of their columns; null empties a cell of any type. */
function cellsOf(wrote: Partial<TentResults>): Record<string, unknown> {
  const cells = resultFields.flatMap((field) => {
    const value = wrote[field]
    return value === undefined ? [] : [[columnNames[field], value === '' ? null : value]]
  })
  return Object.fromEntries(cells)
}

/** Of a tent from a file that left the roster at a pull, because it is none of the records. */
export const hasNoRecord =
  'No record at Airtable has its order and name. If it is spelled otherwise there, delete that record and add a new one with this order and name: it gets what waits.'
const isGone = 'The tent is no longer in the table at Airtable.'
const noWholeNumber = 'Number of Misses at Airtable is not a whole number.'

/** Does a result with this failure wait until its record, or the number in it, can be read? */
export function waitsForRecord(failure: string | null): boolean {
  return [isGone, noWholeNumber, noColumn(columnNames.numberOfMisses)].some(
    (each) => each === failure,
  )
}

function noColumn(name: string): string {
  return `The table has no column ${name}.`
}

function waitsFor(column: string): string {
  return `${noColumn(column)} If it is gone for good, save the settings of Airtable again: results then go without it.`
}

function awaitedIn(names: readonly PairName[], awaited: ReadonlySet<string>): string | undefined {
  const columns = names.flatMap((name) => pairs[name]).map((field) => columnNames[field])
  return columns.find((name) => awaited.has(name))
}

function refuseWrite(
  results: readonly WaitingResult[],
  record: ReadRecord | null,
  missing: ReadonlySet<string>,
): string | null {
  if (record === null) {
    return needsReading(results) ? isGone : null
  }
  return changesMisses(changeOf(results)) ? noNumber(record, missing) : null
}

/** Why the record's number of misses is not known; null: it is. */
function noNumber({ unreadable }: ReadRecord, missing: ReadonlySet<string>): string | null {
  if (missing.has(columnNames.numberOfMisses)) return noColumn(columnNames.numberOfMisses)
  return unreadable.has('numberOfMisses') ? noWholeNumber : null
}

/**
 * Did a write arrive whose answer was lost? All columns are written together, so the texts show it
 * even if someone has changed the number since. If the texts cannot show it, the write arrived if
 * the number has changed. If the write did not set the number, only its awaited columns can show
 * it. `failure`: why it cannot be known now.
 */
function arrivalOf(
  write: Required<WritePlan>,
  record: ReadRecord | null,
  { missing, awaited }: AwayColumns,
): boolean | { failure: string } {
  // It may come back: of a row that was deleted, or once a mistyped table id is mended.
  if (record === null) return { failure: isGone }
  const { before, wrote } = write
  const isShown = showsWrite(resultCells(record.row), write, missing)
  if (isShown !== null) return isShown
  if (wrote.numberOfMisses !== undefined) {
    const failure = noNumber(record, missing)
    return failure === null ? record.row.numberOfMisses !== before.numberOfMisses : { failure }
  }
  const column = Object.keys(cellsOf(wrote)).find((name) => awaited.has(name))
  return column === undefined ? false : { failure: waitsFor(column) }
}
