import type { ShiftPlan } from '../../src/shared/shifts/plan.ts'
import type { ShiftProblem } from '../../src/shared/shifts/problem.ts'

/** Everything in a plan that the file format forbids, worked out from its text alone. */
export function planFaults(problem: ShiftProblem, plan: ShiftPlan): string[] {
  const { slots, people, locked, limits, slotMinutes } = problem
  const on = new Map(people.map(({ id }) => [id, slots.map(() => 0)]))
  const locks = new Map(people.map(({ id }) => [id, slots.map(() => false)]))
  for (const { person, from, to } of locked) locks.get(person)?.fill(true, from, to)
  const faults: string[] = []
  for (const { person, from, to } of plan.assignments) {
    const row = on.get(person)
    if (row === undefined || from < 0 || from >= to || to > slots.length) {
      faults.push(`a shift of ${person} from ${from} to ${to}`)
      continue
    }
    for (let slot = from; slot < to; slot += 1) row[slot] = (row[slot] ?? 0) + 1
    if (row[from - 1] === 1 || row[to] === 1) faults.push(`${person} has two shifts in one`)
  }
  for (const { id, free } of people) {
    let run = 0
    let isLocked = true
    for (let slot = 0; slot < slots.length; slot += 1) {
      const lock = locks.get(id)?.[slot] === true
      const is = on.get(id)?.[slot] ?? 0
      if (is > 1) faults.push(`${id} is twice at once at ${slot}`)
      if (lock && is === 0) faults.push(`${id} lost the lock at ${slot}`)
      if (is > 0 && free[slot] === '0' && !lock) faults.push(`${id} is not free at ${slot}`)
      const isDay = is > 0 && slots[slot]?.night === false
      run = isDay ? run + 1 : 0
      isLocked = isDay ? isLocked && lock : true
      if (run > limits.maxDaySlots && !isLocked) faults.push(`${id} is too long by day at ${slot}`)
    }
  }
  const uncovered: ShiftPlan['uncovered'] = []
  const bound: ShiftPlan['uncovered'] = []
  slots.forEach(({ need }, slot) => {
    const there = people.filter(({ id }) => (on.get(id)?.[slot] ?? 0) > 0)
    const hasOther = there.some(({ id }) => locks.get(id)?.[slot] !== true)
    if (there.length > need && hasOther) faults.push(`more than needed at ${slot}`)
    if (there.length < need) uncovered.push({ slot, missing: need - there.length })
    const free = people.filter((person) => person.free[slot] !== '0').length
    if (free < need) bound.push({ slot, missing: need - free })
  })
  const same = (name: string, given: unknown, worked: unknown) => {
    if (JSON.stringify(given) !== JSON.stringify(worked)) faults.push(`${name} is wrong`)
  }
  same('uncovered', plan.uncovered, uncovered)
  same('boundUncovered', plan.boundUncovered, bound)
  const hours = slotMinutes / 60
  const had = (night: boolean, carried: 'carriedNightHours' | 'carriedDayHours') =>
    people.map(
      (person) =>
        person[carried] +
        hours * slots.filter((slot, at) => slot.night === night && on.get(person.id)?.[at]).length,
    )
  const near = (name: keyof ShiftPlan['figures'], worked: number) => {
    if (Math.abs(plan.figures[name] - worked) > 1e-6) faults.push(`${name} is not ${worked}`)
  }
  const nights = had(true, 'carriedNightHours')
  const days = had(false, 'carriedDayHours')
  const whole = people.flatMap(({ id, free }) =>
    slots.flatMap((_, slot) => (on.get(id)?.[slot] ? [free[slot]] : [])),
  )
  near('uncoveredHours', uncovered.reduce((sum, { missing }) => sum + missing, 0) * hours)
  near('nightSpreadHours', Math.max(...nights) - Math.min(...nights))
  near('daySpreadHours', Math.max(...days) - Math.min(...days))
  near('shifts', plan.assignments.length)
  near(
    'shiftsUnderTwoHours',
    plan.assignments.filter(({ from, to }) => (to - from) * slotMinutes < 120).length,
  )
  near('preferredShare', whole.filter((sign) => sign === '2').length / Math.max(1, whole.length))
  return faults
}

type Rows = Map<string, boolean[]>

/** Hand-overs that would leave every slot covered as it is, with fewer short shifts and breaks. */
export function missedHandOvers(problem: ShiftProblem, plan: ShiftPlan): string[] {
  const { slots, people, locked } = problem
  const rows: Rows = new Map(people.map(({ id }) => [id, slots.map(() => false)]))
  for (const { person, from, to } of plan.assignments) rows.get(person)?.fill(true, from, to)
  const isLocked = (id: string, slot: number) =>
    locked.some(({ person, from, to }) => person === id && from <= slot && slot < to)
  const missed: string[] = []
  for (const giver of people) {
    for (const taker of people) {
      for (let from = 0; from < slots.length; from += 1) {
        for (let to = from + 1; to <= slots.length; to += 1) {
          const last = to - 1
          const may =
            giver !== taker &&
            rows.get(giver.id)?.[last] === true &&
            rows.get(taker.id)?.[last] === false &&
            taker.free[last] !== '0' &&
            !isLocked(giver.id, last)
          if (!may) break
          const both = [rows.get(giver.id) ?? [], rows.get(taker.id) ?? []]
          const [left, more] = both.map((row) => row.slice())
          left?.fill(false, from, to)
          more?.fill(true, from, to)
          const isTooLong = longDay(problem, more ?? [], (slot) => isLocked(taker.id, slot))
          const before = both.reduce((sum, row) => sum + breachesOf(problem, row), 0)
          const after = breachesOf(problem, left ?? []) + breachesOf(problem, more ?? [])
          if (!isTooLong && after < before) missed.push(`${giver.id} to ${taker.id} ${from}-${to}`)
        }
      }
    }
  }
  return missed
}

function longDay(
  { slots, limits }: ShiftProblem,
  row: boolean[],
  isLocked: (slot: number) => boolean,
): boolean {
  return runs(row.map((is, slot) => is && slots[slot]?.night === false)).some(
    ([from, to]) =>
      to - from > limits.maxDaySlots &&
      Array.from({ length: to - from }, (_, index) => from + index).some((slot) => !isLocked(slot)),
  )
}

function breachesOf({ limits, slots }: ShiftProblem, row: boolean[]): number {
  const short = runs(row).filter(([from, to]) => to - from < limits.minSlots).length
  const breaks = runs(row.map((is) => !is)).filter(
    ([from, to]) => from > 0 && to < slots.length && to - from < limits.breakSlots,
  ).length
  return short + breaks
}

function runs(row: boolean[]): [number, number][] {
  const starts = row.flatMap((is, at) => (is && !row[at - 1] ? [at] : []))
  const ends = row.flatMap((is, at) => (is && !row[at + 1] ? [at + 1] : []))
  return starts.map((from, index) => [from, ends[index] ?? row.length])
}
