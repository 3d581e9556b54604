import type { CheckLine } from '../../shared/check-history/contract.ts'
import { tentLabel } from '../../shared/tents/label.ts'

/** A tent's order and name by its id; 'a tent' for an unknown one. */
export function labelIn(tents: readonly CheckLine[]): (id: string) => string {
  const labels = new Map(tents.map((tent) => [tent.id, tentLabel(tent)]))
  return (id) => labels.get(id) || 'a tent'
}
