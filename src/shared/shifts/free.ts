import { weekdayOf } from '../season/local-time.ts'
import { compareExactly } from '../tents/order.ts'
import { datesFrom, dayAfter, halfHourOf } from './slots.ts'
import {
  type Availability,
  type Exception,
  type Slot,
  slotsOfDay,
  slotsOfWeek,
} from './tent-shifts.ts'

/** The availability of people who have not answered. */
export const nobodyFree: Availability = { week: '0'.repeat(slotsOfWeek), exceptions: [] }

/** Is there no half hour at which they are free? */
export function isNeverFree({ week, exceptions }: Availability): boolean {
  return [week, ...exceptions.map(({ free }) => free)].every((signs) => !/[12]/.test(signs))
}

/** A sign for each slot: 0 unavailable, 1 available, 2 preferred. */
export function freeAt(
  { week, exceptions }: Availability,
  slots: readonly Pick<Slot, 'local'>[],
): string {
  const byDay = new Map(exceptions.map(({ date, free }) => [date, free]))
  // Worked out once a day: this is asked for every member of a tent.
  const weekdays = new Map<string, number>()
  return slots
    .map(({ local }) => {
      const date = local.slice(0, 10)
      const halfHour = halfHourOf(local)
      const sign = byDay.get(date)?.[halfHour] ?? '-'
      if (sign !== '-') return sign
      const weekday = weekdays.get(date) ?? weekdayOf(local)
      weekdays.set(date, weekday)
      return week[weekday * slotsOfDay + halfHour] ?? '0'
    })
    .join('')
}

/** The availability with these days' exceptions, in the order of days. */
export function withExceptions(
  { week, exceptions }: Availability,
  added: readonly Exception[],
): Availability {
  const byDay = new Map([...exceptions, ...added].map((each) => [each.date, each]))
  const days = [...byDay.values()].filter(({ free }) => free !== '-'.repeat(slotsOfDay))
  return { week, exceptions: days.sort((a, b) => compareExactly(a.date, b.date)) }
}

/** Copies the previous seven days to the seven days from `from` on. */
export function withLastWeek(availability: Availability, from: string): Availability {
  const before = new Map(availability.exceptions.map(({ date, free }) => [date, free]))
  const asUsual = '-'.repeat(slotsOfDay)
  const copied = datesFrom(from, 7).map((date) => ({
    date,
    free: before.get(dayAfter(date, -7)) ?? asUsual,
  }))
  return withExceptions(availability, copied)
}
