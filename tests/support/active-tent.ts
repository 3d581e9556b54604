import type { ActiveTent } from '../../src/shared/tent-check/contract.ts'
import { rosterRow } from './roster-row.ts'

/** A tent of a running check; what is not given is empty. */
export function activeTent(more: Partial<ActiveTent>): ActiveTent {
  return { ...rosterRow({}), id: `id ${more.order ?? ''}`, groupIndex: 0, ...more }
}
