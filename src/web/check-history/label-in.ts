import type { CheckLine } from '../../shared/check-history/contract.ts'

/** A tent's order and name by its id; 'a tent' for an unknown one. */
export function labelIn(tents: readonly CheckLine[]): (id: string) => string {
  const labels = new Map(tents.map(({ id, order, name }) => [id, `${order} ${name}`.trim()]))
  return (id) => labels.get(id) || 'a tent'
}
