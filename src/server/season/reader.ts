import { minuteMs } from '../../shared/durations.ts'
import type { DeclaredGrace, Grace, SeasonNow, SeasonRules } from '../../shared/season/contract.ts'
import { ranges } from '../../shared/season/problems.ts'
import { graceAfterCheck, seasonNow } from '../../shared/season/rules.ts'
import type { Context } from '../context.ts'
import { cached } from '../db/cached.ts'
import type { Reader } from '../db/database.ts'
import {
  findRules,
  findRulesThen,
  listChecksEndedSince,
  listGraces,
  listGracesSince,
} from './store.ts'

/** The newest rules, the declared grace, and the grace after checks. */
export type SeasonFacts = { rules: SeasonRules; declared: DeclaredGrace[]; afterChecks: Grace[] }

export type ReadSeason = () => Promise<SeasonFacts>

/** Everything that may apply at this time; inside a transaction or outside of one. */
export async function readSeasonFacts(reader: Reader, now: Date): Promise<SeasonFacts> {
  return {
    rules: await findRules(reader),
    declared: await listGraces(reader, now),
    afterChecks: await gracesAfterChecks(reader, now),
  }
}

/** As `readSeasonFacts`, cached and shared. */
export function seasonReader(ctx: Pick<Context, 'db' | 'now'>): ReadSeason {
  return cached(ctx, () => ctx.db.read((reader) => readSeasonFacts(reader, ctx.now())))
}

/**
 * All grace, declared and after checks, that was not over at this time. It may include grace after
 * checks that was over already, by less than the longest `graceMinutes`.
 */
export async function readGracesSince(reader: Reader, since: Date): Promise<Grace[]> {
  return [...(await listGracesSince(reader, since)), ...(await gracesAfterChecks(reader, since))]
}

/**
 * The grace after checks that ended, each by the rules in force at its start. Nothing else computes
 * this.
 */
async function gracesAfterChecks(reader: Reader, now: Date): Promise<Grace[]> {
  const [, longest] = ranges.graceMinutes
  const since = new Date(now.getTime() - longest * minuteMs)
  const rulesThen = new Map<number | null, SeasonRules>()
  const graces: Grace[] = []
  for (const { endedAt, rulesVersion } of await listChecksEndedSince(reader, since)) {
    const rules = rulesThen.get(rulesVersion) ?? (await findRulesThen(reader, rulesVersion))
    rulesThen.set(rulesVersion, rules)
    graces.push(graceAfterCheck(rules, endedAt.getTime()))
  }
  return graces
}

/** The state of the season at this time. */
export function nowOf({ rules, declared, afterChecks }: SeasonFacts, now: Date): SeasonNow {
  return seasonNow(rules, [...declared, ...afterChecks], now.getTime())
}
