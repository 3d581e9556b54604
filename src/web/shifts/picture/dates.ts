import { dayAfter } from '../../../shared/shifts/slots.ts'

/** As many days from this one on. */
export function datesFrom(date: string, days: number): string[] {
  return Array.from({ length: days }, (_, day) => dayAfter(date, day))
}
