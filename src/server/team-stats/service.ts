import { community } from '../../shared/community.ts'
import { minuteMs } from '../../shared/durations.ts'
import { type TeamStats, teamStatsApi } from '../../shared/team-stats/contract.ts'
import { unknownStats } from '../../shared/team-stats/unknown.ts'
import { boundedText } from '../bounded-text.ts'
import type { Context } from '../context.ts'
import { cached } from '../db/cached.ts'
import { countUp } from '../db/rate-limits.ts'
import { setting } from '../settings/store.ts'
import { statsOf } from './fields.ts'

const askEveryMs = 5 * minuteMs
/** How often a server looks whether it is its turn to ask, or what another one was told. */
const lookEveryMs = 10_000
const timeoutMs = 3000
const charactersAtMost = 1_000_000
const storedStats = setting('teamStats', teamStatsApi.teamStats.response, null)
const turnKey = 'team-stats'

export type CurrentStats = () => Promise<TeamStats>

/**
 * The team's stats: the sports service is asked at most once in 5 minutes, by all servers of this
 * database together, also when it fails or a server restarts; its last good answer is kept, and
 * served at once while a newer one is fetched.
 */
export function teamStatsService(
  ctx: Pick<Context, 'config' | 'db' | 'log' | 'now'>,
): CurrentStats {
  let nextLookAt = Number.NEGATIVE_INFINITY
  let looking: Promise<void> | null = null
  let lastGood: TeamStats | null = null
  const readStored = cached(ctx, () => ctx.db.read(storedStats.find))

  async function look(): Promise<void> {
    try {
      const now = ctx.now()
      const { count } = await ctx.db.transaction((tx) => countUp(tx, turnKey, now, askEveryMs))
      if (count > 1) {
        lastGood = (await ctx.db.read(storedStats.find)) ?? lastGood
        return
      }
      nextLookAt = now.getTime() + askEveryMs
      const answer = await fetchTeam(ctx.config.sportsApiUrl)
      const stats = statsOf(answer, community.teamId, ctx.now())
      if (stats === null) throw new Error('The answer is not about a team')
      lastGood = stats
      await ctx.db.transaction((tx) => storedStats.update(tx, stats, ctx.now()))
    } catch (error) {
      ctx.log.warn({ err: error }, 'the sports service could not be asked')
    }
  }

  return async function currentStats(): Promise<TeamStats> {
    const now = ctx.now().getTime()
    // Further ahead than any look is, the clock was.
    const isDue = now >= nextLookAt || nextLookAt - now > askEveryMs
    if (looking === null && isDue) {
      nextLookAt = now + lookEveryMs
      looking = look().finally(() => {
        looking = null
      })
    }
    if (lastGood !== null) return lastGood
    const stored = await readStored()
    // While that was read, a newer answer may have come.
    lastGood ??= stored
    if (lastGood === null) await looking
    return lastGood ?? unknownStats
  }
}

/** ESPN's unofficial site API; refused when slow or larger than anything we could want. */
async function fetchTeam(origin: string): Promise<unknown> {
  const path = '/apis/site/v2/sports/basketball/mens-college-basketball/teams/'
  const answer = await fetch(`${origin}${path}${community.teamId}`, {
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
    headers: { accept: 'application/json' },
  })
  if (!answer.ok || answer.body === null) throw new Error(`It answered ${answer.status}`)
  const text = await boundedText(answer, charactersAtMost)
  if (text === null) throw new Error('Its answer is too large')
  return JSON.parse(text)
}
