import type { Night, Period, SeasonRules } from '../../shared/season/contract.ts'
import { isLocalTime } from '../../shared/season/local-time.ts'
import { seasonProblems } from '../../shared/season/problems.ts'

/**
 * The rules while they are edited: those that are saved, with what was changed. A number that is
 * typed half is NaN. `version` is the one that they were made from.
 */
export type Draft = SeasonRules

/** What is wrong, by the name of its field; the first word on each. */
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

/** The rules without what an answer says besides. */
export function rulesOnly(given: SeasonRules): SeasonRules {
  const { now: _, ...rules } = { now: null, ...given }
  return rules
}

function replaced<T>(list: T[], index: number, change: Partial<T>): T[] {
  return list.map((item, place) => (place === index ? { ...item, ...change } : item))
}

export function withPeriod(draft: Draft, index: number, change: Partial<Period>): Draft {
  return { ...draft, periods: replaced(draft.periods, index, change) }
}

export function withNight(draft: Draft, index: number, change: Partial<Night>): Draft {
  return { ...draft, nights: replaced(draft.nights, index, change) }
}

export function withoutPeriod(draft: Draft, index: number): Draft {
  return { ...draft, periods: draft.periods.filter((_, place) => place !== index) }
}

export function withoutNight(draft: Draft, index: number): Draft {
  return { ...draft, nights: draft.nights.filter((_, place) => place !== index) }
}

const weekMs = 7 * 86_400_000

/** A further period, which begins where the season ended; the season goes on for a week. */
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

/** With this day of the week (0 = Sunday), or without it where it was there. */
export function toggledDay(days: readonly number[], day: number): number[] {
  if (days.includes(day)) return days.filter((one) => one !== day)
  return [...days, day].sort((a, b) => a - b)
}
