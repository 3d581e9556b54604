import type { CheckLine } from '../../shared/check-history/contract.ts'

/** A tent's order and name by its id; one that is not there is a tent. */
export function labelIn(tents: readonly CheckLine[]): (id: string) => string {
  const labels = new Map(tents.map(({ id, order, name }) => [id, `${order} ${name}`.trim()]))
  return (id) => labels.get(id) || 'a tent'
}
