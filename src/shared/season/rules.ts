import type { Tent } from '../tents/contract.ts'
import type { Clock, Grace, Night, Period, SeasonNow, SeasonRules } from './contract.ts'
import { instantOf, localTimeOf, weekdayOf } from './local-time.ts'
import { isWithoutChecks } from './without-checks.ts'

const dayMs = 86_400_000

/** What the rules say of a moment: the period, null outside of all; and the clock. */
export type SeasonMoment = { period: Period | null; clock: Clock }

type Calendar = { begins: number[]; ends: number }

const calendars = new WeakMap<SeasonRules, Calendar>()

/** When each period begins, and the season ends: worked out once for each set of rules. */
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
 * The period and the clock of an instant (milliseconds since 1970), in the season's own time zone.
 * A period begins at the first instant whose local time is not before its `from`, and goes on when
 * clocks are set back behind it; day and night follow the local time itself.
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

/** When the period of an instant began, in milliseconds since 1970; null outside of all. */
export function periodBeginAt(rules: SeasonRules, instant: number): number | null {
  const { begins, ends } = calendarOf(rules)
  return instant < ends ? (begins.findLast((begin) => begin <= instant) ?? null) : null
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
 * How many members a tent must show, null where no number is known. `tent` null: by the period
 * alone. The tent's own number goes first where the rules say so, except in a period without checks.
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

/** Of those that hold at an instant, the one that ends last. */
export function graceAt(graces: readonly Grace[], instant: number): Grace | null {
  return graces
    .filter(({ from, until }) => Date.parse(from) <= instant && instant < Date.parse(until))
    .reduce<Grace | null>(
      (last, grace) =>
        last !== null && Date.parse(last.until) >= Date.parse(grace.until) ? last : grace,
      null,
    )
}

/** How the season stands at an instant, given every grace that may hold then. */
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

/** What is said of the grace that a check gives when it ended. */
const checkGraceReason = 'Tent check'

/** The grace after a check that ended at this instant. */
export function graceAfterCheck(
  { graceMinutes }: Pick<SeasonRules, 'graceMinutes'>,
  endedAt: number,
): Grace {
  return {
    from: new Date(endedAt).toISOString(),
    until: new Date(endedAt + graceMinutes * 60_000).toISOString(),
    reason: checkGraceReason,
  }
}

const yearMs = 52 * 7 * dayMs

/**
 * The same rules for the next season: every time 52 weeks later, and the years in the name one up.
 * Weeks and not dates, because a season hangs on weekdays: tenting begins on a Sunday night, and
 * periods change between a weekend and the week. The dates move by a day or two a year instead;
 * whoever saves sees them and can move them.
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

/** `2026` becomes `2027`, and `2025-26` becomes `2026-27`; a name without a year stays. */
function nameAYearLater(name: string): string {
  return name.replace(/\b(\d{4})(?:([-–/])(\d\d))?\b/, (_, year, separator, short) => {
    const later = String(Number(year) + 1)
    if (separator === undefined) return later
    return `${later}${separator}${String((Number(short) + 1) % 100).padStart(2, '0')}`
  })
}
