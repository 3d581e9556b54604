import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { systemContext } from '../../src/server/context.ts'
import { planFile } from '../../src/server/shifts/plan-file.ts'
import type { ShiftPlan } from '../../src/shared/shifts/plan.ts'
import type { ShiftProblem } from '../../src/shared/shifts/problem.ts'
import { CommandFailed, commandHere, runCommand } from '../support/command.ts'
import { missedHandOvers, planFaults } from '../support/plan-faults.ts'

/** So small that the search is through with it in half a second, and does better than the greedy plan. */
const problem: ShiftProblem = {
  slotMinutes: 30,
  start: '2026-01-28T07:00',
  timeZone: 'America/New_York',
  slots: Array.from({ length: 12 }, () => ({ need: 1, night: true })),
  people: ['111111111111', '111111110000', '000011111111'].map((free, index) => ({
    id: `p${index}`,
    carriedDayHours: 0,
    carriedNightHours: index === 0 ? 3 : 0,
    free,
  })),
  locked: [],
  limits: { minSlots: 2, maxDaySlots: 8, breakSlots: 4, nightWeight: 1.5 },
  seconds: 50,
}

describe('plan-shifts', { timeout: 60_000 }, () => {
  let folder: string
  // No database there: the command needs none, and looks at none of its settings.
  const env = { DATA_DIR: '/nowhere', DATABASE_URL: 'nonsense' }
  const run = (...args: string[]) => commandHere(['plan-shifts', ...args], env)
  const plan = (from: string, to?: string) =>
    planFile(systemContext, from, to, (error) => expect.fail(error.message))

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'tent-city-shifts-'))
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  function file(name: string, content: unknown): string {
    const path = join(folder, name)
    writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
    return path
  }

  /** What is said of a file that can't be planned: one sentence. */
  async function refusal(from: string, to?: string): Promise<string> {
    const error: unknown = await plan(from, to).then(
      () => null,
      (reason: unknown) => reason,
    )
    if (!(error instanceof Error)) throw new Error(`${from} was planned`)
    expect(error.message).toMatch(/^[^\n]+\.$/)
    return error.message
  }

  it('writes the plan alone to standard output, or into a file', async () => {
    const given = file('in.json', problem)
    const printed: ShiftPlan = JSON.parse(await runCommand(['plan-shifts', given], env))
    const out = join(folder, 'out.json')
    expect(await run(file('quick.json', { ...problem, seconds: 0 }), out)).toContain(out)
    for (const plan of [printed, JSON.parse(readFileSync(out, 'utf8')) as ShiftPlan]) {
      expect(Object.keys(plan)).toEqual([
        'assignments',
        'uncovered',
        'boundUncovered',
        'figures',
        'how',
        'seconds',
      ])
      expect(planFaults(problem, plan)).toEqual([])
    }
    expect(missedHandOvers(problem, printed)).toEqual([])
    expect(printed.uncovered).toEqual(printed.boundUncovered)
    expect(printed.how).toBe('solver')
  })

  it('plans one slot, nobody free, and more people than there are', async () => {
    const one = {
      ...problem,
      slots: [{ need: 3, night: true }],
      people: ['1', '0'].map((free, index) => ({ ...problem.people[index + 1], free })),
    }
    const made: ShiftPlan = JSON.parse(await plan(file('one.json', one)))
    expect(made.assignments).toEqual([{ person: 'p1', from: 0, to: 1 }])
    expect(made.uncovered).toEqual([{ slot: 0, missing: 2 }])
    expect(made.figures).toMatchObject({ uncoveredHours: 1, nightSpreadHours: 0.5, shifts: 1 })
    const none = { ...one, people: one.people.map((person) => ({ ...person, free: '0' })) }
    const empty: ShiftPlan = JSON.parse(await plan(file('none.json', none)))
    expect(empty).toMatchObject({ assignments: [], how: 'greedy' })
    expect(empty.boundUncovered).toEqual([{ slot: 0, missing: 3 }])
  })

  const most = Number.MAX_SAFE_INTEGER
  it.each([{ minSlots: most }, { maxDaySlots: most }, { breakSlots: most }, { nightWeight: 1000 }])(
    'keeps all rules and covers what can be where %j',
    async (huge) => {
      const given = { ...problem, limits: { ...problem.limits, ...huge }, seconds: 5 }
      const made: ShiftPlan = JSON.parse(await plan(file('huge-limit.json', given)))
      expect(planFaults(given, made)).toEqual([])
      expect(made.uncovered).toEqual([])
    },
  )

  it('says in a sentence what is wrong with the file', async () => {
    expect(await refusal(join(folder, 'missing.json'))).toContain('is not there')
    expect(await refusal(folder)).toContain('is a folder')
    expect(await refusal(file('text.json', 'none of this'))).toContain('is not JSON')
    expect(await refusal(file('empty.json', ''))).toContain('is not JSON')
    expect(await refusal(file('nan.json', '{ "slotMinutes": NaN }'))).toContain('is not JSON')
    expect(await refusal(file('huge.json', ' '.repeat(9_000_000)))).toContain('more than 8 MB')
    expect(await refusal(file('list.json', []))).toContain('must be an object')
    const { limits, ...rest } = problem
    expect(await refusal(file('no-limits.json', rest))).toContain('limits is missing')
    const far = { ...problem, limits: { ...limits, minSlots: -1 } }
    expect(await refusal(file('limits.json', far))).toContain('limits.minSlots must be')
    const locked = [{ person: 'nobody', from: 0, to: 1 }]
    expect(await refusal(file('lock.json', { ...problem, locked }))).toContain('locked[0].person')
  })

  it('says where the plan can’t be written, and how it is called', async () => {
    const given = file('quick.json', { ...problem, seconds: 0 })
    mkdirSync(join(folder, 'taken'))
    expect(await refusal(given, join(folder, 'taken'))).toContain('taken cannot be written')
    const error: unknown = await run(join(folder, 'missing.json')).catch((reason) => reason)
    expect(error).toEqual(new CommandFailed(`${join(folder, 'missing.json')} is not there.\n`, 1))
    await expect(run()).rejects.toThrow('plan-shifts IN.json [OUT.json]')
  })
})
