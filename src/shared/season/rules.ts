import { minuteMs, weekMs } from '../durations.ts'
import type { Tent } from '../tents/contract.ts'
import type { Clock, Grace, Night, Period, SeasonNow, SeasonRules } from './contract.ts'
import { instantOf, localTimeOf, weekdayOf } from './local-time.ts'
import { isWithoutChecks } from './without-checks.ts'

/** The period (null outside of all) and the local time of a moment. */
export type SeasonMoment = { period: Period | null; clock: Clock }

type Calendar = { begins: number[]; ends: number }

const calendars = new WeakMap<SeasonRules, Calendar>()

/** The instants at which periods begin and the season ends, computed once for each set of rules. */
function calendarOf(rules: SeasonRules): Calendar {
  const known = calendars.get(rules)
  if (known !== undefined) return known
  const calendar = {
    begins: rules.periods.map(({ from }) => instantOf(from, rules.timeZone)),
    ends: instantOf(rules.ends, rules.timeZone),
  }
  calendars.set(rules, calendar)
  return calendar
}

/**
 * The period and local time of an instant (milliseconds since 1970), in the season's time zone. A
 * period begins at the first instant whose local time is not before its `from`, and goes on even if
 * clocks are then set back before it; day and night follow the local time.
 */
export function momentOf(rules: SeasonRules, instant: number): SeasonMoment {
  const { begins, ends } = calendarOf(rules)
  const last = instant < ends ? begins.findLastIndex((begin) => begin <= instant) : -1
  const localTime = localTimeOf(instant, rules.timeZone)
  return {
    period: rules.periods[last] ?? null,
    clock: isNight(rules.nights, weekdayOf(localTime), localTime.slice(11)) ? 'night' : 'day',
  }
}

/** When the instant's period began, in milliseconds since 1970; null outside of all. */
export function periodBeginAt(rules: SeasonRules, instant: number): number | null {
  const { begins, ends } = calendarOf(rules)
  return instant < ends ? (begins.findLast((begin) => begin <= instant) ?? null) : null
}

/** Are two instants in the same period? Outside of all periods none are. */
export function isSamePeriod(rules: SeasonRules, one: number, other: number): boolean {
  const begin = periodBeginAt(rules, one)
  return begin !== null && begin === periodBeginAt(rules, other)
}

/** Is it night on this weekday (0 = Sunday) at this clock time (`HH:MM`)? */
export function isNight(nights: readonly Night[], weekday: number, time: string): boolean {
  const nextDay = (weekday + 1) % 7
  return nights.some(({ days, from, to }) => {
    if (from <= to) return days.includes(weekday) && from <= time && time < to
    return (days.includes(weekday) && time < to) || (days.includes(nextDay) && from <= time)
  })
}

/**
 * How many members a tent must show, null where no number is known. `tent` null: the period's
 * number. The tent's own number takes precedence if the rules say so, except in a period without
 * checks.
 */
export function requiredOf(
  rules: Pick<SeasonRules, 'tentNumbersWin'>,
  { period, clock }: SeasonMoment,
  tent: Pick<Tent, 'dayNumber' | 'nightNumber'> | null,
): number | null {
  if (period !== null && isWithoutChecks(period)) return 0
  const own = clock === 'day' ? tent?.dayNumber : tent?.nightNumber
  if (rules.tentNumbersWin && own !== null && own !== undefined) return own
  return period?.[clock] ?? null
}

/** The grace at an instant; of several, the one that ends last. */
export function graceAt(graces: readonly Grace[], instant: number): Grace | null {
  const [last = null] = graces
    .filter(({ from, until }) => Date.parse(from) <= instant && instant < Date.parse(until))
    .sort((a, b) => Date.parse(b.until) - Date.parse(a.until))
  return last
}

/** The state of the season at an instant; `graces` are all that may apply then. */
export function seasonNow(
  rules: SeasonRules,
  graces: readonly Grace[],
  instant: number,
): SeasonNow {
  const moment = momentOf(rules, instant)
  const grace = graceAt(graces, instant)
  return {
    at: new Date(instant).toISOString(),
    period: moment.period?.name ?? null,
    clock: moment.clock,
    required: requiredOf(rules, moment, null),
    grace: grace && { from: grace.from, until: grace.until, reason: grace.reason },
  }
}

/** The reason shown for the grace after a check. */
const checkGraceReason = 'Tent check'

/** The grace after a check that ended at this instant. */
export function graceAfterCheck(
  { graceMinutes }: Pick<SeasonRules, 'graceMinutes'>,
  endedAt: number,
): Grace {
  return {
    from: new Date(endedAt).toISOString(),
    until: new Date(endedAt + graceMinutes * minuteMs).toISOString(),
    reason: checkGraceReason,
  }
}

const yearMs = 52 * weekMs

/**
 * The same rules for the next season: every time 52 weeks later, and the years in the name one up.
 * Weeks instead of dates, because a season depends on weekdays: tenting begins on a Sunday night,
 * and periods change between a weekend and the week. Dates move by a day or two a year instead; a
 * person sees and can change them before saving.
 */
export function rulesAYearLater(rules: SeasonRules): SeasonRules {
  const later = (localTime: string) =>
    new Date(Date.parse(`${localTime}Z`) + yearMs).toISOString().slice(0, 16)
  return {
    ...rules,
    name: nameAYearLater(rules.name),
    periods: rules.periods.map((period) => ({ ...period, from: later(period.from) })),
    ends: later(rules.ends),
  }
}

/** `2026` becomes `2027`, `2025-26` `2026-27`, `2025-2026` `2026-2027`; a name without a year is not changed. */
function nameAYearLater(name: string): string {
  return name.replace(/\b(\d{4})(?:([-–/])(\d{4}|\d\d))?\b/, (_, year, separator, second) => {
    const later = String(Number(year) + 1)
    if (separator === undefined) return later
    const secondLater = String(Number(second) + 1)
      .padStart(2, '0')
      .slice(-second.length)
    return `${later}${separator}${secondLater}`
  })
}
