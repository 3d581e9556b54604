import { dayMs } from '../../../shared/durations.ts'
import { isTimeZone } from '../../../shared/season/local-time.ts'
import { datesFrom } from '../../../shared/shifts/slots.ts'
import { type Exception, slotsOfDay } from '../../../shared/shifts/tent-shifts.ts'
import { shortened } from '../../shortened.ts'

/** The days to read, starting with this one, by the season's clock. */
export type Asked = { from: string; days: number; timeZone: string }

/** What a file says; `name` is '' where the file is about one person. */
export type Found = { people: { name: string; exceptions: Exception[] }[]; remarks: string[] }

/** A file of which nothing can be read; the message is a sentence for the person who sent it. */
export class Unreadable extends Error {}

/** The first texts of a file that a remark repeats: one of them may be as long as the file. */
export function firstOf(texts: Iterable<string>): string[] {
  return [...texts].slice(0, 5).map((text) => shortened(text, 40))
}

/** How many days after the day `from` the day `until` is. */
export function daysBetween(from: string, until: string): number {
  const at = (day: string) => Date.parse(`${day}T00:00Z`)
  return Math.round((at(until) - at(from)) / dayMs)
}

/** One sign per half hour, by day: `-` where the file says nothing. */
export function signsOfDays({ from, days }: Asked) {
  const byDay = new Map(
    datesFrom(from, days).map((date) => [date, Array.from({ length: slotsOfDay }, () => '-')]),
  )
  return {
    /** The worst sign wins: unavailable, then available. Other days are ignored. */
    set(date: string, halfHour: number, sign: '0' | '1') {
      const signs = byDay.get(date)
      if (signs?.[halfHour] === undefined || signs[halfHour] === '0') return
      signs[halfHour] = sign
    },
    exceptions(): Exception[] {
      return [...byDay]
        .map(([date, signs]) => ({ date, free: signs.join('') }))
        .filter(({ free }) => free !== '-'.repeat(slotsOfDay))
    },
  }
}

/** The IANA name inside a calendar's zone name, such as `/mozilla.org/2005/America/New_York`. */
export function zoneIn(name: string): string | null {
  const parts = name.replace(/^"|"$/g, '').split('/')
  for (let from = 0; from < parts.length; from += 1) {
    const zone = parts.slice(from).join('/')
    if (zone !== '' && isTimeZone(zone)) return zone
  }
  return null
}
