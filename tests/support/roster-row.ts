import type { RosterRow } from '../../src/server/tents/roster-row.ts'

/** A row of a roster; what is not given is empty. */
export function rosterRow(more: Partial<RosterRow>): RosterRow {
  return {
    id: null,
    order: '',
    name: '',
    type: '',
    captain: '',
    captainName: '',
    members: '',
    netIDs: '',
    numberOfMisses: 0,
    dayNumber: null,
    nightNumber: null,
    lastMissLM: '',
    dateOfLastMiss: '',
    lastCheck: '',
    dateOfLastCheck: '',
    ...more,
  }
}
