import { systemContext } from '../src/server/context.ts'
import { planShifts } from '../src/server/shifts/plan-shifts.ts'
import type { ShiftPlan } from '../src/shared/shifts/plan.ts'
import type { ShiftProblem } from '../src/shared/shifts/problem.ts'
import { type Tenting, tentingProblem } from '../tests/support/shift-problem.ts'
import { report } from './figures.ts'

/** Plans of tents of twelve, beside the greedy plan alone. */
const seeds = Array.from({ length: Number(process.env['SEEDS'] ?? 8) }, (_, index) => index + 1)

const black = { day: 2, night: 10 }
const blue = { day: 1, night: 6 }
const white = { day: 1, night: 2 }
const pause = { day: 0, night: 0 }
const season = (day: number) => (day < 10 ? black : day < 22 ? blue : day < 27 ? pause : white)

const asked: Record<string, Omit<Tenting, 'seed'> & { seeds: number[] }> = {
  'Blue, 14 days': {
    days: 14,
    freeByDay: 0.55,
    freeByNight: 0.75,
    seconds: 10,
    required: () => blue,
    seeds,
  },
  'Black, then Blue, 20 days': {
    days: 20,
    freeByDay: 0.55,
    freeByNight: 0.9,
    seconds: 10,
    required: (day) => (day < 10 ? black : blue),
    seeds,
  },
  'a season, 41 days': {
    days: 41,
    freeByDay: 0.55,
    freeByNight: 0.75,
    seconds: 37,
    required: season,
    seeds: [1],
  },
}

const rows: string[][] = []
for (const [name, { seeds, ...tenting }] of Object.entries(asked)) {
  const problems = seeds.map((seed) => tentingProblem({ ...tenting, seed }))
  rows.push([`${name}: greedy`, ...summary(await plansOf(problems, 0))])
  rows.push([`${name}: solver`, ...summary(await plansOf(problems, tenting.seconds))])
}
const table = {
  head: [
    'plans',
    'uncovered h above the bound, sum',
    'nights, most − least h',
    'days, most − least h',
    'shifts, most',
    'under 2 h, most',
    'slowest s',
  ],
  rows,
}
/** A column of the table, of the plans made so. */
const column = (how: 'greedy' | 'solver', place: number) =>
  rows.filter(([name]) => name?.endsWith(how)).map((cells) => Number(cells[place]))
const plot = (title: string, place: number) => ({
  title,
  x: { name: 'plans', values: Object.keys(asked) },
  y: 'h',
  lines: { greedy: column('greedy', place), solver: column('solver', place) },
})
report('shifts', table, [plot('nights, most − least', 2), plot('days, most − least', 3)])

async function plansOf(problems: ShiftProblem[], seconds: number): Promise<ShiftPlan[]> {
  const plans: ShiftPlan[] = []
  for (const problem of problems) {
    const onFailure = (error: Error) => {
      throw error
    }
    plans.push(await planShifts(systemContext, { ...problem, seconds }, onFailure))
  }
  return plans
}

/** Spreads are means over the seeds, all else the worst of them. */
function summary(plans: ShiftPlan[]): string[] {
  const missing = (all: ShiftPlan['uncovered']) =>
    all.reduce((sum, { missing }) => sum + missing, 0)
  const above = plans.map((plan) => missing(plan.uncovered) - missing(plan.boundUncovered))
  const mean = (values: number[]) =>
    (values.reduce((sum, value) => sum + value, 0) / values.length).toFixed(2)
  return [
    String(above.reduce((sum, slots) => sum + slots / 2, 0)),
    mean(plans.map(({ figures }) => figures.nightSpreadHours)),
    mean(plans.map(({ figures }) => figures.daySpreadHours)),
    String(Math.max(...plans.map(({ figures }) => figures.shifts))),
    String(Math.max(...plans.map(({ figures }) => figures.shiftsUnderTwoHours))),
    Math.max(...plans.map(({ seconds }) => seconds)).toFixed(1),
  ]
}
