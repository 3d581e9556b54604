import { groupedBy } from '../../../shared/grouped.ts'
import { weekdayNames, weekdayOf, weekFromMonday } from '../../../shared/season/local-time.ts'
import { freeAt, nobodyFree, withExceptions } from '../../../shared/shifts/free.ts'
import { dayAfter, localTimeAt, placeOf } from '../../../shared/shifts/slots.ts'
import {
  type Availability,
  type Exception,
  type ShiftPerson,
  type Slot,
  slotsOfDay,
} from '../../../shared/shifts/tent-shifts.ts'
import type { Cell, Week } from '../painter/week.ts'

export const weekdays = weekFromMonday.map((weekday) => weekdayNames[weekday] ?? '')

const daysKept = 14

/** The first of the single days that are kept: those long past would crowd out those to come. */
export function firstKept(today: string): string {
  return dayAfter(today, -daysKept)
}

export function withoutPast({ week, exceptions }: Availability, today: string): Availability {
  const first = firstKept(today)
  return { week, exceptions: exceptions.filter(({ date }) => date >= first) }
}

/** What a person has said, without days long past. */
export function answerOf({ availability }: ShiftPerson, today: string): Availability {
  return withoutPast(availability ?? nobodyFree, today)
}

/** The weekly pattern, for the painter. */
export function patternOf({ week }: Availability): Week {
  return weekFromMonday.map((weekday) => dayOfPattern(week, weekday))
}

/** The answer with another weekly pattern; exceptions for single days stay. */
export function withPattern(answer: Availability, painted: Week): Availability {
  // In an answer the week begins on Sunday.
  const bySunday = [6, 0, 1, 2, 3, 4, 5].map((day) => painted[day] ?? '')
  return { ...answer, week: bySunday.join('') }
}

/** The availability on these days, for the painter. */
export function datesOf(answer: Availability, dates: readonly string[]): Week {
  return dates.map((date) => dayOf(answer, date))
}

/** The answer with these painted days; days equal to the weekly pattern are no exceptions. */
export function withDates(
  answer: Availability,
  dates: readonly string[],
  painted: Week,
): Availability {
  const exceptions = dates.map((date, day) => {
    const pattern = dayOfPattern(answer.week, weekdayOf(`${date}T00:00`))
    const free = Array.from(painted[day] ?? '', (sign, halfHour) =>
      sign === pattern[halfHour] ? '-' : sign,
    ).join('')
    return { date, free }
  })
  return withExceptions(answer, exceptions)
}

/**
 * The answer with a file's values for some days; where the file has none (`-`), nothing changes.
 */
export function merged(answer: Availability, said: readonly Exception[]): Availability {
  const dates = said.map(({ date }) => date)
  const painted = said.map(({ date, free }) => {
    const before = dayOf(answer, date)
    return Array.from(free, (sign, halfHour) => (sign === '-' ? before[halfHour] : sign)).join('')
  })
  return withDates(answer, dates, painted)
}

/** What several columns of a file say of one member: free where one of them says so. */
export function joined(said: readonly Exception[]): Exception[] {
  const best = (one: string, other: string) =>
    // The signs stand in the order of their weight: `-`, 0, 1.
    Array.from(one, (sign, halfHour) => {
      const otherSign = other[halfHour] ?? '-'
      return otherSign > sign ? otherSign : sign
    }).join('')
  return [...groupedBy(said, ({ date }) => date)].map(([date, ofDay]) => ({
    date,
    free: ofDay.map(({ free }) => free).reduce(best),
  }))
}

/**
 * The night half hours of each weekday, from the half hours of at least a week. One that a day leaves
 * out, as the clocks go forward, is as the next one.
 */
export function nightsIn(slots: readonly Slot[]): Week {
  const nights = weekFromMonday.map(() => Array.from<string | undefined>({ length: slotsOfDay }))
  for (const { local, night } of slots) {
    const { weekday, halfHour } = placeOf(local)
    const day = nights[weekFromMonday.indexOf(weekday)]
    if (day !== undefined) day[halfHour] = night ? '1' : (day[halfHour] ?? '0')
  }
  return nights.map((day) =>
    day.reduceRight<string>((later, sign) => (sign ?? later[0] ?? '0') + later, ''),
  )
}

/** Tells which cells are night, in a week that begins on this day. */
export function nightCells(nights: Week, firstDate: string | null): (cell: Cell) => boolean {
  const first = firstDate === null ? 0 : weekFromMonday.indexOf(weekdayOf(`${firstDate}T00:00`))
  return ({ day, halfHour }) => nights[(first + day) % 7]?.[halfHour] === '1'
}

/** The availability on one day: a sign for each half hour. */
export function dayOf(answer: Availability, date: string): string {
  const slots = Array.from({ length: slotsOfDay }, (_, halfHour) => ({
    local: localTimeAt(date, halfHour),
  }))
  return freeAt(answer, slots)
}

function dayOfPattern(week: string, weekday: number): string {
  return week.slice(weekday * slotsOfDay, (weekday + 1) * slotsOfDay)
}
