import type { Tent } from './contract.ts'

export type RosterField = Exclude<keyof Tent, 'people'>

/** A roster's columns by Airtable's names, in the order in which they are written. */
export const rosterColumns: readonly (readonly [RosterField, name: string])[] = [
  ['id', 'id'],
  ['order', 'Order'],
  ['name', 'Name'],
  ['type', 'Type'],
  ['captain', 'Captain'],
  ['captainName', 'Captain Name'],
  ['members', 'Members'],
  ['netIDs', 'netIDs'],
  ['dayNumber', 'Day Number'],
  ['nightNumber', 'Night Number'],
  ['numberOfMisses', 'Number of Misses'],
  ['lastCheck', 'Last Check'],
  ['dateOfLastCheck', 'Date of Last Check'],
  ['lastMissLM', 'Last Miss LM'],
  ['dateOfLastMiss', 'Date of Last Miss'],
]

/** The names of `rosterColumns`, by field. */
export const columnNames = Object.fromEntries(rosterColumns) as Record<RosterField, string>

/** The names of the columns whose values name people. */
export const columnsOfPeople: ReadonlySet<string> = new Set(
  (['captain', 'captainName', 'members', 'netIDs', 'lastCheck', 'lastMissLM'] as const).map(
    (field) => columnNames[field],
  ),
)

export const numberFields: ReadonlySet<RosterField> = new Set<RosterField>([
  'dayNumber',
  'nightNumber',
  'numberOfMisses',
])

/** The columns that people write; without the id and what checks write. */
export const writtenFields = [
  'order',
  'name',
  'type',
  'captain',
  'captainName',
  'members',
  'netIDs',
  'dayNumber',
  'nightNumber',
] as const satisfies readonly RosterField[]

/** The columns that checks write. */
export const resultFields = [
  'numberOfMisses',
  'lastCheck',
  'dateOfLastCheck',
  'lastMissLM',
  'dateOfLastMiss',
] as const satisfies readonly RosterField[]
