import fc from 'fast-check'
import { afterEach, expect, it } from 'vitest'
import { seed, times } from '../../../tests/support/times.ts'
import { defaultRules } from '../season/default-rules.ts'
import { frameOf } from './frame.ts'
import { freeAt } from './free.ts'
import { greedyPlan } from './greedy.ts'
import { fairnessOf } from './hours.ts'
import { slotsOfDay, slotsOfWeek } from './picture.ts'
import { writtenPlan } from './plan.ts'
import { assignmentsOf, problemOf } from './replan.ts'
import { dayAfter, slotsOf } from './slots.ts'

const processZone = process.env['TZ']
afterEach(() => setZone(processZone))

function setZone(zone: string | undefined): void {
  if (zone === undefined) delete process.env['TZ']
  else process.env['TZ'] = zone
}

const signs = (length: number) =>
  fc
    .array(fc.constantFrom('0', '1', '2'), { minLength: length / 12, maxLength: length / 12 })
    .map((blocks) => blocks.map((sign) => sign.repeat(12)).join(''))

// The clocks of Durham change on March 8 and November 1, those of other zones on other days or never.
it('half hours, who is free, plans and hours are the same whatever the zone of the process', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('2026-01-28', '2026-03-06', '2026-03-28', '2026-10-24', '2026-10-30'),
      fc.array(fc.tuple(signs(slotsOfWeek), signs(slotsOfDay)), { minLength: 2, maxLength: 4 }),
      (from, answers) => {
        const all = ['UTC', 'America/Los_Angeles', 'Asia/Kolkata'].map((zone) => {
          setZone(zone)
          return {
            offset: new Date(`${from}T12:00Z`).getTimezoneOffset(),
            made: made(from, answers),
          }
        })
        // That the zone is in force at all.
        expect(new Set(all.map(({ offset }) => offset)).size).toBe(3)
        for (const one of all) expect(one.made).toEqual(all[0]?.made)
      },
    ),
    { numRuns: times(15, 500), seed },
  )
})

function made(from: string, answers: readonly (readonly [string, string])[]) {
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
    seconds: 0,
  })
  const frame = frameOf(problem)
  const plan = writtenPlan(problem, frame, greedyPlan(frame), { how: 'greedy', seconds: 0 })
  const shifts = assignmentsOf(plan, slots).map((shift, place) => ({
    ...shift,
    id: `s${place}`,
    arrivedAt: null,
  }))
  const ids = answers.map((_, place) => `p${place}`)
  const hours = fairnessOf(rules, ids, shifts, 0)
  return { slots, problem, walks: [...frame.walks], plan, shifts, hours }
}
