import type { Night, Period, SeasonRules } from './contract.ts'
import { isLocalTime, isTimeZone } from './local-time.ts'

/**
 * `field`: the JSON field, as in `periods.0.from`; `text` completes a sentence that begins with its
 * name: "must be …".
 */
export type SeasonProblem = { field: string; text: string }

/** Allowed numbers, both ends included. */
export const ranges = {
  graceMinutes: [0, 720],
  missesAllowed: [0, 20],
  calls: [0, 10],
  closingMinutes: [0, 60],
  disputeHours: [0, 720],
} as const

/** How many members a period may require. */
export const requiredRange = [0, 100] as const

export const periodsAtMost = 20
export const nightsAtMost = 20
export const seasonNameLength = 60
export const periodNameLength = 40

type Range = readonly [min: number, max: number]

const localTimeForm = 'must be a day and a time, like 2026-01-28T07:00'
const clockTimeForm = 'must be a time of day, like 07:00'

/** All problems of these rules, in the order of their fields. */
export function seasonProblems(rules: SeasonRules): SeasonProblem[] {
  const numbers = Object.entries(ranges) as [keyof typeof ranges, Range][]
  return [
    ...nameProblems('name', rules.name, seasonNameLength),
    ...found(!isTimeZone(rules.timeZone), 'timeZone', 'must be a time zone, like America/New_York'),
    ...found(rules.periods.length > periodsAtMost, 'periods', `are at most ${periodsAtMost}`),
    ...rules.periods.slice(0, periodsAtMost).flatMap(periodProblems),
    ...endsProblems(rules),
    ...found(rules.nights.length > nightsAtMost, 'nights', `are at most ${nightsAtMost}`),
    ...rules.nights.slice(0, nightsAtMost).flatMap(nightProblems),
    ...numbers.flatMap(([field, range]) => numberProblems(field, rules[field], range)),
  ]
}

function found(isWrong: boolean, field: string, text: string): SeasonProblem[] {
  return isWrong ? [{ field, text }] : []
}

function nameProblems(field: string, name: string, atMost: number): SeasonProblem[] {
  const isWrong = name.trim() === '' || Array.from(name).length > atMost
  return found(isWrong, field, `must have 1 to ${atMost} characters`)
}

function numberProblems(field: string, value: number, [min, max]: Range): SeasonProblem[] {
  const isWrong = !Number.isInteger(value) || value < min || value > max
  return found(isWrong, field, `must be a whole number from ${min} to ${max}`)
}

function periodProblems(period: Period, index: number, all: Period[]): SeasonProblem[] {
  const field = (name: keyof Period) => `periods.${index}.${name}`
  const before = all[index - 1]
  const isOutOfOrder =
    before !== undefined && isLocalTime(before.from) && period.from <= before.from
  const isTaken = all.slice(0, index).some(({ name }) => name === period.name)
  return [
    ...nameProblems(field('name'), period.name, periodNameLength),
    ...found(isTaken, field('name'), 'must not be the name of another period'),
    ...(isLocalTime(period.from)
      ? found(isOutOfOrder, field('from'), 'must be after the period before it begins')
      : found(true, field('from'), localTimeForm)),
    ...numberProblems(field('day'), period.day, requiredRange),
    ...numberProblems(field('night'), period.night, requiredRange),
  ]
}

function endsProblems({ periods, ends }: SeasonRules): SeasonProblem[] {
  if (!isLocalTime(ends)) return found(true, 'ends', localTimeForm)
  const last = periods.at(-1)
  const isTooEarly = last !== undefined && isLocalTime(last.from) && ends <= last.from
  return found(isTooEarly, 'ends', 'must be after the last period begins')
}

function nightProblems({ days, from, to }: Night, index: number): SeasonProblem[] {
  const field = (name: keyof Night) => `nights.${index}.${name}`
  const areDays =
    days.length > 0 &&
    new Set(days).size === days.length &&
    days.every((day) => Number.isInteger(day) && day >= 0 && day <= 6)
  return [
    ...found(!areDays, field('days'), 'must be weekdays from 0 (Sunday) to 6, each once'),
    ...found(!isClockTime(from), field('from'), clockTimeForm),
    ...(isClockTime(to)
      ? found(to === from, field('to'), 'must be another time than from')
      : found(true, field('to'), clockTimeForm)),
  ]
}

function isClockTime(text: string): boolean {
  return /^([01]\d|2[0-3]):[0-5]\d$/.test(text)
}
