import { isTimeZone } from '../../../shared/season/local-time.ts'
import type { Exception } from '../../../shared/shifts/picture.ts'
import { slotsOfDay } from '../../../shared/shifts/picture.ts'
import { dayAfter } from '../../../shared/shifts/slots.ts'

/** What a file is read for: so many days from this one on, by the season's clock. */
export type Asked = { from: string; days: number; timeZone: string }

/** What a file says; `name` as in the file, '' where it is one person's own. */
export type Found = { people: { name: string; exceptions: Exception[] }[]; remarks: string[] }

/** A file of which nothing can be read; the message is a sentence for whoever sent it. */
export class Unreadable extends Error {}

/** Signs of half hours by day: what is not said stays `-`. */
export function signsOfDays({ from, days }: Asked) {
  const byDay = new Map<string, string[]>()
  for (let day = 0; day < days; day += 1) {
    byDay.set(
      dayAfter(from, day),
      Array.from({ length: slotsOfDay }, () => '-'),
    )
  }
  return {
    /** What is worst holds: unavailable, then available. Days that are not asked for are left out. */
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

/** The IANA name in what a calendar calls its zone, as in `/mozilla.org/2005/America/New_York`. */
export function zoneIn(name: string): string | null {
  const parts = name.replace(/^"|"$/g, '').split('/')
  for (let from = 0; from < parts.length; from += 1) {
    const zone = parts.slice(from).join('/')
    if (zone !== '' && isTimeZone(zone)) return zone
  }
  return null
}
