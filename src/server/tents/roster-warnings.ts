import { isNetID } from '../../shared/accounts/rules.ts'
import { composed } from '../../shared/composed.ts'
import { counted } from '../../shared/counted.ts'
import type { RosterProblem } from '../../shared/tents/contract.ts'
import { netIDsOfCaptain, tokensOf } from '../../shared/tents/match.ts'
import { membersOf } from '../../shared/tents/members.ts'
import {
  columnNames,
  type RosterField,
  resultFields,
  writtenFields,
} from '../../shared/tents/roster-columns.ts'
import { withoutFormula } from '../csv.ts'
import type { RosterReading } from './roster-csv.ts'
import type { ImportSettings } from './roster-import.ts'
import type { ImportPlan } from './roster-plan.ts'
import { isTooLong, orderAndName, type RosterRow, textFields } from './roster-row.ts'

type Found = { row: number; field: RosterField; reason: string }

/**
 * What looks wrong in a roster but may be intended, by line and column; `knownTypes` are the types
 * of tents so far. Warnings never repeat the file's content.
 */
export function rosterWarnings(
  { rows, lines, columns, headerLine }: RosterReading,
  knownTypes: readonly string[],
  { results }: ImportSettings,
): RosterProblem[] {
  if (columns.size === 0) return []
  const missing = (results ? [...writtenFields, ...resultFields] : writtenFields)
    .filter((field) => !columns.has(field))
    .map((field) => ({
      line: headerLine,
      column: columnNames[field],
      reason:
        'The file does not have this column, so it becomes empty for every tent. Add it, or check its spelling.',
    }))
  const lineOf = (row: number) => lines[row] ?? 0
  const found: Found[] = [
    ...rows.flatMap((row, index) => [
      ...blanksOf(row, index),
      ...countsOf(row, index),
      ...namesTwiceOf(row, index),
      ...netIDsOddIn(row, index),
      ...captainsOf(row, index),
      ...textsOddIn(row, index),
    ]),
    ...ordersTwice(rows, lineOf),
    ...netIDsTwice(rows, lineOf),
    ...captainsUnknown(rows),
    ...typesUnseen(rows, knownTypes),
  ].filter(({ field }) => columns.has(field))
  const inRows = found.map(({ row, field, reason }) => ({
    line: lineOf(row),
    column: columnNames[field],
    reason,
  }))
  return [...missing, ...inRows.sort((a, b) => a.line - b.line)]
}

/**
 * New tents with the order or the name of a removed one. Without an id that is known here a tent is
 * known by its order and name, so changing one of them makes a new tent, without Misses and history.
 */
export function renameWarnings(
  { rows, lines }: Pick<RosterReading, 'rows' | 'lines'>,
  { add, retire }: Pick<ImportPlan, 'add' | 'retire'>,
): RosterProblem[] {
  const added = new Set(add.map(orderAndName))
  const orders = new Set(retire.map(({ order }) => plain(order)))
  const names = new Set(retire.map(({ name }) => plain(name)))
  // A file may have no orders, or no names.
  for (const known of [orders, names]) known.delete('')
  return rows.flatMap((row, index) => {
    const isLikeRemoved = orders.has(plain(row.order)) || names.has(plain(row.name))
    if (!added.has(orderAndName(row)) || !isLikeRemoved) return []
    const reason =
      'A tent with this order or name is removed, and this one starts as a new tent. Is it the same tent with a new name or order? Give it its id from an exported roster, or change it on the dashboard.'
    return [{ line: lines[index] ?? 0, column: columnNames.name, reason }]
  })
}

function blanksOf(tent: RosterRow, row: number): Found[] {
  const found: Found[] = []
  if (tent.order.trim() === '') {
    const reason = 'The tent has no order, so it stands after all others. Give it one.'
    found.push({ row, field: 'order', reason })
  }
  if (tent.name.trim() === '') {
    found.push({ row, field: 'name', reason: 'The tent has no name. Give it one.' })
  }
  return found
}

function countsOf(tent: RosterRow, row: number): Found[] {
  const members = membersOf(tent).length
  const entries = netIDEntries(tent)
  const netIDs = entries.length
  // An odd entry may stand for any number of people.
  if (members === netIDs || !entries.every(isNetID)) return []
  const reason = `There are ${members} members and ${netIDs} netIDs. Give as many of each, in the same order.`
  return [{ row, field: 'netIDs', reason }]
}

function namesTwiceOf(tent: RosterRow, row: number): Found[] {
  return repeatsIn(membersOf(tent).map(plain)).map(([first, again]) => ({
    row,
    field: 'members',
    reason: `Members ${first + 1} and ${again + 1} have the same name. Take one out, or tell two people apart.`,
  }))
}

function netIDsOddIn(tent: RosterRow, row: number): Found[] {
  return netIDEntries(tent).flatMap((entry, place) => {
    const reason = `NetID ${place + 1} must have only letters from a to z and digits, 32 at most. Correct it.`
    return isNetID(entry) ? [] : [{ row, field: 'netIDs', reason }]
  })
}

function netIDEntries({ netIDs }: Pick<RosterRow, 'netIDs'>): string[] {
  return netIDs.split(/[\s,;]+/).filter((entry) => entry !== '')
}

/** A captain may be given by name, first name, netID or several of them. */
function captainsOf(tent: RosterRow, row: number): Found[] {
  // Lists that are too long have their own problem already, and would take seconds here.
  if (isTooLong('members', tent.members)) return []
  const netIDs = new Set(tokensOf(tent.netIDs).map(plain))
  const people = membersOf(tent).map((name) => new Set(tokensOf(name).map(plain)))
  const isThere = (name: string) => {
    const words = tokensOf(name).map(plain)
    return people.some((person) => words.every((word) => person.has(word) || netIDs.has(word)))
  }
  return (['captain', 'captainName'] as const)
    .filter((field) => !isTooLong(field, tent[field]))
    .filter((field) => !membersOf({ members: tent[field] }).every(isThere))
    .map((field) => ({
      row,
      field,
      reason: 'This is not one of the members. Add them there, or correct the spelling.',
    }))
}

function textsOddIn(tent: RosterRow, row: number): Found[] {
  const reason = 'A spreadsheet would take this for a formula. Begin it with a letter or a digit.'
  return textFields
    .filter((field) => withoutFormula(tent[field]) !== tent[field])
    .map((field) => ({ row, field, reason }))
}

function ordersTwice(rows: readonly RosterRow[], lineOf: (row: number) => number): Found[] {
  const orders = rows.map(({ order }) => plain(order))
  return repeatsIn(orders).map(([first, again]) => ({
    row: again,
    field: 'order',
    reason: `Line ${lineOf(first)} has the same order. Give one of the two tents another.`,
  }))
}

function netIDsTwice(rows: readonly RosterRow[], lineOf: (row: number) => number): Found[] {
  const all = rows.flatMap(({ netIDs }, row) =>
    tokensOf(netIDs).map((netID, place) => ({ row, place, netID: plain(netID) })),
  )
  return repeatsIn(all.map(({ netID }) => netID)).flatMap(([first, again]) => {
    const [before, after] = [all[first], all[again]]
    if (before === undefined || after === undefined) return []
    const where =
      before.row === after.row ? 'in this tent twice' : `in line ${lineOf(before.row)}, too`
    const reason = `NetID ${after.place + 1} is ${where}. A person has one tent: take it out of one place.`
    return [{ row: after.row, field: 'netIDs', reason }]
  })
}

/** Once for the file: some rosters have names in this column, which would hide all else. */
function captainsUnknown(rows: readonly RosterRow[]): Found[] {
  const unknown = rows.flatMap((tent, row) =>
    tent.captain.trim() !== '' &&
    !isTooLong('captain', tent.captain) &&
    !isTooLong('members', tent.members) &&
    netIDsOfCaptain(tent).length === 0
      ? [row]
      : [],
  )
  const [row] = unknown
  if (row === undefined) return []
  const more = unknown.length - 1
  const others = more > 0 ? ` The same is true of ${counted(more, 'other tent')}.` : ''
  const reason = `This names no netID, so nobody in the tent can plan its shifts. Put the captain’s netID here, alone and in small letters.${others}`
  return [{ row, field: 'captain', reason }]
}

/** If no tent ever had a type: types that only one tent of the file has. */
function typesUnseen(rows: readonly RosterRow[], knownTypes: readonly string[]): Found[] {
  const known = new Set(knownTypes.map(plain).filter((type) => type !== ''))
  const types = rows.map(({ type }) => plain(type))
  const inFile = new Set(repeatsIn(types).map(([first]) => types[first] ?? ''))
  const [seen, reason] =
    known.size > 0
      ? [known, 'No tent has had this type so far. See whether it is spelled as it should be.']
      : [inFile, 'No other tent has this type. See whether it is spelled as it should be.']
  if (seen.size === 0) return []
  return types.flatMap((type, row) =>
    type === '' || seen.has(type) ? [] : [{ row, field: 'type', reason }],
  )
}

/** By index, every repeated text with the index of its first occurrence. */
function repeatsIn(texts: readonly string[]): [first: number, again: number][] {
  const firsts = new Map<string, number>()
  return texts.flatMap((text, place): [number, number][] => {
    const first = firsts.get(text)
    if (first === undefined) firsts.set(text, place)
    return text === '' || first === undefined ? [] : [[first, place]]
  })
}

/** Removes differences that people do not see. */
function plain(text: string): string {
  return composed(text.trim()).replace(/\s+/g, ' ').toLowerCase()
}
