import { instantOf, localTimeOf } from '../../../shared/season/local-time.ts'
import { datesFrom, dayAfter, localTimeAt, slotMs } from '../../../shared/shifts/slots.ts'
import { slotsOfDay } from '../../../shared/shifts/tent-shifts.ts'
import { type Busy, busyOf, changesOf, periodsOf, type Reading } from './calendar-busy.ts'
import type { Zones } from './calendar-clocks.ts'
import { componentOf, entriesOf, partsOf, zonesOf } from './calendar-parts.ts'
import { type Asked, type Found, firstOf, signsOfDays, Unreadable } from './found.ts'

const eventsAtMost = 10_000
/** Limit for all events together: one that repeats every second for years would never end. */
const stepsAtMost = 50_000

/**
 * Reads an ICS file: busy times are unavailable, all other times of the requested days are
 * available. Whole days and times without a zone use the season's zone. Cancelled events and those
 * shown as free are not busy. Some programs export only busy times without events (VFREEBUSY).
 */
export function readCalendar(text: string, asked: Asked): Found {
  const { events, busyTimes, zones: zoneTexts, lines } = partsOf(text)
  if (!/^BEGIN:VCALENDAR$/im.test(lines[0] ?? '')) {
    throw new Unreadable('This is no calendar file: it does not begin with BEGIN:VCALENDAR.')
  }
  const count = events.length + busyTimes.length
  if (count > eventsAtMost) {
    throw new Unreadable('This calendar has more than 10,000 entries. Export fewer days of it.')
  }
  const read = entriesOf(events)
  const zones: Zones = { byName: zonesOf(zoneTexts), unknown: new Set() }
  const begin = instantOf(`${asked.from}T00:00`, asked.timeZone)
  const end = instantOf(`${dayAfter(asked.from, asked.days)}T00:00`, asked.timeZone)
  const reading: Reading = { asked, zones, window: [begin, end], steps: { left: stepsAtMost } }
  const changes = changesOf(read, reading)
  const listed = busyTimes.map(componentOf).filter((component) => component !== null)
  let broken = count - read.length - listed.length
  const tried = (busyIn: () => Busy[]): Busy[] => {
    try {
      return busyIn()
    } catch (error) {
      if (error instanceof Unreadable) throw error
      broken += 1
      return []
    }
  }
  const busy = [
    ...read.flatMap((entry) => tried(() => busyOf(entry, reading, changes))),
    ...listed.flatMap((component) => tried(() => periodsOf(component, reading))),
  ]
  if (broken > 0 && broken === count) {
    throw new Unreadable('No entry of this calendar can be read. Export it again.')
  }
  const signs = signsOfDays(asked)
  for (const date of datesFrom(asked.from, asked.days)) {
    for (let slot = 0; slot < slotsOfDay; slot += 1) {
      const isBusy = instantsOf(localTimeAt(date, slot), asked.timeZone).some((at) =>
        busy.some(([from, until]) => from < at + slotMs && at < until),
      )
      signs.set(date, slot, isBusy ? '0' : '1')
    }
  }
  const remarks = [
    ...(count === 0 ? ['This calendar has no entries: all of its times count as available.'] : []),
    ...(broken === 0 ? [] : [`Entries that could not be read and were left out: ${broken}.`]),
    ...firstOf(zones.unknown).map(
      (name) => `The time zone “${name}” is not known: its times were taken as local ones.`,
    ),
  ]
  return { people: [{ name: '', exceptions: signs.exceptions() }], remarks }
}

/** When clocks show this local time: twice in the hour that is repeated as they go back. */
function instantsOf(local: string, timeZone: string): number[] {
  const first = instantOf(local, timeZone)
  const again = [first + slotMs, first + 2 * slotMs]
  return [first, ...again.filter((at) => localTimeOf(at, timeZone) === local)]
}
