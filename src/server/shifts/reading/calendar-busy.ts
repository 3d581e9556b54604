import ICAL from 'ical.js'
import { dayMs } from '../../../shared/durations.ts'
import { instantOf } from '../../../shared/season/local-time.ts'
import { dayAfter } from '../../../shared/shifts/slots.ts'
import { dayOf, instantOfTime, onClockOf, utc, type Zones, zoneOf } from './calendar-clocks.ts'
import { type Entry, timesOf, tzidOf } from './calendar-parts.ts'
import { type Asked, daysBetween, Unreadable } from './found.ts'

/** In days: nothing lasts longer than some decades. */
const reachAtMost = 10_000
/** What a time costs that a rule's parts leave out; an occurrence costs 1. */
const passedOverSteps = 0.1

/** In ms. */
export type Busy = [from: number, until: number]

/** `window`: the requested days; `steps`: how many more occurrences may be looked at. */
export type Reading = { asked: Asked; zones: Zones; window: Busy; steps: { left: number } }

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
export function changesOf(entries: readonly Entry[], reading: Reading): Map<unknown, Changes> {
  const { asked, zones } = reading
  const changes = new Map<unknown, { replaced: Set<number>; future: Changes['future'] }>()
  for (const { component, uid } of entries.filter(({ isException }) => isException)) {
    if (uid === null) continue
    const { replaced, future } = changes.get(uid) ?? { replaced: new Set<number>(), future: [] }
    changes.set(uid, { replaced, future })
    const instants = timesOf(component, 'recurrence-id').flatMap(({ times, tzid }) =>
      times.map((time) => instantOfTime(time, tzid, asked, zones)),
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

/** An event's first start, and how long it lasts; whole days count by the season's clock. */
function spanOf(component: ICAL.Component, { asked, zones }: Reading) {
  const [start] = timesOf(component, 'dtstart')
  const first = start?.times[0]
  if (start === undefined || first === undefined) return null
  const from = instantOfTime(first, start.tzid, asked, zones)
  const [end] = timesOf(component, 'dtend')
  const until = end?.times[0]
  const duration = component.getFirstPropertyValue('duration')
  const durationMs = duration instanceof ICAL.Duration ? duration.toSeconds() * 1000 : 0
  const daysSaid =
    until === undefined ? Math.ceil(durationMs / dayMs) : daysBetween(dayOf(first), dayOf(until))
  const days = first.isDate ? Math.max(1, Math.min(daysSaid, reachAtMost)) : 0
  const lengthMs = first.isDate
    ? days * dayMs
    : until === undefined
      ? durationMs
      : instantOfTime(until, end?.tzid ?? null, asked, zones) - from
  return { first, tzid: start.tzid, from, days, lengthMs }
}

/** When this event is busy in the requested days; `byUid`: what other entries change. */
export function busyOf(
  { component, uid, isException }: Entry,
  reading: Reading,
  byUid: ReadonlyMap<unknown, Changes>,
): Busy[] {
  const { asked, zones } = reading
  const span = spanOf(component, reading)
  if (span === null || isFree(component)) return []
  const { first, tzid, days, lengthMs } = span
  const changes = (!isException && byUid.get(uid)) || none
  const leftOut = timesOf(component, 'exdate').flatMap(({ times, tzid: own }) =>
    times.map((time) => ({ time, instant: instantOfTime(time, own ?? tzid, asked, zones) })),
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
    const from = instantOfTime(time, own.tzid, asked, zones)
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
function listedOf(component: ICAL.Component, tzid: string | null, reading: Reading): Occurrence[] {
  return component.getAllProperties('rdate').flatMap((property) => {
    const zone = tzidOf(property) ?? tzid
    const values = property.getValues()
    take(values.length, reading.steps)
    return values.flatMap((value): Occurrence[] => {
      if (value instanceof ICAL.Time) return [{ time: value, tzid: zone, lengthMs: null }]
      if (!(value instanceof ICAL.Period)) return []
      const [from, to] = spanOfPeriod(value, zone, reading)
      return [{ time: value.start, tzid: zone, lengthMs: to - from }]
    })
  })
}

/** The busy times of a list without events; times that it lists as free are left out. */
export function periodsOf(component: ICAL.Component, reading: Reading): Busy[] {
  return component.getAllProperties('freebusy').flatMap((property) => {
    const type = property.getParameter('fbtype')
    if (String(type ?? 'BUSY').toUpperCase() === 'FREE') return []
    return property
      .getValues()
      .flatMap((value): Busy[] =>
        value instanceof ICAL.Period ? within(reading, ...spanOfPeriod(value, null, reading)) : [],
      )
  })
}

function spanOfPeriod(period: ICAL.Period, tzid: string | null, { asked, zones }: Reading): Busy {
  const at = (time: ICAL.Time) => instantOfTime(time, tzid, asked, zones)
  return [at(period.start), at(period.getEnd())]
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
  const end = ICAL.Time.fromDateTimeString(`${latest}T23:59:59`)
  return rules.flatMap((rule) => {
    const found: ICAL.Time[] = []
    // The library counts an interval day by day.
    if (rule.interval > reachAtMost) throw new Error('The interval of a rule is too long')
    // The library compares the digits of an end in UTC with those of the event's own clock.
    if (rule.until?.zone === utc && first.zone !== utc) {
      rule.until = onClockOf(zoneOf(first, tzid, asked, zones), rule.until)
    }
    if (rule.until === null || rule.until.compare(end) > 0) rule.until = end
    const all = rule.iterator(beginOf(rule, first, earliest))
    // In one step the library passes over all that the rule leaves out: all times for ever, where no
    // date fits.
    const fits = all.check_contracting_rules
    all.check_contracting_rules = () => {
      take(passedOverSteps, steps)
      return all.last.compare(end) > 0 || fits.call(all)
    }
    for (let time = all.next(); time; time = all.next()) {
      take(1, steps)
      if (dayOf(time) >= earliest) found.push(time.clone())
    }
    return found
  })
}

/**
 * Where the iteration of a rule begins. A simple daily or weekly rule without a count begins
 * shortly before the requested days, a multiple of its interval after its first time. The library
 * needs the first time for all others, such as rules by months.
 */
function beginOf(rule: ICAL.Recur, first: ICAL.Time, earliest: string): ICAL.Time {
  const isByDays = ['DAILY', 'WEEKLY'].includes(rule.freq)
  const isPlain = Object.keys(rule.parts).every((part) => part === 'BYDAY')
  if (rule.count !== null || !isByDays || !isPlain) return first
  const turn = 7 * rule.interval
  // At least a day before, as the library gives the time it begins with on any weekday.
  const turns = Math.floor((daysBetween(dayOf(first), earliest) - 1) / turn)
  const begin = first.clone()
  begin.adjust(Math.max(0, turns) * turn, 0, 0, 0)
  return begin
}

function take(count: number, steps: Reading['steps']) {
  steps.left -= count
  if (steps.left < 0) {
    throw new Unreadable('Entries of this calendar repeat too often to be read. Export fewer days.')
  }
}

function isFree(component: ICAL.Component): boolean {
  const says = (name: string) => String(component.getFirstPropertyValue(name) ?? '').toUpperCase()
  return (
    says('transp') === 'TRANSPARENT' ||
    says('status') === 'CANCELLED' ||
    says('x-microsoft-cdo-busystatus') === 'FREE'
  )
}
