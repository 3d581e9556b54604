import { defaultRules } from '../../src/shared/season/default-rules.ts'
import { frameOf } from '../../src/shared/shifts/frame.ts'
import { freeAt } from '../../src/shared/shifts/free.ts'
import { greedyPlan } from '../../src/shared/shifts/greedy.ts'
import { fairnessOf } from '../../src/shared/shifts/hours.ts'
import { writtenPlan } from '../../src/shared/shifts/plan.ts'
import { assignmentsOf, problemOf } from '../../src/shared/shifts/replan.ts'
import { dayAfter, slotsOf } from '../../src/shared/shifts/slots.ts'

/** Half hours, who is free, a plan and its hours, from a day on, by these answers. */
export function plannedFrom(from: string, answers: readonly (readonly [string, string])[]) {
  const rules = { ...defaultRules, ends: '2026-12-01T00:00' }
  const slots = slotsOf({ rules, graces: [], tent: { dayNumber: 1, nightNumber: 2 } }, from, 4)
  const problem = problemOf({
    slots,
    people: answers.map(([week, day], place) => ({
      id: `p${place}`,
      free: freeAt({ week, exceptions: [{ date: dayAfter(from, 1), free: day }] }, slots),
      carried: { day: 0, night: 0 },
    })),
    locks: [],
    limits: { minSlots: 2, maxDaySlots: 8, breakSlots: 4, nightWeight: 1.5 },
    timeZone: rules.timeZone,
  })
  const frame = frameOf(problem)
  const rows = greedyPlan(frame)
  const plan = writtenPlan(problem, frame, rows, { how: 'greedy', seconds: 0 })
  const shifts = assignmentsOf(problem, rows, slots).map((shift, place) => ({
    ...shift,
    id: `s${place}`,
    arrivedAt: null,
  }))
  const ids = answers.map((_, place) => `p${place}`)
  const hours = fairnessOf(rules, ids, shifts, 0)
  return { slots, problem, walks: [...frame.walks], plan, shifts, hours }
}
