import type { Row } from '../../db/columns.ts'
import { type CheckEvent, tentOf } from './events.ts'

type EventRow = Row<'checkEvents'>

/** The fields of an event that have a column of their own; all others are in the column `data`. */
const columns: Record<string, keyof EventRow> = {
  checkId: 'checkId',
  number: 'number',
  kind: 'kind',
  at: 'at',
  by: 'byName',
  netID: 'netID',
  requestId: 'requestId',
  deviceTime: 'deviceTime',
} satisfies Partial<Record<keyof CheckEvent, keyof EventRow>>

/** The row of an event; `requestPart`: how many its request has written before. */
export function rowOfEvent(
  event: CheckEvent,
  requestPart: number,
): { [Column in keyof EventRow]?: unknown } {
  const row: { [Column in keyof EventRow]?: unknown } = {}
  const data: Record<string, unknown> = {}
  for (const [field, value] of Object.entries(event)) {
    const column = columns[field]
    if (column === undefined) data[field] = value
    else row[column] = value
  }
  // By these the database finds events and knows whether they are sound.
  const outcome = 'mark' in event ? event.mark.outcome : null
  return { ...row, data, requestPart, tentId: tentOf(event), outcome }
}

/** The reverse. */
export function eventOfRow({ at, data, ...row }: EventRow): CheckEvent {
  const values = { ...row, at: at.toISOString() }
  const event: Record<string, unknown> = {}
  for (const [field, column] of Object.entries(columns)) {
    const value = values[column as keyof typeof values]
    // Of these fields only netID is null in an event: it was the server.
    if (value !== null || field === 'netID') event[field] = value
  }
  return { ...event, ...(data as object) } as CheckEvent
}
