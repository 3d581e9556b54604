import type { ActiveTent } from '../../src/shared/tent-check/contract.ts'

/** A tent of a running check; what is not given is empty. */
export function activeTent(more: Partial<ActiveTent>): ActiveTent {
  return {
    id: `id ${more.order ?? ''}`,
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
    groupIndex: 0,
    ...more,
  }
}
