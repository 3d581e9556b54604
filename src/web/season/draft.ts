import { weekMs } from '../../shared/durations.ts'
import type { SeasonRules } from '../../shared/season/contract.ts'
import { isLocalTime } from '../../shared/season/local-time.ts'
import { seasonProblems } from '../../shared/season/problems.ts'

/**
 * The rules while they are edited. A half-typed number is NaN. `version`: the saved version from
 * which they were made.
 */
export type Draft = SeasonRules

/** The first problem of each field, by field name. */
export function problemsByField(draft: Draft): Map<string, string> {
  const problems = new Map<string, string>()
  for (const { field, text } of seasonProblems(draft)) {
    if (!problems.has(field)) problems.set(field, text)
  }
  return problems
}

export function isSame(one: SeasonRules, other: SeasonRules): boolean {
  return JSON.stringify(rulesOnly(one)) === JSON.stringify(rulesOnly(other))
}

/** The rules without the other fields of an answer. */
export function rulesOnly(given: SeasonRules): SeasonRules {
  const { now: _, ...rules } = { now: null, ...given }
  return rules
}

/** Adds a period that begins where the season ended; the season becomes a week longer. */
export function withNewPeriod(draft: Draft): Draft {
  const from = draft.ends
  const ends = isLocalTime(from)
    ? new Date(Date.parse(`${from}Z`) + weekMs).toISOString().slice(0, 16)
    : from
  return { ...draft, ends, periods: [...draft.periods, { name: '', from, day: 1, night: 1 }] }
}

export function withNewNight(draft: Draft): Draft {
  return { ...draft, nights: [...draft.nights, { days: [], from: '01:00', to: '07:00' }] }
}

/** Adds this day of the week (0 = Sunday), or removes it. */
export function toggledDay(days: readonly number[], day: number): number[] {
  if (days.includes(day)) return days.filter((one) => one !== day)
  return [...days, day].sort((a, b) => a - b)
}
