import { CsvError, parse } from 'csv-parse/sync'
import type { RosterProblem } from '../../shared/tents/contract.ts'

/** A row of the file; `line` is where it begins, from 1. */
export type TableRow = { line: number; cells: string[] }

export type Table = {
  /** The rows that are not empty. */
  rows: TableRow[]
  /** The separator, in words. */
  partedBy: string
  /** Where reading had to stop; `rows` has the rows before it. */
  brokenAt: RosterProblem | null
}

const separators = [
  [',', 'commas'],
  [';', 'semicolons'],
  ['\t', 'tabs'],
] as const

const recordEnds = ['\r\n', '\n', '\r']
const newlines = /\r\n|\r|\n/g

/**
 * Reads a table separated by commas, semicolons or tabs, whichever gives the most columns for which
 * `isColumn` is true in the first row. It reads at most `rowsAtMost` + 1 rows: the last one shows
 * that there are more.
 */
export function readTable(
  text: string,
  rowsAtMost: number,
  isColumn: (cell: string) => boolean,
): Table {
  const [delimiter, partedBy] = separatorOf(text, isColumn)
  const rows: TableRow[] = []
  // The parser's own count takes a CRLF inside quotes for two lines.
  let line = 1
  const keep = (cells: string[]) => {
    if (cells.some((cell) => cell.trim() !== '')) rows.push({ line, cells })
    if (rows.length > rowsAtMost) throw new EnoughRows()
    line += 1
    for (const cell of cells) line += cell.match(newlines)?.length ?? 0
    return null
  }
  try {
    parse(text, {
      bom: true,
      delimiter,
      record_delimiter: recordEnds,
      relax_column_count: true,
      max_record_size: 0,
      on_record: keep,
    })
  } catch (error) {
    if (error instanceof EnoughRows) return { rows, partedBy, brokenAt: null }
    if (!(error instanceof CsvError)) throw error
    return { rows, partedBy, brokenAt: { line, column: 'file', reason: reasonOfBreak(error) } }
  }
  return { rows, partedBy, brokenAt: null }
}

class EnoughRows extends Error {}

function separatorOf(
  text: string,
  isColumn: (cell: string) => boolean,
): (typeof separators)[number] {
  const [header = ''] = /^.*[\p{L}\p{N}].*$/mu.exec(text) ?? []
  const counts = separators.map(([delimiter]) => cellsOf(header, delimiter).filter(isColumn).length)
  return separators[counts.indexOf(Math.max(...counts))] ?? separators[0]
}

function cellsOf(line: string, delimiter: string): string[] {
  return line.split(delimiter).map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'))
}

function reasonOfBreak(error: CsvError): string {
  return error.code === 'CSV_QUOTE_NOT_CLOSED'
    ? 'A quote is opened in this row and never closed.'
    : 'There is a quote in the middle of a cell. Put the whole cell in quotes and double the quotes inside it.'
}
