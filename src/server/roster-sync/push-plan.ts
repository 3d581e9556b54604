import { easternTime } from '../../shared/eastern-time.ts'
import type { Outcome } from '../../shared/tent-check/contract.ts'
import { columnNames } from '../tents/roster-row.ts'
import type { ReadRecord } from './records.ts'

/** A mark that Airtable has yet to be told, as the ledger has it. */
export type WaitingResult = {
  checkId: string
  number: number
  outcome: Outcome
  /** Who marked it, by first name. */
  by: string
  /** When, in Eastern time as it is written. */
  at: string
  /** Of a Make: who was there. */
  lastCheck: string
  /** What was sent for it without an answer that says whether it arrived. */
  plan: MissPlan | null
}

/** The Number of Misses that was written, and what stood there before. */
export type MissPlan = { numberOfMisses: number; before: MissCells }

type MissCells = { numberOfMisses: number; lastMissLM: string; dateOfLastMiss: string }

export type Write =
  | { do: 'write'; fields: Record<string, unknown>; plan: MissPlan | null }
  /** What was sent before did arrive. */
  | { do: 'nothing' }
  | { do: 'refuse'; failure: string }

/**
 * What brings one record up to its waiting results, oldest first. `record`: as it was read just
 * now, needed where there is a Miss among them; null: it is not in the table. `missing`: names of
 * columns that the table does not have; nothing can be written there.
 */
export function planWrite(
  waiting: readonly WaitingResult[],
  record: ReadRecord | null,
  missing: ReadonlySet<string>,
): Write {
  const misses = waiting.filter((result) => result.outcome === 'miss')
  const lastMiss = misses.at(-1)
  const lastMake = waiting.findLast((result) => result.outcome === 'make')
  const fields: Record<string, unknown> = {}
  const write = (field: keyof typeof columnNames, value: unknown) => {
    if (!missing.has(columnNames[field])) fields[columnNames[field]] = value
  }
  if (lastMake !== undefined) {
    write('lastCheck', lastMake.lastCheck)
    write('dateOfLastCheck', lastMake.at)
  }
  if (lastMiss === undefined) return { do: 'write', fields, plan: null }

  if (record === null) {
    return { do: 'refuse', failure: 'The tent is no longer in the table at Airtable.' }
  }
  if (missing.has(columnNames.numberOfMisses)) {
    return { do: 'refuse', failure: 'The table has no column Number of Misses.' }
  }
  if (record.unreadable.has('numberOfMisses')) {
    return { do: 'refuse', failure: 'Number of Misses at Airtable is not a whole number.' }
  }
  const now = missCellsOf(record)
  const sent = { lastMissLM: lastMiss.by, dateOfLastMiss: lastMiss.at }
  if (lastMiss.plan !== null && hasArrived(lastMiss.plan, sent, now)) return { do: 'nothing' }
  const numberOfMisses = now.numberOfMisses + misses.length
  write('numberOfMisses', numberOfMisses)
  write('lastMissLM', sent.lastMissLM)
  write('dateOfLastMiss', sent.dateOfLastMiss)
  return { do: 'write', fields, plan: { numberOfMisses, before: now } }
}

function missCellsOf({ row }: ReadRecord): MissCells {
  const { numberOfMisses, lastMissLM, dateOfLastMiss } = row
  return { numberOfMisses, lastMissLM, dateOfLastMiss }
}

/**
 * Did a write arrive whose answer was lost? Number, monitor and date were written at once, so the
 * monitor and the date tell even when someone changed the number since. Where they stood there
 * before, the number alone must tell: it is no longer what it was.
 */
function hasArrived(
  { before }: MissPlan,
  sent: { lastMissLM: string; dateOfLastMiss: string },
  now: MissCells,
): boolean {
  const shows = (cells: MissCells) =>
    cells.lastMissLM === sent.lastMissLM && isSameDate(cells.dateOfLastMiss, sent.dateOfLastMiss)
  if (!shows(before)) return shows(now)
  return now.numberOfMisses !== before.numberOfMisses
}

/**
 * A column of days keeps the day alone, `2026-01-18` for `1/18/2026, …`; one of moments may have
 * taken what was written for UTC.
 */
function isSameDate(cell: string, written: string): boolean {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(cell) ?? []
  if (year !== undefined) return written.startsWith(`${Number(month)}/${Number(day)}/${year},`)
  return cell === written || cell === easternTime(new Date(`${written} UTC`))
}
