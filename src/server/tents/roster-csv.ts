import { counted } from '../../shared/counted.ts'
import { hasInvisible } from '../../shared/invisible.ts'
import type { RosterProblem, Tent } from '../../shared/tents/contract.ts'
import {
  columnNames,
  rosterColumns as columns,
  type RosterField as Field,
  numberFields,
} from '../../shared/tents/roster-columns.ts'
import { writeCsv } from '../csv.ts'
import {
  highestNumber,
  isTextField,
  isTooLong,
  orderAndName,
  type RosterRow,
  refuseId,
  textAtMost,
} from './roster-row.ts'
import { readTable, type TableRow } from './roster-table.ts'

type Cells = Record<Field, string>
type CellProblem = Omit<RosterProblem, 'line'>

/** As many as one check takes. */
const tentsAtMost = 5000
const spaces = /[\t\r\n]/g
// A lone surrogate is no text either: the database refuses it.
const halfLetter = /\p{Cs}/u
const replacementCharacter = '\ufffd'
/** What spreadsheet programs save of themselves: a ZIP file, or an old one of Excel. */
const workbookBegins = ['PK\x03\x04', 'ÐÏ\x11à']

/**
 * The content of a file, as far as it could be read. If there is any problem, nothing may be
 * imported.
 */
export type RosterReading = {
  rows: RosterRow[]
  /** The line on which each row begins. */
  lines: number[]
  /** The columns that the file has, and their line. */
  columns: ReadonlySet<Field>
  headerLine: number
  problems: RosterProblem[]
}

/**
 * Reads a roster. Airtable's columns in any order, their names without regard to case and spaces,
 * and optionally `id`, parted by commas, semicolons or tabs. Unknown columns are left alone, a
 * missing one is empty, blank rows are skipped. Texts are kept exactly as they stand.
 * One problem anywhere refuses the whole file: nothing may be half imported. Refused: a workbook, an
 * empty file, one with neither Order nor Name, broken quotes, rows of another length than the header,
 * numbers that are not whole, invisible characters, a tent that stands there twice, over 5,000 tents,
 * texts over their limits, as more members than one Make can store.
 * Specification 3, Tent.
 */
export function parseRosterCsv(text: string): RosterReading {
  const isColumn = (cell: string) => fieldOf(cell) !== null
  const { rows: filled, partedBy, brokenAt } = readTable(text, tentsAtMost + 1, isColumn)
  const [header, ...body] = filled
  const headerLine = header?.line ?? 1
  const problemOfFile = (reason: string) => ({ line: headerLine, column: 'file', reason })
  const refused = (problem: RosterProblem): RosterReading => ({
    rows: [],
    lines: [],
    columns: new Set(),
    headerLine,
    problems: [problem],
  })
  const ofFile = (reason: string) => refused(problemOfFile(reason))

  if (workbookBegins.some((signs) => text.startsWith(signs))) {
    return ofFile(
      'This is a workbook, not a table of texts. Save its sheet as CSV and choose that.',
    )
  }
  if (header === undefined) return brokenAt ? refused(brokenAt) : ofFile('The file is empty.')
  const headerProblem = problemOfHeader(header)
  if (headerProblem !== null) return refused(headerProblem)
  if (body.length > tentsAtMost) return ofFile('The file has more than 5,000 tents.')

  const places = header.cells.map(fieldOf)
  const rows: RosterRow[] = []
  const lines: number[] = []
  const problems: RosterProblem[] = brokenAt ? [brokenAt] : []
  for (const { line, cells } of body) {
    const lengthProblem = problemOfLength(line, cells, header.cells.length, partedBy)
    if (lengthProblem !== null) {
      problems.push(lengthProblem)
      continue
    }
    const named = cellsByField(places, cells)
    if (Object.values(named).every((cell) => cell.trim() === '')) continue
    problems.push(...problemsOfCells(named).map((problem) => ({ line, ...problem })))
    rows.push(rowOf(named))
    lines.push(line)
  }
  problems.push(...problemsOfRepeats(rows, lines))
  if (problems.length === 0 && rows.length === 0) {
    problems.push(problemOfFile('The file has a header but no tents.'))
  }
  return {
    rows,
    lines,
    columns: new Set(places.filter((field) => field !== null)),
    headerLine,
    problems: problems.sort((a, b) => a.line - b.line),
  }
}

/** The problems of a row that did not come from a file, by the same rules as in a file. */
export function problemsOfRow(row: RosterRow): CellProblem[] {
  return problemsOfCells(textsOf(row))
}

/** Writes a roster, `id` first, as RFC 4180 says. Reading it again gives the same rows. */
export function writeRosterCsv(rows: readonly (RosterRow | Tent)[]): string {
  const header = columns.map(([, name]) => name)
  return writeCsv([header, ...rows.map((row) => Object.values(textsOf(row)))])
}

/** In the order of the columns. */
function textsOf(row: RosterRow | Tent): Cells {
  return cellsOf((field) => String(row[field] ?? ''))
}

function cellsOf(text: (field: Field) => string): Cells {
  return Object.fromEntries(columns.map(([field]) => [field, text(field)])) as Cells
}

function headerKey(name: string): string {
  // \s includes the byte order mark and the no-break space.
  return name.replace(/\s+/g, '').toLowerCase()
}

const fieldsByHeader = new Map(columns.map(([field, name]) => [headerKey(name), field]))

function fieldOf(name: string): Field | null {
  return fieldsByHeader.get(headerKey(name)) ?? null
}

function problemOfHeader({ line, cells }: TableRow): RosterProblem | null {
  const fields = cells.map(fieldOf).filter((field) => field !== null)
  if (fields.length === 0) {
    const reason =
      'The first row has none of a roster’s columns (Order, Name, Type, Captain Name, Members, netIDs …), or they are not separated by commas, semicolons or tabs.'
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
  return { line, column: columnNames[twice], reason: 'This column is in the file twice.' }
}

// The cells of a row with another length are in the wrong columns, usually because of a separator
// without quotes.
function problemOfLength(
  line: number,
  cells: string[],
  expected: number,
  partedBy: string,
): RosterProblem | null {
  const surplus = cells.slice(expected).some((cell) => cell.trim() !== '')
  if (cells.length >= expected && !surplus) return null
  const reason = `The row has ${cells.length} cells and the header ${expected}. Texts with ${partedBy} need quotes around them.`
  return { line, column: 'row', reason }
}

function cellsByField(places: readonly (Field | null)[], cells: readonly string[]): Cells {
  const named = cellsOf(() => '')
  for (const [index, field] of places.entries()) {
    if (field !== null) named[field] = cells[index] ?? ''
  }
  return named
}

function problemsOfCells(cells: Cells): CellProblem[] {
  const problems: CellProblem[] = []
  for (const [field, column] of columns) {
    const reason = problemOfCell(field, cells[field])
    if (reason !== null) problems.push({ column, reason })
  }
  return problems
}

function problemOfCell(field: Field, cell: string): string | null {
  if (hasInvisible(cell.replace(spaces, '')) || halfLetter.test(cell)) {
    return 'There is an invisible character here, as happens with copied text. Type the text again.'
  }
  if (cell.includes(replacementCharacter)) {
    return 'Some letters cannot be read. Save the file as UTF-8 and try again.'
  }
  if (isTextField(field) && isTooLong(field, cell)) {
    const limit = counted(textAtMost[field], 'character')
    return field === 'members'
      ? `The members are longer than ${limit}, more than one Make can store. Shorten them or make two tents of this one.`
      : `This has over ${limit}. Shorten it.`
  }
  if (cell.trim() === '') return null
  if (field === 'id') return refuseId(cell.trim())
  if (!numberFields.has(field)) return null
  if (!/^[0-9]+$/.test(cell.trim())) return 'This must be a whole number, 0 or more, or empty.'
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
    // With different ids, these are two tents with the same name.
    if (sameName !== undefined && !(sameName.hasId && row.id !== null)) {
      const reason = `Line ${sameName.line} has the same order and name. Give both an id if they are two tents.`
      problems.push({ line, column: 'Order', reason })
    }
    if (sameName === undefined) byName.set(key, { line, hasId: row.id !== null })
  }
  return problems
}
