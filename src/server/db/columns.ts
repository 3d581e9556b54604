import { getTableColumns } from 'drizzle-orm'
import * as schema from './schema.ts'

const tables = { ...schema }
type Table = keyof typeof tables

/** A row of this table, by its fields. */
export type Row<Name extends Table> = (typeof tables)[Name]['$inferSelect']

/** The fields that have a column in this table, by the names of their columns. */
export function columnsOf<Name extends Table>(
  name: Name,
  fields: { [Field in keyof Row<Name>]?: unknown },
): object {
  const columns: Record<string, { name: string }> = getTableColumns(tables[name])
  const row: Record<string, unknown> = {}
  for (const [field, value] of Object.entries(fields)) {
    const column = columns[field]
    if (column !== undefined) row[column.name] = value
  }
  return row
}
