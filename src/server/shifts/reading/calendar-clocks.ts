import ICAL from 'ical.js'
import { instantOf, localTimeOf } from '../../../shared/season/local-time.ts'
import { type Asked, zoneIn } from './found.ts'

/** The zones that a file brings, by their names in it, and the names that nobody knows. */
export type Zones = { byName: Map<string, ICAL.Timezone>; unknown: Set<string> }

/** An event's start by its own zone's clock: the digits only. */
function clockOf({ year, month, day, hour, minute }: ICAL.Time): string {
  const pad = (part: number, length = 2) => String(part).padStart(length, '0')
  return `${pad(year, 4)}-${pad(month)}-${pad(day)}T${pad(hour)}:${pad(minute)}`
}

export const { utcTimezone: utc } = ICAL.Timezone

/** The zone of a calendar time, by its name or as the file says; `tzid`: its name in the file. */
export function zoneOf(
  time: ICAL.Time,
  tzid: string | null,
  { timeZone }: Asked,
  zones: Zones,
): string | ICAL.Timezone {
  if (time.isDate) return timeZone
  if (time.zone === utc) return utc
  if (tzid === null) return timeZone
  // A file’s own zone may have a short name, such as MST, that elsewhere is another zone’s.
  const byRegion = tzid.includes('/') ? zoneIn(tzid) : null
  const zone = byRegion ?? zones.byName.get(tzid) ?? zoneIn(tzid)
  if (zone === null) zones.unknown.add(tzid)
  return zone ?? timeZone
}

/** The instant of a calendar time; `tzid`: the name of its zone in the file. */
export function instantOfTime(
  time: ICAL.Time,
  tzid: string | null,
  asked: Asked,
  zones: Zones,
): number {
  return instantBy(time, zoneOf(time, tzid, asked, zones))
}

function instantBy(time: ICAL.Time, zone: string | ICAL.Timezone): number {
  const clock = clockOf(time)
  if (typeof zone === 'string') return instantOf(clock, zone)
  return Date.parse(`${clock}Z`) - zone.utcOffset(time) * 1000
}

/** What the clocks of a zone show at a time in UTC. */
export function onClockOf(zone: string | ICAL.Timezone, time: ICAL.Time): ICAL.Time {
  const instant = instantBy(time, utc)
  if (typeof zone === 'string') {
    const clock = ICAL.Time.fromDateTimeString(`${localTimeOf(instant, zone)}:00`)
    clock.second = time.second
    return clock
  }
  // Its offset is known by its own clock alone, so those of the days before and after are tried.
  const shifted = (days: number, seconds: number) => {
    const clock = time.clone()
    clock.zone = ICAL.Timezone.localTimezone
    clock.adjust(days, 0, 0, seconds)
    return clock
  }
  const tried = [-1, 1]
    .map((days) => shifted(0, zone.utcOffset(shifted(days, 0))))
    .toSorted((a, b) => a.compare(b))
  return tried.find((clock) => instantBy(clock, zone) === instant) ?? tried[0] ?? time
}

/** By the time's own clock. */
export function dayOf(time: ICAL.Time): string {
  return clockOf(time).slice(0, 10)
}
