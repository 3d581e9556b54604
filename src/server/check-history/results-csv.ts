import type { CheckLine } from '../../shared/check-history/contract.ts'
import { withoutFormula, writeCsv } from '../csv.ts'

const header = 'order,name,outcome,by,netID,at,present,required,corrections'.split(',')

/** The results of a check as a table, a row a tent. */
export function writeResultsCsv(lines: readonly CheckLine[]): string {
  const rows = lines.map((line) => [
    line.order,
    line.name,
    line.outcome,
    line.by?.name ?? '',
    line.by?.netID ?? '',
    line.at ?? '',
    line.present.join(', '),
    String(line.required ?? ''),
    String(line.corrections.length),
  ])
  return writeCsv([header, ...rows.map((cells) => cells.map(withoutFormula))])
}
