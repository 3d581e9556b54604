import type { teamStatsApi } from '../../shared/team-stats/contract.ts'
import type { Handlers } from '../http/endpoints.ts'
import type { CurrentStats } from './service.ts'

export function teamStatsRoutes(currentStats: CurrentStats): Handlers<keyof typeof teamStatsApi> {
  return { teamStats: ({ aside }) => aside(currentStats) }
}
