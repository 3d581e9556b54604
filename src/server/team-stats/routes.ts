import type { teamStatsApi } from '../../shared/team-stats/contract.ts'
import type { Context } from '../context.ts'
import type { Handlers } from '../http/endpoints.ts'
import { teamStatsService } from './service.ts'

export function teamStatsRoutes(ctx: Context): Handlers<keyof typeof teamStatsApi> {
  return { teamStats: teamStatsService(ctx) }
}
