import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ants, params, type ShiftTent, startShiftTent } from '../../../tests/support/shift-tent.ts'
import { actsKept, insertShiftAct, listShiftActs, lockShiftTent } from './store.ts'

let tent: ShiftTent
beforeAll(async () => {
  tent = await startShiftTent({ RATE_LIMIT_FACTOR: '0.01' })
  await tent.roster([ants])
})
afterAll(() => tent.server.close())

it('of a tent’s log the newest are kept, and those of other tents', async () => {
  const { db } = tent.server
  const kept = await db.transaction(async (tx) => {
    for (const tentId of ['tA', 'tB']) await lockShiftTent(tx, tentId)
    const act = { at: new Date(), netID: 'al1', as: 'captain', what: 'planned' } as const
    await insertShiftAct(tx, { ...act, tentId: 'tB' })
    const about = Array.from({ length: actsKept + 3 }, () => randomUUID())
    for (const each of about) await insertShiftAct(tx, { ...act, tentId: 'tA', about: each })
    const left = await listShiftActs(tx, 'tA', 2 * actsKept)
    expect(left.map((one) => one.about)).toEqual(about.slice(3).reverse())
    return listShiftActs(tx, 'tB', 2)
  })
  expect(kept).toHaveLength(1)
})

it('a person changes shifts so often in an hour, and a colleague as before', async () => {
  const { ann, bo } = tent.people
  const save = () => ann.refusal('stopPlanning', undefined, { params })
  for (let count = 0; count < 6; count += 1) await ann.call('stopPlanning', undefined, { params })
  expect(await save()).toEqual([429, 'tooManyAttempts'])
  expect((await bo.refusal('stopPlanning', undefined, { params }))[0]).toBe(403)
})
