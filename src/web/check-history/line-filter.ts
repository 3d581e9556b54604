import type { CheckLine } from '../../shared/check-history/contract.ts'
import { holds } from '../ui/find-text.ts'

/** '' means no filter. `monitor`: a netID. */
export type LineFilter = { query: string; monitor: string; outcome: string }

export const noFilter: LineFilter = { query: '', monitor: '', outcome: '' }

/** The lines that match, Misses first; `outcome` may also be `corrected`. */
export function linesThrough(
  lines: readonly CheckLine[],
  { query, monitor, outcome }: LineFilter,
): CheckLine[] {
  return lines
    .filter(
      (line) =>
        holds(`${line.order} ${line.name}`, query) &&
        (monitor === '' || line.by?.netID === monitor) &&
        (outcome === '' ||
          line.outcome === outcome ||
          (outcome === 'corrected' && line.corrections.length > 0)),
    )
    .sort((a, b) => Number(b.outcome === 'miss') - Number(a.outcome === 'miss'))
}
