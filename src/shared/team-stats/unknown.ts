import type { TeamStats } from './contract.ts'

/** Specification 2: where nothing is known. */
export const unknownStats: TeamStats = {
  rank: 'TBD',
  record: '0-0',
  standing: 'TBD',
  nextOpponent: 'TBD',
}
