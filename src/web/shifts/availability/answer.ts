import { weekdayNames, weekdayOf } from '../../../shared/season/local-time.ts'
import { freeAt, withExceptions } from '../../../shared/shifts/free.ts'
import type { Availability, Exception, Slot } from '../../../shared/shifts/picture.ts'
import { placeOf } from '../../../shared/shifts/slots.ts'
import { type Cell, halfHours, type Week } from '../painter/week.ts'

/** A week as people count it: Monday first; in an answer it begins on Sunday. */
const order = [1, 2, 3, 4, 5, 6, 0]

export const weekdays = order.map((weekday) => weekdayNames[weekday] ?? '')

/** The weekly pattern, to be painted. */
export function patternOf({ week }: Availability): Week {
  return order.map((weekday) => dayOfPattern(week, weekday))
}

/** The answer with another weekly pattern; what was said of single days holds. */
export function withPattern(answer: Availability, painted: Week): Availability {
  const bySunday = [6, 0, 1, 2, 3, 4, 5].map((day) => painted[day] ?? '')
  return { ...answer, week: bySunday.join('') }
}

/** What holds on these days, to be painted. */
export function datesOf(answer: Availability, dates: readonly string[]): Week {
  return dates.map((date) => dayOf(answer, date))
}

/** The answer with these days as they are painted; where they are as every week, nothing is kept. */
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

/** The answer with what a file says of some days; where it says nothing (`-`), all stays. */
export function merged(answer: Availability, said: readonly Exception[]): Availability {
  const dates = said.map(({ date }) => date)
  const painted = said.map(({ date, free }) => {
    const before = dayOf(answer, date)
    return Array.from(free, (sign, halfHour) => (sign === '-' ? before[halfHour] : sign)).join('')
  })
  return withDates(answer, dates, painted)
}

/** Half hours that are night, by weekday as it is painted; from half hours of a whole week or more. */
export function nightsIn(slots: readonly Slot[]): Week {
  const nights = order.map(() => Array.from({ length: halfHours }, () => '0'))
  for (const { local, night } of slots) {
    const { weekday, halfHour } = placeOf(local)
    const day = nights[order.indexOf(weekday)]
    if (night && day !== undefined) day[halfHour] = '1'
  }
  return nights.map((day) => day.join(''))
}

/** Is it night in this cell of a week that begins on this day? */
export function nightCells(nights: Week, firstDate: string | null): (cell: Cell) => boolean {
  const first = firstDate === null ? 0 : order.indexOf(weekdayOf(`${firstDate}T00:00`))
  return ({ day, halfHour }) => nights[(first + day) % 7]?.[halfHour] === '1'
}

function dayOf(answer: Availability, date: string): string {
  const slots = Array.from({ length: halfHours }, (_, halfHour) => ({
    local: `${date}T${String(Math.floor(halfHour / 2)).padStart(2, '0')}:${halfHour % 2 === 0 ? '00' : '30'}`,
  }))
  return freeAt(answer, slots)
}

function dayOfPattern(week: string, weekday: number): string {
  return week.slice(weekday * halfHours, (weekday + 1) * halfHours)
}
