import type { Highs } from 'highs'
import { costs } from '../../../shared/shifts/cost.ts'
import { hoursOf, weighted } from '../../../shared/shifts/figures.ts'
import { type Frame, type Plan, shiftsOf } from '../../../shared/shifts/frame.ts'
import type { Column, Gap } from './columns.ts'
import { Programme } from './programme.ts'

/**
 * The cheapest columns that fill as much of the gap as possible, with nobody in two places at once,
 * with breaks between a person's shifts and no day that is too long; null if none was found in time.
 * `start`: the columns of the current plan.
 */
export function chooseColumns(
  highs: Highs,
  frame: Frame,
  gap: Gap,
  columns: readonly Column[],
  start: ReadonlySet<Column>,
  seconds: number,
): Column[] | null {
  const programme = new Programme()
  for (const { cost } of columns) programme.choice(cost)
  addCover(programme, gap, columns)
  const byPerson = columnsByPerson(gap.base.length, columns)
  addConflicts(programme, frame, byPerson)
  addLongestDays(programme, frame, gap.base, byPerson)
  addSpreads(programme, frame, gap.base, byPerson)
  const known = columns.flatMap((column, index) => (start.has(column) ? [index] : []))
  const values = programme.solve(highs, known, seconds, { share: 0.002 })
  return values === null ? null : columns.filter((_, index) => (values[index] ?? 0) > 0.5)
}

/** One row for each stretch of slots in which no column begins or ends. */
function addCover(programme: Programme, { missing, runs }: Gap, columns: readonly Column[]) {
  const edges = new Set(columns.flatMap(({ from, to }) => [from, to]))
  for (const [from, to] of runs) {
    for (let slot = from; slot < to; ) {
      const count = missing[slot] ?? 0
      let end = slot + 1
      while (end < to && !edges.has(end) && missing[end] === count) end += 1
      const uncovered = programme.amount((end - slot) * costs.uncoveredSlot, 0, count)
      const over = columns.flatMap(({ from, to }, index) =>
        from <= slot && slot < to ? [[index, 1] as const] : [],
      )
      programme.row(count, count, [...over, [uncovered, 1]])
      slot = end
    }
  }
}

/** Each person's columns, with their variables in the programme. */
type ByPerson = readonly (readonly [number, Column][])[]

function addConflicts(programme: Programme, { breakSlots }: Frame, byPerson: ByPerson) {
  for (const theirs of byPerson) {
    for (const close of closeColumns(theirs, Math.max(1, breakSlots))) programme.row(0, 1, close)
  }
}

/**
 * Each column is short enough by itself; two with what is kept between them may not be. Of one more
 * day slots in a row than are allowed, one must then be free.
 */
function addLongestDays(
  programme: Programme,
  { night, maxDaySlots, size }: Frame,
  base: Plan,
  byPerson: ByPerson,
) {
  for (const [person, theirs] of byPerson.entries()) {
    const kept = base[person] ?? new Uint8Array()
    const joined = shiftsOf(kept).filter(
      ([from, to]) =>
        theirs.some(([, column]) => column.to === from) &&
        theirs.some(([, column]) => column.from === to),
    )
    const firsts = joined.flatMap(([from, to]) =>
      Array.from({ length: maxDaySlots + from - to }, (_, index) => to - maxDaySlots + index),
    )
    for (const first of new Set(firsts)) {
      const end = first + maxDaySlots + 1
      if (first < 0 || end > size || night.subarray(first, end).includes(1)) continue
      const most = maxDaySlots - kept.subarray(first, end).reduce((sum, on) => sum + on, 0)
      programme.row(
        Number.NEGATIVE_INFINITY,
        most,
        theirs.flatMap(([index, { from, to }]) => {
          const slots = Math.min(to, end) - Math.max(from, first)
          return slots > 0 ? [[index, slots] as const] : []
        }),
      )
    }
  }
}

/** The largest sets of one person's columns with fewer than so many slots between any two. */
function closeColumns(theirs: readonly [number, Column][], rest: number): [number, 1][][] {
  const starts = [...new Set(theirs.map(([, { from }]) => from))].toSorted((a, b) => a - b)
  return starts.flatMap((start, order) => {
    const next = starts[order + 1] ?? Number.POSITIVE_INFINITY
    const close = theirs.filter(([, { from, to }]) => from <= start && start < to + rest)
    // Otherwise the next set contains all of these.
    const isMost = close.some(([, { to }]) => to + rest <= next)
    return isMost && close.length > 1 ? [close.map(([index]): [number, 1] => [index, 1])] : []
  })
}

function columnsByPerson(people: number, columns: readonly Column[]): ByPerson {
  const byPerson = Array.from({ length: people }, (): [number, Column][] => [])
  for (const [index, column] of columns.entries()) byPerson[column.person]?.push([index, column])
  return byPerson
}

/** The spread (most minus least) of hours by day, by night and in all. */
function addSpreads(programme: Programme, frame: Frame, base: Plan, byPerson: ByPerson) {
  const isNight = byPerson.flat().some(([, { from }]) => frame.night[from] === 1)
  const kind = isNight ? 'night' : 'day'
  const cost = isNight ? costs.nightSpreadHour : costs.daySpreadHour
  const weight = isNight ? frame.nightWeight : 1
  const most = programme.amount(cost, -1e9, 1e9)
  const least = programme.amount(-cost, -1e9, 1e9)
  const mostOfAll = programme.amount(costs.weightedSpreadHour, -1e9, 1e9)
  const leastOfAll = programme.amount(-costs.weightedSpreadHour, -1e9, 1e9)
  const before = hoursOf(frame, base)
  for (const [person, theirs] of byPerson.entries()) {
    const had = before[person] ?? { day: 0, night: 0 }
    for (const [variable, hours, factor, isMost] of [
      [most, had[kind], 1, true],
      [least, had[kind], 1, false],
      [mostOfAll, weighted(frame, had), weight, true],
      [leastOfAll, weighted(frame, had), weight, false],
    ] as const) {
      programme.row(
        isMost ? Number.NEGATIVE_INFINITY : -hours,
        isMost ? -hours : Number.POSITIVE_INFINITY,
        [
          ...theirs.map(
            ([index, { from, to }]) => [index, (to - from) * frame.slotHours * factor] as const,
          ),
          [variable, -1],
        ],
      )
    }
  }
}
