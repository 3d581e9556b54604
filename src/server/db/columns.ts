import { getTableColumns } from 'drizzle-orm'
import {
  answeredRequests,
  auditEvents,
  checkEvents,
  checks,
  disputes,
  outbox,
  pushes,
  tents,
  users,
} from './schema.ts'

/** Those of which `append_to_ledger` gets rows. */
const tables = {
  answeredRequests,
  auditEvents,
  checkEvents,
  checks,
  disputes,
  outbox,
  pushes,
  tents,
  users,
}

type Table = keyof typeof tables
type Fields<Name extends Table> = {
  [Field in keyof (typeof tables)[Name]['$inferInsert']]?: unknown
}

/** The fields that have a column in this table, by the names of their columns. */
export function columnsOf<Name extends Table>(name: Name, fields: Fields<Name>): object {
  const columns: Record<string, { name: string }> = getTableColumns(tables[name])
  const row: Record<string, unknown> = {}
  for (const [field, value] of Object.entries(fields)) {
    const column = columns[field]
    if (column !== undefined) row[column.name] = value
  }
  return row
}
