import type { RosterRow } from '../src/server/tents/roster-row.ts'
import { rosterColumns } from '../src/shared/tents/roster-columns.ts'
import type { AirtableStandIn } from './airtable.ts'

/** Puts tents into the table as a person would; gives their record ids. */
export function fillAirtable(airtable: AirtableStandIn, rows: readonly RosterRow[]): string[] {
  return rows.map((row) =>
    airtable.add(
      Object.fromEntries(
        rosterColumns.flatMap(([field, name]) => (field === 'id' ? [] : [[name, row[field]]])),
      ),
    ),
  )
}
