import { groupedBy } from '../../../shared/grouped.ts'
import { runsOf } from '../../../shared/shifts/frame.ts'
import { slotMs } from '../../../shared/shifts/slots.ts'
import type { Slot, TentShifts } from '../../../shared/shifts/tent-shifts.ts'
import { ownFirst } from '../words/people.ts'
import type { Span } from '../words/spans.ts'
import { clockRangeText } from '../words/time-words.ts'

/** A part of a day as shares from 0 to 1, and as a text. */
export type Bar = { from: number; to: number; text: string; isLocked?: boolean }

/** A day by the season's clock, which has 46, 48 or 50 half hours. */
export type PlanDay = { date: string; slots: readonly Slot[]; nights: Bar[] }

export type PlanRow = { id: string; name: string; isMe: boolean; days: Bar[][] }

/** A shift with its owner; null: none any more. `isLocked`: every new plan keeps it. */
export type OnShift = Span & { memberId: string | null; isLocked?: boolean }

/** The days that contain these half hours, in order. */
export function daysOf(slots: readonly Slot[]): PlanDay[] {
  const days = groupedBy(slots, ({ local }) => local.slice(0, 10))
  return [...days].map(([date, ofDay]) => ({ date, slots: ofDay, nights: nightsOf(ofDay) }))
}

/** The part of a span that is in this day; null: none. */
export function barIn({ slots }: Pick<PlanDay, 'slots'>, span: Span): Bar | null {
  const begin = Date.parse(slots[0]?.at ?? '')
  const placeOf = (instant: string) => (Date.parse(instant) - begin) / slotMs
  const from = Math.max(0, placeOf(span.from))
  const to = Math.min(slots.length, placeOf(span.until))
  return from < to ? barOf(slots, from, to) : null
}

/** Where this moment is in this day, as a share from 0 to 1; null: in another day. */
export function shareOfDay({ slots }: Pick<PlanDay, 'slots'>, instant: string): number | null {
  const begin = Date.parse(slots[0]?.at ?? '')
  const share = (Date.parse(instant) - begin) / slotMs / slots.length
  return share >= 0 && share < 1 ? share : null
}

/** The parts of these spans that are in this day. */
export function barsIn(day: PlanDay, spans: readonly (Span & Pick<OnShift, 'isLocked'>)[]): Bar[] {
  return spans.flatMap((span) => {
    const bar = barIn(day, span)
    if (bar === null) return []
    return span.isLocked ? { ...bar, text: `${bar.text}, locked`, isLocked: true } : bar
  })
}

/** One row per member, oneself first, then one for shifts without an owner. */
export function rowsOf(
  { people, slots }: Pick<TentShifts, 'people' | 'slots'>,
  shifts: readonly OnShift[],
): PlanRow[] {
  const days = daysOf(slots)
  const known = new Set<string | null>(people.map(({ id }) => id))
  const barsOf = (isOf: (id: string | null) => boolean) => {
    const theirs = shifts.filter(({ memberId }) => isOf(memberId))
    return days.map((day) => barsIn(day, theirs))
  }
  const rows = ownFirst(people).map(({ id, name, isMe }) => ({
    id,
    name,
    isMe,
    days: barsOf((memberId) => memberId === id),
  }))
  if (shifts.every(({ memberId }) => known.has(memberId))) return rows
  const open = barsOf((memberId) => !known.has(memberId))
  return [...rows, { id: 'open', name: 'Open', isMe: false, days: open }]
}

/** A day's shifts as a list, by time; those of the same hours together. */
export function linesOf(rows: readonly PlanRow[], day: number) {
  const lines: (Bar & { names: string[]; isMine: boolean })[] = []
  for (const { name, isMe, days } of rows) {
    for (const bar of days[day] ?? []) {
      const { from, to, isLocked } = bar
      const alike = lines.find(
        (line) => line.from === from && line.to === to && line.isLocked === isLocked,
      )
      if (alike === undefined) lines.push({ ...bar, names: [name], isMine: isMe })
      else alike.names.push(name)
    }
  }
  return lines.sort((a, b) => a.from - b.from || a.to - b.to)
}

function nightsOf(slots: readonly Slot[]): Bar[] {
  const nights = runsOf(0, slots.length, (slot) => slots[slot]?.night === true)
  return nights.map(([from, to]) => barOf(slots, from, to))
}

function barOf(slots: readonly Slot[], from: number, to: number): Bar {
  const begins = slots[from]?.local ?? ''
  // The last half hour ends at midnight.
  const ends = slots[to]?.local ?? '0000-00-00T00:00'
  return {
    from: from / slots.length,
    to: to / slots.length,
    text: clockRangeText(begins, ends),
  }
}
