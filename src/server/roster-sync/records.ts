import { easternTime } from '../../shared/eastern-time.ts'
import { withoutInvisible } from '../../shared/invisible.ts'
import { columnNames, type RosterField, rosterColumns } from '../../shared/tents/roster-columns.ts'
import type { AirtableRecord } from '../airtable/client.ts'
import { highestNumber, type RosterRow } from '../tents/roster-row.ts'

/** Our columns by their names at Airtable; `id` is not a column there. */
export const airtableColumns = rosterColumns.flatMap(([field, name]) =>
  field === 'id' ? [] : [name],
)

/** `row`: the record as a tent; `unreadable`: fields whose cells have a value of the wrong kind. */
export type ReadRecord = {
  id: string
  row: RosterRow & { id: string }
  unreadable: ReadonlySet<RosterField>
}

const recordId = /^rec[A-Za-z0-9]{14}$/

// Half of a surrogate pair, which the database refuses.
const halfLetters = /\p{Cs}+/gu

/**
 * A record as a row of the roster. A cell that is left out is empty; what a lookup of linked records
 * or a multiple selection holds is joined with ", "; a person or a file gives its name, a moment its
 * Eastern time.
 */
export function readRecord({ id, fields }: AirtableRecord): ReadRecord {
  const unreadable = new Set<RosterField>()
  const text = (field: RosterField) => {
    const value = textOf(fields[columnNames[field]])
    if (value === undefined) unreadable.add(field)
    return value ?? ''
  }
  const number = (field: 'dayNumber' | 'nightNumber' | 'numberOfMisses') => {
    const value = numberOf(fields[columnNames[field]])
    if (value === undefined) unreadable.add(field)
    return value ?? null
  }
  const row = {
    id,
    order: text('order'),
    name: text('name'),
    type: text('type'),
    captain: text('captain'),
    captainName: text('captainName'),
    members: text('members'),
    netIDs: text('netIDs'),
    dayNumber: number('dayNumber'),
    nightNumber: number('nightNumber'),
    numberOfMisses: number('numberOfMisses') ?? 0,
    lastCheck: text('lastCheck'),
    dateOfLastCheck: inEasternTime(text('dateOfLastCheck')),
    lastMissLM: text('lastMissLM'),
    dateOfLastMiss: inEasternTime(text('dateOfLastMiss')),
  }
  return { id, row, unreadable }
}

/** An empty record; Airtable's tables often end with some. */
export function isBlank({ row, unreadable }: ReadRecord): boolean {
  const { id: _, numberOfMisses, ...cells } = row
  const values = Object.values(cells)
  return (
    unreadable.size === 0 &&
    numberOfMisses === 0 &&
    values.every((value) => value === null || String(value).trim() === '')
  )
}

/** A text as it is read: without what nobody sees, and without spaces at its ends. */
export function readText(text: string): string {
  return withoutInvisible(text.replace(halfLetters, ' ')).trim()
}

/** undefined: the value cannot be shown as a text. */
function textOf(value: unknown): string | undefined {
  if (value === undefined || value === null) return ''
  if (typeof value === 'string') return readText(value)
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (Array.isArray(value)) {
    // Of a column of links Airtable gives the records' ids; their names are in a lookup of it.
    if (value.length > 0 && value.every(isRecordId)) return undefined
    const parts = value.map(textOf)
    return parts.includes(undefined) ? undefined : parts.filter((part) => part !== '').join(', ')
  }
  return nameOf(value)
}

function isRecordId(value: unknown): boolean {
  return typeof value === 'string' && recordId.test(value)
}

/** Selections, people, files and buttons are objects that carry a name or a label. */
function nameOf(value: object): string | undefined {
  for (const key of ['name', 'text', 'label', 'filename', 'email']) {
    const name: unknown = Reflect.get(value, key)
    if (typeof name === 'string') return textOf(name)
  }
  return undefined
}

/** A column with times has them in UTC, `2026-01-19T03:04:00.000Z`; the roster in Eastern time. */
function inEasternTime(cell: string): string {
  const isMoment = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(cell) && !Number.isNaN(Date.parse(cell))
  return isMoment ? easternTime(new Date(cell)) : cell
}

/** null: an empty cell; undefined: not a whole number from 0 up. */
function numberOf(value: unknown): number | null | undefined {
  const only = Array.isArray(value) && value.length === 1 ? value[0] : value
  if (only === undefined || only === null || (Array.isArray(only) && only.length === 0)) return null
  if (typeof only === 'string') {
    if (only.trim() === '') return null
    return /^\d+$/.test(only.trim()) ? inRange(Number(only)) : undefined
  }
  return typeof only === 'number' && Number.isInteger(only) ? inRange(only) : undefined
}

function inRange(value: number): number | undefined {
  return value >= 0 && value <= highestNumber ? value : undefined
}
