import { dayAfter } from '../../../shared/shifts/slots.ts'

/** So many dates, beginning with this one. */
export function datesFrom(date: string, days: number): string[] {
  return Array.from({ length: days }, (_, day) => dayAfter(date, day))
}
