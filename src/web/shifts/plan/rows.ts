import type { Slot, TentShifts } from '../../../shared/shifts/picture.ts'
import { slotMs } from '../../../shared/shifts/slots.ts'
import { ownFirst } from '../picture/people.ts'
import type { Span } from '../picture/spans.ts'
import { clockRangeText } from '../picture/time-words.ts'

/** Shares of a day, 0 to 1, and the same in words. */
export type Bar = { from: number; to: number; text: string; isLocked?: boolean }

/** A day by the season's clock, which has 46, 48 or 50 half hours, and its nights. */
export type PlanDay = { date: string; slots: readonly Slot[]; nights: Bar[] }

export type PlanRow = { id: string; name: string; isMe: boolean; days: Bar[][] }

/** Of a shift, by whoever has it; null: nobody any more. `isLocked`: it stays in every new plan. */
export type OnShift = Span & { memberId: string | null; isLocked?: boolean }

/** The days of these half hours, in order. */
export function daysOf(slots: readonly Slot[]): PlanDay[] {
  const days = new Map<string, Slot[]>()
  for (const slot of slots) {
    const date = slot.local.slice(0, 10)
    days.set(date, [...(days.get(date) ?? []), slot])
  }
  return [...days].map(([date, ofDay]) => ({ date, slots: ofDay, nights: nightsOf(ofDay) }))
}

/** Where in a day something is; null: nowhere. What begins or ends on another day is cut off. */
export function barIn({ slots }: Pick<PlanDay, 'slots'>, span: Span): Bar | null {
  const begin = Date.parse(slots[0]?.at ?? '')
  const placeOf = (instant: string) => (Date.parse(instant) - begin) / slotMs
  const from = Math.max(0, placeOf(span.from))
  const to = Math.min(slots.length, placeOf(span.until))
  return from < to ? barOf(slots, from, to) : null
}

/** Those of a day, without those that are not in it. */
export function barsIn(day: PlanDay, spans: readonly (Span & Pick<OnShift, 'isLocked'>)[]): Bar[] {
  return spans.flatMap((span) => {
    const bar = barIn(day, span)
    if (bar === null) return []
    return span.isLocked ? { ...bar, text: `${bar.text}, locked`, isLocked: true } : bar
  })
}

/** A row a member, mine first, then one for shifts that nobody has any more. */
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

/** By time, those of the same hours together: what the grid shows of a day, as a list. */
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
  const bars: Bar[] = []
  for (let from = 0; from < slots.length; from += 1) {
    if (!slots[from]?.night) continue
    let to = from
    while (slots[to]?.night) to += 1
    bars.push(barOf(slots, from, to))
    from = to
  }
  return bars
}

function barOf(slots: readonly Slot[], from: number, to: number): Bar {
  const begins = slots[from]?.local ?? ''
  // After the last half hour it is midnight.
  const ends = slots[to]?.local ?? '0000-00-00T00:00'
  return {
    from: from / slots.length,
    to: to / slots.length,
    text: clockRangeText(begins, ends),
  }
}
