import type { TeamStats } from './contract.ts'

/** The defaults for unknown values. Specification 2. */
export const unknownStats: TeamStats = {
  rank: 'TBD',
  record: '0-0',
  standing: 'TBD',
  nextOpponent: 'TBD',
}
