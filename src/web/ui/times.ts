import { createContext, useContext } from 'react'
import { dateText } from '../../shared/date-text.ts'
import { easternZone } from '../../shared/eastern-time.ts'

/** How moments (ISO 8601, or milliseconds since 1970) are written in one time zone. */
export type Times = {
  /** `1/18/2026, 10:04 PM Eastern`. */
  moment: (at: string | number) => string
  /** `1/18/2026`. */
  day: (at: string | number) => string
  /** `Sun, 1/18/2026, 10:04 PM Eastern`. */
  withDay: (at: string | number) => string
  /** `10:04 PM`. */
  clock: (at: string | number) => string
  /** `10:04:31 PM`. */
  toTheSecond: (at: string | number) => string
}

const known = new Map<string, Times>()

/** The texts of moments in a time zone (an IANA name). */
export function timesIn(timeZone: string): Times {
  const found = known.get(timeZone) ?? makeTimes(timeZone)
  known.set(timeZone, found)
  return found
}

function makeTimes(timeZone: string): Times {
  const clock = { timeZone, hour: 'numeric', minute: '2-digit', hour12: true } as const
  const day = { timeZone, year: 'numeric', month: 'numeric', day: 'numeric' } as const
  const moment = { ...day, ...clock } as const
  const textOf = (options: Intl.DateTimeFormatOptions, zone = '') => {
    const text = dateText(options)
    return (at: string | number) => text(new Date(at)) + zone
  }
  const zone = ` ${zoneText(timeZone)}`
  return {
    moment: textOf(moment, zone),
    day: textOf(day),
    withDay: textOf({ ...moment, weekday: 'short' }, zone),
    clock: textOf(clock),
    toTheSecond: textOf({ ...clock, second: '2-digit' }),
  }
}

/** `Eastern`, `Los Angeles time`, `UTC`. */
export function zoneText(timeZone: string): string {
  if (timeZone === easternZone) return 'Eastern'
  const place = timeZone.split('/').at(-1)?.replaceAll('_', ' ') ?? ''
  return timeZone.includes('/') ? `${place} time` : place
}

/** The time zone in which the parts of a screen write moments; Eastern without a provider. */
export const TimeZone = createContext(easternZone)

/** How moments are written in the zone of the nearest provider. */
export function useTimes(): Times {
  return timesIn(useContext(TimeZone))
}

/** The time zone of this device. */
export function deviceZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone
}

/** A time zone as people read it: 'America/New York'. */
export function zoneName(timeZone: string): string {
  return timeZone.replaceAll('_', ' ')
}
