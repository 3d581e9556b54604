import { afterEach, beforeEach, expect, it } from 'vitest'
import { countQueries } from '../../../tests/support/queries.ts'
import {
  always,
  params,
  type ShiftTent,
  startShiftTent,
} from '../../../tests/support/shift-tent.ts'
import { startCheck } from '../../../tests/support/start-check.ts'
import { defaultRules } from '../../shared/season/default-rules.ts'

let tent: ShiftTent
let ids: string[]
let queries: ReturnType<typeof countQueries>

beforeEach(async () => {
  tent = await startShiftTent()
  ids = await tent.threeFree()
  await tent.planned(tent.people.ann)
  queries = countQueries()
})
afterEach(async () => {
  queries.stop()
  await tent.server.close()
})

const tables = ['tents', 'shift_people', 'shift_tents', 'shifts', 'season_versions', 'checks']

/** How often each table is read for a call; again where the server read something by itself meanwhile. */
const readFor = (call: () => Promise<unknown>) =>
  expect.poll(
    async () => {
      queries.begin()
      await call()
      return Object.fromEntries(tables.map((table) => [table, queries.about(table)]))
    },
    { timeout: 10_000 },
  )

// A mark waits for what a captain asks meanwhile.
it('the progress of a search reads the tent, its people and draft, and no other tent', async () => {
  const ask = () => tent.people.ann.call('getDraftProgress', undefined, { params })
  await readFor(ask).toEqual({
    // Which id it has now, and the tent.
    tents: 2,
    shift_people: 1,
    shift_tents: 1,
    shifts: 0,
    season_versions: 0,
    checks: 0,
  })
})

it('an answer is saved without a look at the plan', async () => {
  const answer = () => tent.answer(tent.people.ann, ids[0], always)
  await readFor(answer).toEqual({
    // Which id it has now, and the tent.
    tents: 2,
    shift_people: 1,
    shift_tents: 0,
    shifts: 0,
    season_versions: 0,
    checks: 0,
  })
})

it('a member’s answer takes all tents once, by which they are one of this tent', async () => {
  const answer = () => tent.answer(tent.people.bo, ids[1], always)
  await readFor(answer).toMatchObject({ tents: 3, shifts: 0 })
})

it('an unknown address of a calendar reads no tent', async () => {
  queries.begin()
  const unknown = { params: { token: 'unknown' } }
  const refusal = await tent.people.ann.refusal('shiftFeed', undefined, unknown)
  expect(refusal).toEqual([404, 'notFound'])
  const asked = queries.ofRequests()
  expect(asked.filter((query) => query.includes('"feed_hash" in'))).toHaveLength(1)
  expect(asked.filter((query) => query.includes('from "tents"'))).toEqual([])
})

it('the rules of checks of one version are read once, however many have ended lately', async () => {
  const { boss, mo, ann } = tent.people
  await boss.call('saveSeason', defaultRules)
  for (let check = 0; check < 3; check += 1) {
    await startCheck(mo, ['tA'])
    await mo.call('endCheck', {})
  }
  const ask = () => ann.call('getShifts', undefined, { params })
  // The newest, and those of the checks.
  await readFor(ask).toMatchObject({ checks: 1, season_versions: 2 })
})
