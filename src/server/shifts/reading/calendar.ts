import ICAL from 'ical.js'
import { dayMs } from '../../../shared/durations.ts'
import { instantOf, localTimeOf } from '../../../shared/season/local-time.ts'
import { dayAfter, slotMs } from '../../../shared/shifts/slots.ts'
import { slotsOfDay } from '../../../shared/shifts/tent-shifts.ts'
import { type Asked, daysBetween, type Found, signsOfDays, Unreadable, zoneIn } from './found.ts'

const eventsAtMost = 10_000
/** Limit for all events together: one that repeats every second for years would never end. */
const stepsAtMost = 50_000
/** In days: nothing lasts longer than some decades. */
const reachAtMost = 10_000

type Busy = [from: number, until: number]
type Zones = { byName: Map<string, ICAL.Timezone>; unknown: Set<string> }

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
    ...read.flatMap((entry) =>
      tried(() => busyOf(entry, reading, (!entry.isException && changes.get(entry.uid)) || none)),
    ),
    ...listed.flatMap((component) => tried(() => periodsOf(component, reading))),
  ]
  if (broken > 0 && broken === count) {
    throw new Unreadable('No entry of this calendar can be read. Export it anew.')
  }
  const signs = signsOfDays(asked)
  for (let day = 0; day < asked.days; day += 1) {
    const date = dayAfter(asked.from, day)
    for (let slot = 0; slot < slotsOfDay; slot += 1) {
      const clock = `${String(slot >> 1).padStart(2, '0')}:${slot % 2 === 0 ? '00' : '30'}`
      const at = instantOf(`${date}T${clock}`, asked.timeZone)
      const isBusy = busy.some(([from, until]) => from < at + slotMs && at < until)
      signs.set(date, slot, isBusy ? '0' : '1')
    }
  }
  const remarks = [
    ...(count === 0 ? ['This calendar has no entries: all of its times count as available.'] : []),
    ...(broken === 0 ? [] : [`Entries that could not be read and were left out: ${broken}.`]),
    ...[...zones.unknown]
      .slice(0, 5)
      .map((name) => `The time zone “${name}” is not known: its times were taken as local ones.`),
  ]
  return { people: [{ name: '', exceptions: signs.exceptions() }], remarks }
}

/** The texts of its events and zones, so that a broken one does not affect the others. */
function partsOf(text: string) {
  // Long lines continue on the next line after a space.
  const lines = text
    .replace(/^\ufeff/, '')
    .replace(/\r?\n[ \t]/g, '')
    .split(/\r\n|\n|\r/)
  const parts: Record<'VEVENT' | 'VFREEBUSY' | 'VTIMEZONE', string[][]> = {
    VEVENT: [],
    VFREEBUSY: [],
    VTIMEZONE: [],
  }
  let open: { kind: keyof typeof parts; lines: string[] } | null = null
  for (const line of lines) {
    const begins = /^BEGIN:(VEVENT|VFREEBUSY|VTIMEZONE)\s*$/i.exec(line)?.[1]?.toUpperCase()
    if (begins === 'VEVENT' || begins === 'VFREEBUSY' || begins === 'VTIMEZONE') {
      open = { kind: begins, lines: [] }
      parts[begins].push(open.lines)
    }
    // A line without name and value is the rest of a broken one.
    if (/^[A-Za-z0-9-]+[;:]/.test(line)) open?.lines.push(line.trimEnd())
    if (open !== null && line.trimEnd().toUpperCase() === `END:${open.kind}`) open = null
  }
  return { events: parts.VEVENT, busyTimes: parts.VFREEBUSY, zones: parts.VTIMEZONE, lines }
}

function componentOf(lines: readonly string[]): ICAL.Component | null {
  try {
    const component = new ICAL.Component(ICAL.parse(lines.join('\r\n')))
    // Values are parsed when read, and invalid ones throw then.
    for (const property of component.getAllProperties()) property.getValues()
    return component
  } catch {
    return null
  }
}

function zonesOf(texts: readonly string[][]): Map<string, ICAL.Timezone> {
  return new Map(
    texts.flatMap((lines) => {
      const component = componentOf(lines)
      const name = component?.getFirstPropertyValue('tzid')
      if (component === null || typeof name !== 'string') return []
      return [[name, new ICAL.Timezone({ component, tzid: name })] as const]
    }),
  )
}

/** An event's start by its own zone's clock: the digits only. */
function clockOf({ year, month, day, hour, minute }: ICAL.Time): string {
  const pad = (part: number, length = 2) => String(part).padStart(length, '0')
  return `${pad(year, 4)}-${pad(month)}-${pad(day)}T${pad(hour)}:${pad(minute)}`
}

const { utcTimezone: utc } = ICAL.Timezone

/** The zone of a calendar time, by its name or as the file says; `tzid`: its name in the file. */
function zoneOf(
  time: ICAL.Time,
  tzid: string | null,
  { timeZone }: Asked,
  zones: Zones,
): string | ICAL.Timezone {
  if (time.isDate) return timeZone
  if (time.zone === utc) return utc
  if (tzid === null) return timeZone
  const zone = zoneIn(tzid) ?? zones.byName.get(tzid)
  if (zone === undefined) zones.unknown.add(tzid)
  return zone ?? timeZone
}

/** The instant of a calendar time; `tzid`: the name of its zone in the file. */
function instantIn(time: ICAL.Time, tzid: string | null, asked: Asked, zones: Zones): number {
  return instantBy(time, zoneOf(time, tzid, asked, zones))
}

function instantBy(time: ICAL.Time, zone: string | ICAL.Timezone): number {
  const clock = clockOf(time)
  if (typeof zone === 'string') return instantOf(clock, zone)
  return Date.parse(`${clock}Z`) - zone.utcOffset(time) * 1000
}

/** What the clocks of a zone show at a time in UTC. */
function onClockOf(zone: string | ICAL.Timezone, time: ICAL.Time): ICAL.Time {
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

/**
 * What other entries change in a repeated one: occurrences that they replace, and from which one on
 * all others are moved (`byMs`), last so long, or (`lengthMs` null) are free.
 */
type Changes = {
  replaced: ReadonlySet<number>
  future: { from: number; byMs: number; lengthMs: number | null }[]
}
const none: Changes = { replaced: new Set(), future: [] }

/** By the event's id; without one, nobody knows what an entry changes. */
function changesOf(entries: readonly Entry[], reading: Reading): Map<unknown, Changes> {
  const { asked, zones } = reading
  const changes = new Map<unknown, { replaced: Set<number>; future: Changes['future'] }>()
  for (const { component, uid } of entries.filter(({ isException }) => isException)) {
    if (uid === null) continue
    const { replaced, future } = changes.get(uid) ?? { replaced: new Set<number>(), future: [] }
    changes.set(uid, { replaced, future })
    const instants = timesOf(component, 'recurrence-id').flatMap(({ times, tzid }) =>
      times.map((time) => instantIn(time, tzid, asked, zones)),
    )
    for (const instant of instants) replaced.add(instant)
    const range = component.getFirstProperty('recurrence-id')?.getParameter('range')
    const [from] = instants
    const span = spanOf(component, reading)
    if (String(range).toUpperCase() !== 'THISANDFUTURE' || from === undefined || span === null) {
      continue
    }
    const lengthMs = isFree(component) ? null : span.lengthMs
    future.push({ from, byMs: span.from - from, lengthMs })
  }
  for (const { future } of changes.values()) future.sort((a, b) => b.from - a.from)
  return changes
}

type Entry = { component: ICAL.Component; uid: unknown; isException: boolean }

function entriesOf(texts: readonly string[][]): Entry[] {
  return texts.flatMap((lines) => {
    const component = componentOf(lines)
    const start = component?.getFirstPropertyValue('dtstart')
    if (component === null || !(start instanceof ICAL.Time)) return []
    const isException = component.hasProperty('recurrence-id')
    return [{ component, uid: component.getFirstPropertyValue('uid'), isException }]
  })
}

/** The zone and the times of a property. */
function timesOf(
  component: ICAL.Component,
  name: string,
): { times: ICAL.Time[]; tzid: string | null }[] {
  return component.getAllProperties(name).map((property) => {
    const times = property
      .getValues()
      .filter((value): value is ICAL.Time => value instanceof ICAL.Time)
    return { times, tzid: tzidOf(property) }
  })
}

function tzidOf(property: ICAL.Property): string | null {
  const tzid = property.getParameter('tzid')
  return typeof tzid === 'string' ? tzid : null
}

type Reading = { asked: Asked; zones: Zones; window: Busy; steps: { left: number } }

/** An event's first start, and how long it lasts; whole days count by the season's clock. */
function spanOf(component: ICAL.Component, { asked, zones }: Reading) {
  const [start] = timesOf(component, 'dtstart')
  const first = start?.times[0]
  if (start === undefined || first === undefined) return null
  const from = instantIn(first, start.tzid, asked, zones)
  const [end] = timesOf(component, 'dtend')
  const until = end?.times[0]
  const duration = component.getFirstPropertyValue('duration')
  const daysSaid = until === undefined ? 1 : daysBetween(dayOf(first), dayOf(until))
  const days = first.isDate ? Math.max(1, daysSaid) : 0
  const lengthMs = first.isDate
    ? days * dayMs
    : until !== undefined
      ? instantIn(until, end?.tzid ?? null, asked, zones) - from
      : duration instanceof ICAL.Duration
        ? duration.toSeconds() * 1000
        : 0
  return { first, tzid: start.tzid, from, days, lengthMs }
}

/** When this event is busy in the requested days; `changes`: by other entries. */
function busyOf({ component }: Entry, reading: Reading, changes: Changes): Busy[] {
  const { asked, zones } = reading
  const span = spanOf(component, reading)
  if (span === null || isFree(component)) return []
  const { first, tzid, days, lengthMs } = span
  const leftOut = timesOf(component, 'exdate').flatMap(({ times, tzid: own }) =>
    times.map((time) => ({ time, instant: instantIn(time, own ?? tzid, asked, zones) })),
  )
  const left = new Set([...changes.replaced, ...leftOut.map(({ instant }) => instant)])
  const leftDays = new Set(leftOut.flatMap(({ time }) => (time.isDate ? dayOf(time) : [])))
  const longest = Math.max(lengthMs, ...changes.future.map((change) => change.lengthMs ?? 0))
  const moved = Math.max(0, ...changes.future.map(({ byMs }) => Math.abs(byMs)))
  const repeated = occurrencesOf(component, first, tzid, longest + moved, reading)
  const occurrences = [
    ...repeated.map((time): Occurrence => ({ time, tzid, lengthMs: null })),
    ...listedOf(component, tzid, reading),
  ]
  return occurrences.flatMap(({ time, ...own }): Busy[] => {
    const from = instantIn(time, own.tzid, asked, zones)
    if (left.has(from) || leftDays.has(dayOf(time))) return []
    const change = changes.future.find((one) => one.from <= from)
    if (change !== undefined) {
      const begin = from + change.byMs
      return within(reading, begin, begin + (change.lengthMs ?? 0))
    }
    const to =
      first.isDate && own.lengthMs === null
        ? instantOf(`${dayAfter(dayOf(time), days)}T00:00`, asked.timeZone)
        : from + (own.lengthMs ?? lengthMs)
    return within(reading, from, to)
  })
}

/** `lengthMs` null: as long as the event. */
type Occurrence = { time: ICAL.Time; tzid: string | null; lengthMs: number | null }

/** The dates that an event lists besides its rule; a period says itself how long it lasts. */
function listedOf(
  component: ICAL.Component,
  tzid: string | null,
  { asked, zones, steps }: Reading,
): Occurrence[] {
  return component.getAllProperties('rdate').flatMap((property) => {
    const zone = tzidOf(property) ?? tzid
    const values = property.getValues()
    take(values.length, steps)
    return values.flatMap((value): Occurrence[] => {
      if (value instanceof ICAL.Time) return [{ time: value, tzid: zone, lengthMs: null }]
      if (!(value instanceof ICAL.Period)) return []
      const [from, to] = [value.start, value.getEnd()].map((time) =>
        instantIn(time, zone, asked, zones),
      )
      if (from === undefined || to === undefined) return []
      return [{ time: value.start, tzid: zone, lengthMs: to - from }]
    })
  })
}

/** The busy times of a list without events; times that it lists as free are left out. */
function periodsOf(component: ICAL.Component, reading: Reading): Busy[] {
  const { asked, zones } = reading
  return component.getAllProperties('freebusy').flatMap((property) => {
    const type = property.getParameter('fbtype')
    if (String(type ?? 'BUSY').toUpperCase() === 'FREE') return []
    return property.getValues().flatMap((value): Busy[] => {
      if (!(value instanceof ICAL.Period)) return []
      const [from, to] = [value.start, value.getEnd()].map((time) =>
        instantIn(time, null, asked, zones),
      )
      return from === undefined || to === undefined ? [] : within(reading, from, to)
    })
  })
}

function within({ window }: Reading, from: number, to: number): Busy[] {
  return to <= window[0] || from >= window[1] || to <= from ? [] : [[from, to]]
}

/**
 * The occurrences by its rules, without them the first, that may reach into the requested days;
 * `reachMs`: how long one may last.
 */
function occurrencesOf(
  component: ICAL.Component,
  first: ICAL.Time,
  tzid: string | null,
  reachMs: number,
  { asked, zones, steps }: Reading,
) {
  // Two days more for the differences of zones.
  const reach = Math.ceil(Math.max(0, reachMs) / dayMs) + 2
  const earliest = dayAfter(asked.from, -Math.min(reach, reachAtMost))
  const latest = dayAfter(asked.from, asked.days + Math.min(reach, 62))
  const rules = component
    .getAllProperties('rrule')
    .map((property) => property.getFirstValue())
    .filter((rule) => rule instanceof ICAL.Recur)
  if (rules.length === 0) return [first].filter((time) => dayOf(time) <= latest && time.year > 1970)
  return rules.flatMap((rule) => {
    const found: ICAL.Time[] = []
    // The library compares the digits of an end in UTC with those of the event's own clock.
    if (rule.until?.zone === utc && first.zone !== utc) {
      rule.until = onClockOf(zoneOf(first, tzid, asked, zones), rule.until)
    }
    const all = rule.iterator(first)
    for (let time = all.next(); time; time = all.next()) {
      take(1, steps)
      const day = dayOf(time)
      if (day > latest) break
      if (day >= earliest) found.push(time.clone())
    }
    return found
  })
}

function take(count: number, steps: Reading['steps']) {
  steps.left -= count
  if (steps.left < 0) {
    throw new Unreadable('Entries of this calendar repeat too often to be read. Export fewer days.')
  }
}

/** By the time's own clock. */
function dayOf(time: ICAL.Time): string {
  return clockOf(time).slice(0, 10)
}

function isFree(component: ICAL.Component): boolean {
  const says = (name: string) => String(component.getFirstPropertyValue(name) ?? '').toUpperCase()
  return (
    says('transp') === 'TRANSPARENT' ||
    says('status') === 'CANCELLED' ||
    says('x-microsoft-cdo-busystatus') === 'FREE'
  )
}
