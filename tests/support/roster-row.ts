import { emptyRow, type RosterRow } from '../../src/server/tents/roster-row.ts'

/** A row of a roster; what is not given is empty. */
export function rosterRow(more: Partial<RosterRow>): RosterRow {
  return { ...emptyRow, ...more }
}

/** A tent of two people. */
export const ants = rosterRow({
  id: 'tA',
  order: 'A',
  name: 'Ants',
  members: 'Ann Lee, Bo Chen',
  netIDs: 'al1, bc2',
})
