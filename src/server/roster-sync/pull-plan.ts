import { counted } from '../../shared/counted.ts'
import { groupedBy } from '../../shared/grouped.ts'
import type { RosterSync } from '../../shared/roster-sync/contract.ts'
import { columnNames, type RosterField, resultFields } from '../../shared/tents/roster-columns.ts'
import { resultCells, type TentResults } from '../tent-check/ledger/events.ts'
import { areDemoTents } from '../tents/demo-season.ts'
import {
  emptyRow,
  isTooLong,
  orderAndName,
  type RosterRow,
  textAtMost,
  textFields,
} from '../tents/roster-row.ts'
import {
  asWritten,
  cellsAfter,
  changeOf,
  inDoubt,
  type Waiting,
  withoutGivenUp,
} from './record-change.ts'
import type { ReadRecord } from './records.ts'

/** A tent as it is in our database, and what a pull must not overwrite. */
export type KnownForPull = RosterRow & {
  id: string
  fromAirtable: boolean
  retired: boolean
  /** Results that Airtable does not have yet. */
  waiting: Waiting
  /**
   * Results arrived so recently that Airtable's answer may be older, or a person must settle what
   * waits: its columns of results are ignored.
   */
  isHeld: boolean
}

/**
 * The rows to import. Airtable's values are used in every field, with three exceptions: results that
 * wait are added, as they will be written there, but for what may have arrived already; the time of
 * a mark stays as it was written, because a column of dates may have read it as UTC or kept only the
 * day; and if a column is missing or a cell can't be used, as a text over its limit, our own value
 * stays.
 */
export function rowsOfPull(
  records: readonly ReadRecord[],
  missing: ReadonlySet<RosterField>,
  known: ReadonlyMap<string, KnownForPull>,
): { rows: RosterRow[]; problems: RosterSync['problems'] } {
  const problems: RosterSync['problems'] = []
  const rows = records.map(({ id, row: read, unreadable }) => {
    const tooLong = textFields.filter((field) => isTooLong(field, read[field]))
    const tent = known.get(id)
    const kept = [...missing, ...unreadable, ...tooLong, ...(tent ? fieldsInDoubt(tent, read) : [])]
    const row = {
      ...read,
      ...(tent && resultsOf(tent, read)),
      ...fieldsAsTheyAre(tent ?? emptyRow, kept),
    }
    const { order, name } = row
    for (const field of unreadable) problems.push({ order, name, column: columnNames[field] })
    for (const field of tooLong) {
      const limit = counted(textAtMost[field], 'character')
      const column = `${columnNames[field]} (over ${limit}: shorten it)`
      problems.push({ order, name, column })
    }
    return row
  })
  return { rows, problems }
}

function resultsOf(tent: KnownForPull, row: RosterRow): TentResults {
  if (tent.isHeld) return resultCells(tent)
  const cells = resultCells(row)
  const results = cellsAfter(changeOf(withoutGivenUp(tent.waiting, cells).left), cells)
  return asWritten(results, resultCells(tent))
}

/** The fields of a write that may have arrived: added once more, it might count twice. */
function fieldsInDoubt({ waiting }: KnownForPull, row: RosterRow): RosterField[] {
  const doubt = inDoubt(withoutGivenUp(waiting, resultCells(row)).left)
  const { wrote = {} } = doubt?.write ?? {}
  return resultFields.filter((field) => field in wrote)
}

function fieldsAsTheyAre(tent: RosterRow, fields: readonly RosterField[]): Partial<RosterRow> {
  return Object.fromEntries(fields.map((field) => [field, tent[field]]))
}

/**
 * Finds records for tents that came from a file: order and name must be the same, and of exactly one
 * tent and one record. Tents on the roster come first, before retired ones. Returns the record's id
 * by the tent's.
 */
export function adoptionsOf(
  known: readonly KnownForPull[],
  records: readonly ReadRecord[],
): Map<string, string> {
  const knownIds = new Set(known.map((tent) => tent.id))
  const recordIds = new Set(records.map(({ id }) => id))
  const fromFile = known.filter(({ id, fromAirtable }) => !fromAirtable && !recordIds.has(id))
  const unknown = records.filter(({ id }) => !knownIds.has(id)).map(({ row }) => row)
  const theirs = groupedBy(unknown, orderAndName)
  const adoptions = new Map<string, string>()
  for (const [key, alike] of groupedBy(fromFile, orderAndName)) {
    const onRoster = alike.filter((tent) => !tent.retired)
    const [tent, ...more] = onRoster.length > 0 ? onRoster : alike
    const [record, ...others] = theirs.get(key) ?? []
    if (tent && record && more.length === 0 && others.length === 0) {
      adoptions.set(tent.id, record.id)
    }
  }
  return adoptions
}

/**
 * Must a person confirm the pull? Yes if the roster would shrink by more than half, or if none of its
 * tents from Airtable is there any more, which means another table; but not where a table that is not
 * empty replaces the demo season, which nobody typed. null: no.
 */
export function shrinkOf(
  known: readonly KnownForPull[],
  records: readonly ReadRecord[],
  adoptions: ReadonlyMap<string, string>,
): RosterSync['shrink'] {
  const onRoster = known.filter((tent) => !tent.retired)
  const recordIds = new Set(records.map(({ id }) => id))
  const isThere = ({ id }: KnownForPull) => recordIds.has(id) || adoptions.has(id)
  const theirs = onRoster.filter((tent) => tent.fromAirtable)
  const isAnotherTable = theirs.length > 0 && !theirs.some(isThere)
  if (records.length >= onRoster.length / 2 && !isAnotherTable) return null
  const isOnlyDemo = theirs.length === 0 && areDemoTents(onRoster)
  if (isOnlyDemo && records.length > 0) return null
  return { from: onRoster.length, to: onRoster.filter(isThere).length }
}
