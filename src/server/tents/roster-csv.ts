import { CsvError, parse } from 'csv-parse/sync'
import { lastCheckAtMost } from '../../shared/tent-check/contract.ts'
import type { RosterProblem, Tent } from '../../shared/tents/contract.ts'
import { membersOf } from '../../shared/tents/members.ts'
import {
  columnNames,
  rosterColumns as columns,
  type RosterField as Field,
  highestNumber,
  orderAndName,
  type RosterRow,
  refuseId,
} from './roster-row.ts'

type Cells = Record<Field, string>

const numberFields: ReadonlySet<Field> = new Set(['dayNumber', 'nightNumber', 'numberOfMisses'])

/** As many as one check takes. */
const tentsAtMost = 5000
const newlines = /\r\n|\r|\n/g
// A lone surrogate is no text either: the database refuses it.
const controlCharacters = /[^\P{Cc}\t\r\n]|\p{Cs}/u
const replacementCharacter = '\ufffd'

/**
 * Reads a roster. Airtable's columns in any order, their names without regard to case and spaces,
 * and optionally `id`. Unknown columns are left alone, a missing one is empty, blank rows are
 * skipped. Texts are kept exactly as they stand. `lines` holds the line of each row.
 * One problem anywhere refuses the whole file: nothing may be half imported. Refused: an empty
 * file, one with neither Order nor Name, broken quotes, rows of another length than the header,
 * numbers that are not whole, control characters, a tent that stands there twice, over 5,000 tents,
 * a tent with more members than one Make can store.
 * Specification 3, Tent.
 */
export function parseRosterCsv(
  text: string,
): { rows: RosterRow[]; lines: number[] } | { problems: RosterProblem[] } {
  const { records, brokenAt } = readRecords(text)
  if (brokenAt !== null) return { problems: [brokenAt] }
  const filled = records.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
  const [header, ...body] = filled
  if (header === undefined) return refusal(1, 'file', 'The file is empty.')
  const headerProblem = problemOfHeader(header)
  if (headerProblem !== null) return { problems: [headerProblem] }

  const places = header.cells.map(fieldOf)
  const problems: RosterProblem[] = []
  const rows: RosterRow[] = []
  const lines: number[] = []
  for (const { line, cells } of body) {
    const lengthProblem = problemOfLength(line, cells, header.cells.length)
    if (lengthProblem !== null) {
      problems.push(lengthProblem)
      continue
    }
    const named = cellsByField(places, cells)
    if (Object.values(named).every((cell) => cell.trim() === '')) continue
    problems.push(...problemsOfCells(line, named))
    rows.push(rowOf(named))
    lines.push(line)
  }
  problems.push(...problemsOfRepeats(rows, lines))
  if (problems.length > 0) return { problems: problems.sort((a, b) => a.line - b.line) }
  if (rows.length === 0) return refusal(header.line, 'file', 'The file has a header but no tents.')
  if (rows.length > tentsAtMost) {
    return refusal(header.line, 'file', 'The file has more than 5,000 tents.')
  }
  return { rows, lines }
}

/**
 * Writes a roster, `id` first, as RFC 4180 has it. Reading it again gives the same rows, for every
 * row that could have been read.
 */
export function writeRosterCsv(rows: readonly (RosterRow | Tent)[]): string {
  const header = columns.map(([, name]) => name)
  const body = rows.map((row) => columns.map(([field]) => String(row[field] ?? '')))
  return [header, ...body].map((cells) => `${cells.map(quoted).join(',')}\r\n`).join('')
}

type Line = { line: number; cells: string[] }

function readRecords(text: string): { records: Line[]; brokenAt: RosterProblem | null } {
  const records: Line[] = []
  // The parser's own count takes a CRLF within quotes for two lines.
  let line = 1
  const keep = (cells: string[]) => {
    records.push({ line, cells })
    line += 1
    for (const cell of cells) line += cell.match(newlines)?.length ?? 0
    return null
  }
  try {
    parse(text, {
      bom: true,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      max_record_size: 0,
      on_record: keep,
    })
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    return { records, brokenAt: { line, column: 'file', reason: reasonOfBreak(error) } }
  }
  return { records, brokenAt: null }
}

function reasonOfBreak(error: CsvError): string {
  return error.code === 'CSV_QUOTE_NOT_CLOSED'
    ? 'A quote is opened in this row and never closed.'
    : 'A quote stands in the middle of a cell. Put the whole cell in quotes and double those within.'
}

function refusal(line: number, column: string, reason: string): { problems: RosterProblem[] } {
  return { problems: [{ line, column, reason }] }
}

function headerKey(name: string): string {
  // \s holds the byte order mark and the no-break space, too.
  return name.replace(/\s+/g, '').toLowerCase()
}

const fieldsByHeader = new Map(columns.map(([field, name]) => [headerKey(name), field]))

function fieldOf(name: string): Field | null {
  return fieldsByHeader.get(headerKey(name)) ?? null
}

function problemOfHeader({ line, cells }: Line): RosterProblem | null {
  const fields = cells.map(fieldOf).filter((field) => field !== null)
  if (fields.length === 0) {
    const reason =
      'The first row names none of the columns of a roster (Order, Name, Type, Captain Name, Members, netIDs …), or they are not separated by commas.'
    return { line, column: 'file', reason }
  }
  if (!fields.includes('order') && !fields.includes('name')) {
    return {
      line,
      column: 'file',
      reason: 'The file has neither a column Order nor a column Name.',
    }
  }
  const twice = fields.find((field, index) => fields.indexOf(field) !== index)
  if (twice === undefined) return null
  return { line, column: columnNames[twice], reason: 'This column stands in the file twice.' }
}

// A row of another length has its texts in the wrong columns, most often by a comma without quotes.
function problemOfLength(line: number, cells: string[], expected: number): RosterProblem | null {
  const surplus = cells.slice(expected).some((cell) => cell.trim() !== '')
  if (cells.length >= expected && !surplus) return null
  const reason = `The row has ${cells.length} cells and the header ${expected}. Texts with commas need quotes around them.`
  return { line, column: 'row', reason }
}

function cellsByField(places: readonly (Field | null)[], cells: readonly string[]): Cells {
  const named: Cells = {
    id: '',
    order: '',
    name: '',
    type: '',
    captain: '',
    captainName: '',
    members: '',
    netIDs: '',
    dayNumber: '',
    nightNumber: '',
    numberOfMisses: '',
    lastCheck: '',
    dateOfLastCheck: '',
    lastMissLM: '',
    dateOfLastMiss: '',
  }
  for (const [index, field] of places.entries()) {
    if (field !== null) named[field] = cells[index] ?? ''
  }
  return named
}

function problemsOfCells(line: number, cells: Cells): RosterProblem[] {
  const problems: RosterProblem[] = []
  for (const [field, name] of columns) {
    const reason = problemOfCell(field, cells[field])
    if (reason !== null) problems.push({ line, column: name, reason })
  }
  return problems
}

function problemOfCell(field: Field, cell: string): string | null {
  if (controlCharacters.test(cell)) return 'Control characters are not allowed.'
  if (cell.includes(replacementCharacter)) {
    return 'Some letters cannot be read. Save the file as UTF-8 and try again.'
  }
  if (cell.trim() === '') return null
  if (field === 'id') return refuseId(cell.trim())
  if (field === 'members' && membersOf({ members: cell }).join(', ').length > lastCheckAtMost) {
    return 'The members are longer than 4,000 characters, more than one Make can store. Shorten them or make two tents of this one.'
  }
  if (!numberFields.has(field)) return null
  if (!/^[0-9]+$/.test(cell.trim())) return 'A whole number from 0 on, or nothing, must stand here.'
  return Number(cell) > highestNumber ? 'The number is too high.' : null
}

function rowOf(cells: Cells): RosterRow {
  return {
    ...cells,
    id: cells.id.trim() === '' ? null : cells.id.trim(),
    dayNumber: numberOf(cells.dayNumber),
    nightNumber: numberOf(cells.nightNumber),
    numberOfMisses: numberOf(cells.numberOfMisses) ?? 0,
  }
}

function numberOf(cell: string): number | null {
  return cell.trim() === '' ? null : Number(cell)
}

function problemsOfRepeats(rows: readonly RosterRow[], lines: readonly number[]): RosterProblem[] {
  const problems: RosterProblem[] = []
  const byId = new Map<string, number>()
  const byName = new Map<string, { line: number; hasId: boolean }>()
  for (const [index, row] of rows.entries()) {
    const line = lines[index] ?? 0
    const sameId = row.id === null ? undefined : byId.get(row.id)
    if (sameId !== undefined) {
      problems.push({ line, column: 'id', reason: `Line ${sameId} has the same id.` })
      continue
    }
    if (row.id !== null) byId.set(row.id, line)
    const key = orderAndName(row)
    const sameName = byName.get(key)
    // With an id each, they are two tents that happen to be called the same.
    if (sameName !== undefined && !(sameName.hasId && row.id !== null)) {
      const reason = `Line ${sameName.line} has the same order and name. Give both an id if they are two tents.`
      problems.push({ line, column: 'Order', reason })
    }
    if (sameName === undefined) byName.set(key, { line, hasId: row.id !== null })
  }
  return problems
}

function quoted(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}
