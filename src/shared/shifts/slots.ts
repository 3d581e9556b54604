import { dayMs, minuteMs } from '../durations.ts'
import type { Grace, SeasonRules } from '../season/contract.ts'
import { instantOf, localTimeOf, weekdayOf } from '../season/local-time.ts'
import { momentOf, requiredOf } from '../season/rules.ts'
import type { Tent } from '../tents/contract.ts'
import { type Slot, slotsOfDay } from './tent-shifts.ts'

export const slotMs = 30 * minuteMs

/** The day so many days later; `2026-01-28` and 1 give `2026-01-29`. */
export function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00Z`) + days * dayMs).toISOString().slice(0, 10)
}

/** So many days, beginning with this one. */
export function datesFrom(date: string, days: number): string[] {
  return Array.from({ length: days }, (_, day) => dayAfter(date, day))
}

/** The date of the present or next night, which begins at noon; `now`: milliseconds since 1970. */
export function tonightOf(now: number, timeZone: string): string {
  const local = localTimeOf(now, timeZone)
  const date = local.slice(0, 10)
  return local.slice(11) < '12:00' ? dayAfter(date, -1) : date
}

/** Is it a valid day in the years 2000 to 2999? */
export function isDay(text: string): boolean {
  return (
    /^2\d{3}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) && dayAfter(text, 0) === text
  )
}

/** What determines how many members a tent must show. */
export type Needs = {
  rules: SeasonRules
  graces: readonly Grace[]
  tent: Pick<Tent, 'dayNumber' | 'nightNumber'>
}

/** Has this half hour not begun yet? */
export function isToCome({ at }: Pick<Slot, 'at'>, now: Date): boolean {
  return Date.parse(at) >= now.getTime()
}

/**
 * The half hours of these days in the season's zone, with how many people are needed: the most that
 * a check could require at any of its moments. During grace and outside of all periods nobody is
 * needed, because there are no checks. A day on which the clocks change has 46 or 50.
 */
export function slotsOf(needs: Needs, from: string, days: number): Slot[] {
  const { timeZone } = needs.rules
  const begin = instantOf(`${from}T00:00`, timeZone)
  const end = instantOf(`${dayAfter(from, days)}T00:00`, timeZone)
  const minutes = minutesOfChange(needs.rules)
  // After months of checks there are many graces, and only a few are in these days.
  const graces = needs.graces
    .map((grace) => ({ from: Date.parse(grace.from), until: Date.parse(grace.until) }))
    .filter((grace) => grace.from < end && begin < grace.until)
  const count = Math.max(0, Math.ceil((end - begin) / slotMs))
  return Array.from({ length: count }, (_, index) => {
    const at = begin + index * slotMs
    return {
      at: new Date(at).toISOString(),
      local: localTimeOf(at, timeZone),
      ...needIn({ ...needs, graces }, at, minutes),
    }
  })
}

/** From the first of adjoining half hours to the end of the last; of none, nothing lies within. */
export function reachOf(slots: readonly Pick<Slot, 'at'>[]): [begin: number, end: number] {
  const [first] = slots
  const begin = first === undefined ? Number.POSITIVE_INFINITY : Date.parse(first.at)
  return [begin, begin + slots.length * slotMs]
}

/** The minutes within a half hour at which the rules may change. */
function minutesOfChange({ periods, ends, nights }: SeasonRules): number[] {
  const times = [
    ...periods.map(({ from }) => from.slice(11)),
    ends.slice(11),
    ...nights.flatMap(({ from, to }) => [from, to]),
  ]
  return [...new Set([0, ...times.map((time) => Number(time.slice(3)) % 30)])]
}

type Given = Pick<Needs, 'rules' | 'tent'> & {
  graces: readonly { from: number; until: number }[]
}

/** Tells of the half hour that begins at `at` whether it is one of the night: if any moment of it is. */
export function nightFinder(rules: SeasonRules): (at: number) => boolean {
  const minutes = minutesOfChange(rules)
  return (at) => minutes.some((minute) => momentOf(rules, at + minute * minuteMs).clock === 'night')
}

function needIn({ rules, graces, tent }: Given, at: number, minutes: readonly number[]) {
  const ends = graces.map(({ until }) => until).filter((until) => at < until && until < at + slotMs)
  const moments = [...minutes.map((minute) => at + minute * minuteMs), ...ends]
  let [need, night] = [0, false]
  for (const moment of moments) {
    const holds = momentOf(rules, moment)
    const isGrace = graces.some(({ from, until }) => from <= moment && moment < until)
    const isOn = holds.period !== null && !isGrace
    if (isOn) need = Math.max(need, requiredOf(rules, holds, tent) ?? 0)
    night ||= holds.clock === 'night'
  }
  return { need, night }
}

/** The local time at which a half hour of a day begins: `2026-01-28` and 3 give `2026-01-28T01:30`. */
export function localTimeAt(date: string, halfHour: number): string {
  const hour = String(Math.floor(halfHour / 2)).padStart(2, '0')
  return `${date}T${hour}:${halfHour % 2 === 0 ? '00' : '30'}`
}

/** The index of a local time's half hour in its day, 0 to 47. */
export function halfHourOf(local: string): number {
  const halfHour = Number(local.slice(11, 13)) * 2 + (Number(local.slice(14)) >= 30 ? 1 : 0)
  return Math.min(halfHour, slotsOfDay - 1)
}

/** As `halfHourOf`, and the weekday (0 = Sunday). */
export function placeOf(local: string): { weekday: number; halfHour: number } {
  return { weekday: weekdayOf(local), halfHour: halfHourOf(local) }
}
