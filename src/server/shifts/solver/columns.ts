import { costOfShifts, costs } from '../../../shared/shifts/cost.ts'
import {
  type Frame,
  mayTake,
  missingOf,
  type Plan,
  runsOf,
  type Span,
  shiftsAround,
} from '../../../shared/shifts/frame.ts'

/** A choice for the solver: slots that one person takes, and what that costs. */
export type Column = { person: number; from: number; to: number; cost: number }

/**
 * A part of a plan that is planned again: the slots that are kept, and what is missing in these
 * runs.
 */
export type Gap = { base: Plan; missing: Float64Array; runs: Span[] }

/** Removes everything that is not locked from a window, by day or by night. */
export function gapIn(frame: Frame, plan: Plan, [from, to]: Span, isNight: boolean): Gap {
  const isOfGap = (slot: number) => (frame.night[slot] === 1) === isNight
  const base = plan.map((row, person) =>
    row.map((on, slot) => {
      const isKept = slot < from || slot >= to || !isOfGap(slot)
      return isKept || frame.locks[person]?.[slot] === 1 ? on : 0
    }),
  )
  const missing = missingOf(frame, base)
  return {
    base,
    missing,
    runs: runsOf(from, to, (slot) => isOfGap(slot) && (missing[slot] ?? 0) > 0),
  }
}

export function columnOf(frame: Frame, { base }: Gap, person: number, span: Span): Column {
  const [from, to] = span
  const row = base[person] ?? new Uint8Array()
  const before = costOfShifts(frame, shiftsAround(frame, row, span))
  row.fill(1, from, to)
  const after = costOfShifts(frame, shiftsAround(frame, row, span))
  row.fill(0, from, to)
  let preferred = 0
  for (let slot = from; slot < to; slot += 1) if (frame.free[person]?.[slot] === 2) preferred += 1
  return { person, from, to, cost: after - before + preferred * costs.preferredSlot }
}

/** The current plan's columns in the gap: with them, the solver's result cannot be worse. */
export function columnsOfPlan(frame: Frame, gap: Gap, plan: Plan): Column[] {
  return plan.flatMap((row, person) =>
    gap.runs.flatMap(([from, to]) =>
      runsOf(from, to, (slot) => row[slot] === 1 && gap.base[person]?.[slot] === 0).map((span) =>
        columnOf(frame, gap, person, span),
      ),
    ),
  )
}

/** The most places at which a night is divided. */
const cutsAtMost = 12

/**
 * Nights in as few parts as possible: divided where somebody's free time begins or ends, and once
 * in the middle.
 */
export function nightColumns(frame: Frame, gap: Gap): Column[] {
  return gap.runs.flatMap(([from, to]) => {
    const cuts = cutsOf(frame, gap, [from, to])
    return gap.base.flatMap((_, person) => {
      const found: Column[] = []
      for (const [index, start] of cuts.entries()) {
        for (const end of cuts.slice(index + 1)) {
          if (!mayTake(frame, gap.base, person, start, end)) break
          found.push(columnOf(frame, gap, person, [start, end]))
        }
      }
      return found
    })
  })
}

function cutsOf({ free }: Frame, { base, missing }: Gap, [from, to]: Span): number[] {
  const isChange = (slot: number) =>
    missing[slot] !== missing[slot - 1] ||
    free.some(
      (row, person) =>
        (row[slot] === 0) !== (row[slot - 1] === 0) ||
        base[person]?.[slot] !== base[person]?.[slot - 1],
    )
  const middle = Math.round((from + to) / 2)
  const inner = Array.from({ length: to - from - 1 }, (_, index) => from + 1 + index).filter(
    (slot) => slot === middle || isChange(slot),
  )
  const step = Math.ceil(inner.length / cutsAtMost)
  return [from, ...inner.filter((_, index) => index % step === 0), to]
}
