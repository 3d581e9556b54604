import { type Static, Type } from 'typebox'
import { endpoint } from '../endpoint.ts'

/** What the home page shows about the team; each field has its own default. Specification 3. */
const teamStats = Type.Object({
  rank: Type.String(),
  record: Type.String(),
  standing: Type.String(),
  nextOpponent: Type.String(),
})
export type TeamStats = Static<typeof teamStats>

export const teamStatsApi = {
  teamStats: endpoint({
    method: 'GET',
    path: '/api/team-stats',
    access: 'public',
    body: null,
    response: teamStats,
  }),
}
