import { isDeepStrictEqual } from 'node:util'
import { describe, expect, it } from 'vitest'
import { missedHandOvers, planFaults } from '../../../../tests/support/plan-faults.ts'
import { tentingProblem } from '../../../../tests/support/shift-problem.ts'
import { frameOf, type Plan } from '../../../shared/shifts/frame.ts'
import { greedyPlan } from '../../../shared/shifts/greedy.ts'
import { type ShiftPlan, writtenPlan } from '../../../shared/shifts/plan.ts'
import type { ShiftProblem } from '../../../shared/shifts/problem.ts'
import { systemContext } from '../../context.ts'
import { randomOf } from '../../random.ts'
import { planShifts } from '../plan-shifts.ts'
import { improve } from './solver.ts'

const week = (seconds: number) =>
  tentingProblem({
    days: 7,
    seed: 1,
    freeByDay: 0.55,
    freeByNight: 0.75,
    seconds,
    required: () => ({ day: 1, night: 6 }),
  })

const noFailure = (error: Error) => {
  throw error
}
const program = (text: string) => ({
  file: new URL(`data:text/javascript,${encodeURIComponent(text)}`),
})

/** What a solver of this program hands out until the deadline. */
async function improved(text: string, ms = 20_000) {
  const problem = week(1)
  const plans: unknown[] = []
  const deadline = systemContext.now().getTime() + ms
  const from = greedyPlan(frameOf(problem))
  const onBetter = (plan: unknown) => plans.push(plan)
  await improve(systemContext, problem, from, deadline, onBetter, { program: program(text) })
  return plans
}

/** Improves a plan for as long as it takes on a busy machine, and no longer. */
function improveUntil(isEnough: (plan: Plan) => boolean): typeof improve {
  const enough = new AbortController()
  return (context, problem, from, deadline, onBetter, more) => {
    const look = (plan: Plan) => {
      onBetter(plan)
      if (isEnough(plan)) enough.abort()
    }
    return improve(context, problem, from, deadline, look, { ...more, signal: enough.signal })
  }
}

describe('the solver', { timeout: 120_000 }, () => {
  it('makes plans that cover what can be covered, and are fairer than the greedy one', async () => {
    const greedy = await planShifts(systemContext, week(0), noFailure)
    expect(greedy.how).toBe('greedy')
    const problem = week(110)
    const isBetter = ({ uncovered, boundUncovered, figures }: ShiftPlan) =>
      isDeepStrictEqual(uncovered, boundUncovered) &&
      figures.nightSpreadHours < greedy.figures.nightSpreadHours &&
      figures.daySpreadHours < greedy.figures.daySpreadHours
    const frame = frameOf(problem)
    const isEnough = (plan: Plan) =>
      isBetter(writtenPlan(problem, frame, plan, { how: 'solver', seconds: 0 }))
    const plan = await planShifts(systemContext, problem, noFailure, improveUntil(isEnough))
    expect(plan.how).toBe('solver')
    for (const each of [greedy, plan]) expect(planFaults(problem, each)).toEqual([])
    expect(isBetter(plan)).toBe(true)
  })

  it('plans 3,000 slots of 60 people within the time and memory it is given', async () => {
    const random = randomOf(7)
    const free = () =>
      Array.from({ length: 250 }, () => String(Math.floor(random() * 3)).repeat(12)).join('')
    const problem: ShiftProblem = {
      ...week(20),
      slots: Array.from({ length: 3000 }, (_, slot) => ({
        need: slot % 48 > 35 ? 20 : 3,
        night: slot % 48 > 35,
      })),
      people: Array.from({ length: 60 }, (_, index) => ({
        id: `p${index}`,
        carriedDayHours: 0,
        carriedNightHours: 0,
        free: free(),
      })),
    }
    const before = process.memoryUsage.rss()
    const firstBetter = improveUntil(() => true)
    const plan = await planShifts(systemContext, problem, noFailure, firstBetter)
    expect(planFaults(problem, plan)).toEqual([])
    expect(plan.how).toBe('solver')
    expect(plan.seconds).toBeLessThan(40)
    expect(process.memoryUsage.rss() - before).toBeLessThan(1024 ** 3)
  })

  it('ends with no hand-over left that would make fewer short shifts, wherever it stopped', async () => {
    const problem: ShiftProblem = {
      ...week(0),
      slots: Array.from({ length: 14 }, () => ({ need: 1, night: true })),
      people: ['p0', 'p1'].map((id) => ({
        id,
        carriedDayHours: 0,
        carriedNightHours: 0,
        free: '1'.repeat(14),
      })),
    }
    const halfDone = [0, 1].map((person) =>
      Uint8Array.from(problem.slots, (_, slot) => Number((slot === 0) === (person === 0))),
    )
    const plan = await planShifts(
      systemContext,
      problem,
      noFailure,
      async (_context, _problem, _from, _deadline, onBetter) => onBetter(halfDone),
    )
    expect(missedHandOvers(problem, plan)).toEqual([])
    expect(plan.figures.shifts).toBe(1)
  })

  it('leaves the greedy plan where it fails', async () => {
    const failures: string[] = []
    const fails = () => Promise.reject(new Error('no solver'))
    const note = ({ message }: Error) => failures.push(message)
    const plan = await planShifts(systemContext, week(5), note, fails)
    expect(plan.how).toBe('greedy')
    expect(plan.figures.shifts).toBeGreaterThan(0)
    expect(failures).toEqual(['no solver'])
    await expect(improved('throw new Error("broken")')).rejects.toThrow('broken')
  })

  it('gives way to a server, and not where it is alone', async () => {
    const says = `
      import { workerData } from 'node:worker_threads'
      throw new Error('beside a server: ' + workerData.besideServer)`
    await expect(improved(says)).rejects.toThrow('beside a server: true')
    const failures: string[] = []
    const note = ({ message }: Error) => failures.push(message)
    await planShifts(systemContext, week(5), note, (context, problem, from, deadline, on, more) =>
      improve(context, problem, from, deadline, on, { ...more, program: program(says) }),
    )
    expect(failures).toEqual(['beside a server: false'])
  })

  it('is ended at the deadline where it hangs, and where it takes too much memory', async () => {
    expect(await improved('while (true);', 1500)).toEqual([])
    const greedy = 'const all = []; while (true) all.push(new Array(1e5).fill(0.5))'
    await expect(improved(greedy)).rejects.toThrow(/memory/)
  })

  it('is not believed where its plan breaks a rule', async () => {
    const everyone = `
      import { parentPort, workerData } from 'node:worker_threads'
      parentPort.postMessage(workerData.from.map((row) => row.fill(1)))`
    expect(await improved(everyone)).toEqual([])
  })

  it('works on one problem at a time', async () => {
    const ended: string[] = []
    await Promise.all([
      improved('while (true);', 1500).then(() => ended.push('long')),
      improved('').then(() => ended.push('short')),
    ])
    expect(ended).toEqual(['long', 'short'])
  })
})
