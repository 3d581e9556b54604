import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { tentingProblem } from '../../../tests/support/shift-problem.ts'
import { type ShiftTent, startShiftTent } from '../../../tests/support/shift-tent.ts'
import { frameOf, type Plan } from '../../shared/shifts/frame.ts'
import { greedyPlan } from '../../shared/shifts/greedy.ts'
import { systemContext } from '../context.ts'
import type { Database } from '../db/database.ts'
import { draftOf, jobOf, openSearches, type Searches } from './jobs.ts'
import { jobShown } from './shown.ts'
import type { improve } from './solver/solver.ts'
import { findShiftTent, lockShiftTent, updateShiftTent } from './store.ts'

let tent: ShiftTent
let searches: Searches
let checkIsOn: boolean
let errors: unknown[]
let clock: Date
const now = () => clock

beforeEach(async () => {
  tent = await startShiftTent()
  checkIsOn = false
  errors = []
  clock = new Date('2026-01-29T15:00:00Z')
})
afterEach(async () => {
  await searches.close()
  await tent.server.close()
})

const problem = tentingProblem({
  days: 1,
  seed: 1,
  freeByDay: 0.9,
  freeByNight: 0.9,
  seconds: 1,
  required: () => ({ day: 1, night: 2 }),
})
const greedy = greedyPlan(frameOf(problem))
const slots = problem.slots.map(({ need, night }, slot) => ({
  at: new Date(Date.parse('2026-01-30T05:00Z') + slot * 1_800_000).toISOString(),
  local: '',
  need,
  night,
}))
const wanted = {
  problem,
  slots,
  planned: [0, slots.length] as const,
  days: { from: '2026-01-30', days: 1 },
}
const draft = draftOf(wanted, frameOf(problem), greedy, { how: 'greedy', madeAt: new Date(0) })

function open(
  search: typeof improve,
  { signEveryMs, db = tent.server.db }: { signEveryMs?: number; db?: Database } = {},
) {
  const ctx = {
    ...systemContext,
    now,
    db,
    log: { error: (error: unknown) => errors.push(error) } as never,
    wait: () => new Promise<void>((resolve) => setImmediate(resolve)),
  }
  searches = openSearches(ctx, () => checkIsOn, search, signEveryMs)
}

async function add(tentId: string, id: string) {
  await tent.server.db.transaction(async (tx) => {
    await lockShiftTent(tx, tentId)
    await updateShiftTent(tx, tentId, {
      job: jobOf(id, 'queued', now(), { place: searches.length(tentId) }),
      draft: null,
    })
  })
  searches.add({ ...wanted, id, tentId, plan: greedy })
}
const kept = (tentId: string) => tent.server.db.read((reader) => findShiftTent(reader, tentId))
const stateOf = async (tentId: string) => (await kept(tentId)).job?.state

/** A search that goes on until it is told to be over, and what it is handed. */
function held() {
  const under = { begun: 0, onBetter: (_: Plan) => {}, end: () => {} }
  const search: typeof improve = (_ctx, _problem, _from, _deadline, onBetter, options) =>
    new Promise<void>((resolve) => {
      Object.assign(under, { begun: under.begun + 1, onBetter, end: resolve })
      // It may have been told so before it began.
      if (options?.signal?.aborted) resolve()
      options?.signal?.addEventListener('abort', () => resolve())
    })
  return { under, search }
}

/** That it runs is stored before it begins. */
async function isRunning(tentId: string, under: { begun: number }, begun = 1): Promise<void> {
  await expect.poll(() => stateOf(tentId)).toBe('running')
  await expect.poll(() => under.begun).toBe(begun)
}

describe('the searches of a server', () => {
  it('go on one at a time, the others queued', async () => {
    const { under, search } = held()
    open(search)
    await add('tA', 'a')
    await isRunning('tA', under)
    await add('tB', 'b')
    expect((await kept('tB')).job).toMatchObject({ state: 'queued', place: 1 })
    under.onBetter(greedy)
    under.end()
    await expect.poll(() => stateOf('tA')).toBe('done')
    expect((await kept('tA')).draft).toMatchObject({ how: 'solver', from: '2026-01-30' })
    await expect.poll(() => stateOf('tB')).toBe('running')
    await searches.stop('tB')
    expect(await stateOf('tB')).toBe('stopped')
  })

  it('count as ahead neither what was ended nor what a new one ends', async () => {
    const { under, search } = held()
    open(search, { signEveryMs: 5 })
    await add('tA', 'a')
    await isRunning('tA', under)
    await add('tA', 'again')
    expect((await kept('tA')).job).toMatchObject({ id: 'again', place: 0 })
    await isRunning('tA', under, 2)
    await add('tB', 'b')
    await add('tB', 'instead')
    clock = new Date(clock.getTime() + 3_600_000)
    await expect.poll(async () => (await kept('tB')).job?.at).toBe(clock.toISOString())
    expect((await kept('tB')).job).toMatchObject({ id: 'instead', place: 1 })
  })

  it('are known to go on, and to be over once their server is gone', async () => {
    open(held().search, { signEveryMs: 5 })
    await add('tA', 'a')
    await add('tB', 'b')
    clock = new Date(clock.getTime() + 3_600_000)
    await expect.poll(async () => (await kept('tB')).job?.at).toBe(clock.toISOString())
    expect([(await kept('tA')).job?.place, (await kept('tB')).job?.place]).toEqual([0, 1])
    const shown = async (isCheckOn = false) =>
      jobShown((await kept('tB')).job, clock, isCheckOn)?.state
    expect(await shown()).toBe('queued')
    expect(await shown(true)).toBe('waitsForCheck')
    await searches.close()
    expect(await stateOf('tB')).toBe('queued')
    clock = new Date(clock.getTime() + 16_000)
    expect(await shown()).toBe('stopped')
    // Its clock was ahead.
    clock = new Date(clock.getTime() - 3_600_000)
    expect(await shown()).toBe('stopped')
  })

  it('begins none while a check is on', async () => {
    const { search } = held()
    open(search)
    checkIsOn = true
    await add('tA', 'a')
    await expect.poll(() => stateOf('tA')).toBe('waitsForCheck')
    checkIsOn = false
    await expect.poll(() => stateOf('tA')).toBe('running')
  })

  it('leave the line at once where another plan of their tent is wanted', async () => {
    const { under, search } = held()
    let written = 0
    const { db } = tent.server
    const statement: Database['statement'] = (work) => {
      written += 1
      return db.statement(work)
    }
    open(search, { signEveryMs: 2 ** 31 - 1, db: { ...db, statement } })
    await add('tA', 'a')
    await isRunning('tA', under)
    for (const id of ['b', 'c', 'd']) await add('tB', id)
    written = 0
    under.end()
    await isRunning('tB', under, 2)
    // That the first is done, who is next, and that it runs: nothing of those between.
    expect(written).toBe(3)
  })

  it('give way to a check that begins, and go on from what they found for the time that was left', async () => {
    const { under, search } = held()
    const calls: { from: Plan; deadline: number }[] = []
    open((ctx, problem, from, deadline, ...rest) => {
      calls.push({ from, deadline })
      return search(ctx, problem, from, deadline, ...rest)
    })
    await add('tA', 'a')
    await isRunning('tA', under)
    const better = greedy.map((row) => row.slice())
    under.onBetter(better)
    clock = new Date(clock.getTime() + 4000)
    checkIsOn = true
    await expect.poll(() => stateOf('tA')).toBe('waitsForCheck')
    expect((await kept('tA')).draft).toMatchObject({ how: 'solver' })
    clock = new Date(clock.getTime() + 600_000)
    checkIsOn = false
    await isRunning('tA', under, 2)
    expect(calls).toHaveLength(2)
    expect(calls[1]?.from).toBe(better)
    expect(calls[1]?.deadline).toBe(clock.getTime() + 6000)
    under.end()
    await expect.poll(() => stateOf('tA')).toBe('done')
  })

  it('that fail say so, and leave what they found', async () => {
    open((_ctx, _problem, _from, _deadline, onBetter) => {
      onBetter(greedy)
      return Promise.reject(new Error('out of memory'))
    })
    await add('tA', 'a')
    await expect.poll(() => stateOf('tA')).toBe('failed')
    expect((await kept('tA')).draft).toMatchObject({ how: 'solver' })
    expect(errors).toHaveLength(1)
  })

  it('go on where a draft could not be kept, and say so', async () => {
    const { under, search } = held()
    let isAway = false
    const { db } = tent.server
    const statement: Database['statement'] = async (work) => {
      if (isAway) throw new Error('the database is away')
      return db.statement(work)
    }
    open(search, { db: { ...db, statement } })
    await add('tA', 'a')
    await isRunning('tA', under)
    isAway = true
    clock = new Date(clock.getTime() + 1000)
    under.onBetter(greedy)
    await expect.poll(() => errors).toEqual([{ err: new Error('the database is away') }])
    isAway = false
    under.end()
    await expect.poll(() => stateOf('tA')).toBe('done')
    expect((await kept('tA')).draft).toMatchObject({ how: 'solver' })
  })

  it('keep each second what they found, also where nothing better comes', async () => {
    const { under, search } = held()
    open(search)
    await add('tA', 'a')
    await isRunning('tA', under)
    under.onBetter(greedy)
    clock = new Date(clock.getTime() + 1500)
    await expect.poll(async () => (await kept('tA')).draft?.how).toBe('solver')
    expect(await stateOf('tA')).toBe('running')
  })

  it.each([
    ['keep what they found', draft, 'solver'],
    ['leave no draft where it was published since', null, undefined],
  ])('that are stopped %s', async (_, left, how) => {
    const { under, search } = held()
    open(search)
    await add('tA', 'a')
    await isRunning('tA', under)
    under.onBetter(greedy)
    await tent.server.db.transaction((tx) =>
      updateShiftTent(tx, 'tA', { draft: left, job: jobOf('a', 'stopped', now()) }),
    )
    await searches.stop('tA')
    expect(await kept('tA')).toMatchObject({ job: { state: 'stopped' } })
    expect((await kept('tA')).draft?.how).toBe(how)
  })

  it.each<[string, (under: ReturnType<typeof held>['under']) => void]>([
    ['with nothing better', () => {}],
    ['with a better plan', ({ onBetter }) => onBetter(greedy)],
    [
      'at the end of their time',
      ({ onBetter, end }) => {
        onBetter(greedy)
        end()
      },
    ],
  ])('that another server stopped end %s, and change no draft', async (_, goOn) => {
    const { under, search } = held()
    open(search)
    await add('tA', 'a')
    await isRunning('tA', under)
    await tent.server.db.transaction((tx) =>
      updateShiftTent(tx, 'tA', { draft, job: jobOf('a', 'stopped', now()) }),
    )
    goOn(under)
    clock = new Date(clock.getTime() + 1000)
    await add('tB', 'b')
    await expect.poll(() => stateOf('tB')).toBe('running')
    expect(await kept('tA')).toMatchObject({ draft, job: { state: 'stopped' } })
  })

  it('write nothing where somebody wants another plan since', async () => {
    const { under, search } = held()
    open(search)
    await add('tA', 'a')
    await isRunning('tA', under)
    await tent.server.db.transaction((tx) =>
      updateShiftTent(tx, 'tA', { job: jobOf('newer', 'queued', now()) }),
    )
    under.onBetter(greedy)
    under.end()
    await add('tB', 'b')
    await expect.poll(() => stateOf('tB')).toBe('running')
    expect(await kept('tA')).toMatchObject({ draft: null, job: { id: 'newer', state: 'queued' } })
  })
})
