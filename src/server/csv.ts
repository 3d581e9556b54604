/** Writes a table as RFC 4180 has it. */
export function writeCsv(rows: readonly (readonly string[])[]): string {
  return rows.map((cells) => `${cells.map(quoted).join(',')}\r\n`).join('')
}

function quoted(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}

/**
 * Keeps spreadsheet programs from running a cell as a formula, also where they separate cells by
 * semicolons or tabs, where a quote may stand before the formula.
 */
export function withoutFormula(cell: string): string {
  // Looks ahead first: from there back over quotes, a long run of them is read once.
  return cell.replace(/^(?=[=+\-@\t\r])|(?=[=+\-@])(?<=[;\t\r\n]"*)/g, "'")
}
