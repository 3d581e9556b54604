import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { next } from '../../../tests/support/app.ts'
import { refusal } from '../../../tests/support/check-night.ts'
import { checkId, eachNight, night } from '../../../tests/support/each-night.ts'
import { defaultRules } from '../../shared/season/default-rules.ts'

eachNight()

const call = (number: number, more: object = {}) =>
  night.post('check-calls', { checkId, call: number, ...more })
const undoCall = (number: number, more: object = {}) =>
  night.post('check-calls/undo', { checkId, call: number, ...more })
const outOfTurn = [409, 'callOutOfTurn']

describe('calling absent tents', () => {
  it('goes 1, 2, 3; the last call says when the check should close', async () => {
    expect((await call(1)).body).toEqual({
      ok: true,
      call: 1,
      at: '2026-01-19T03:04:00.000Z',
      closesAt: null,
    })
    night.pass(60_000)
    expect((await call(2)).body).toMatchObject({ call: 2, closesAt: null })
    night.pass(60_000)
    expect((await call(3)).body).toMatchObject({
      at: '2026-01-19T03:06:00.000Z',
      closesAt: '2026-01-19T03:08:00.000Z',
    })
    const by = { netID: 'lena', name: 'Lena Test' }
    expect(await night.status('mo')).toMatchObject({
      calls: [
        { call: 1, at: '2026-01-19T03:04:00.000Z', by },
        { call: 2, by },
        { call: 3, by },
      ],
      closesAt: '2026-01-19T03:08:00.000Z',
    })
    expect(await night.status()).toMatchObject({ calls: [], closesAt: null })
    night.pass(600_000)
    expect((await night.status()).isCheckInProgress).toBe(true)
  })

  it.each([0, -1, 2, 3, 4, 1e15])('out of turn is refused: %d first', async (number) => {
    expect(refusal(await call(number))).toEqual(outOfTurn)
  })

  it('more often than the season says is refused', async () => {
    for (const number of [1, 2, 3]) await call(number)
    expect(refusal(await call(4))).toEqual(outOfTurn)
    expect(refusal(await call(5))).toEqual(outOfTurn)
  })

  it('the same again, by whomever, gets the first answer', async () => {
    const first = await call(1)
    night.pass(60_000)
    expect((await call(1)).body).toEqual(first.body)
    const byMo = await night.post('check-calls', { checkId: checkId.toUpperCase(), call: 1 }, 'mo')
    expect([byMo.status, byMo.body]).toEqual([200, first.body])
    const atOnce = await Promise.all([call(2), call(2), call(2)])
    expect(new Set(atOnce.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    expect((await night.ledger()).map(({ kind }) => kind)).toEqual(['started', 'called', 'called'])
  })

  it('of another check, or of one that is over, is refused', async () => {
    const over = [409, 'checkOver']
    expect(refusal(await call(1, { checkId: randomUUID() }))).toEqual(over)
    expect(refusal(await undoCall(1, { checkId: randomUUID() }))).toEqual(over)
    expect(refusal(await call(1, { checkId: 'x' }))).toEqual(over)
    expect(refusal(await undoCall(1, { checkId: 'x' }))).toEqual(over)
    await call(1)
    await night.post('end-check', {})
    expect(refusal(await call(1))).toEqual(over)
    expect(refusal(await undoCall(1))).toEqual(over)
  })

  it('is told to line monitors, in turn with everything else', async () => {
    const page = await night.page('mo', 2)
    const told = next(page, 'checkCalled')
    await call(1)
    expect(await told).toEqual([
      {
        checkId,
        number: 2,
        previous: 1,
        call: 1,
        calls: 3,
        at: '2026-01-19T03:04:00.000Z',
        closesAt: null,
      },
    ])
    const undone = next(page, 'checkCallUndone')
    await undoCall(1)
    expect(await undone).toEqual([{ checkId, number: 3, previous: 2, call: 1 }])
  })
})

describe('a visitor', () => {
  it.each([undefined, 2])('hears nothing of calls (speaks: %s)', async (speaks) => {
    const visitor = await night.page(null, speaks)
    const monitor = await night.page('mo', speaks)
    const heard: string[] = []
    visitor.onAny((name: string) => heard.push(name))
    const called = next(monitor, 'checkCalled')
    await call(1)
    await called
    const undone = next(monitor, 'checkCallUndone')
    await undoCall(1)
    await undone
    // What comes later than the calls shows that they did not come.
    const marked = next(visitor, 'tentStatusUpdated')
    await night.miss('tA')
    await marked
    expect(heard.filter((name) => name !== 'checkPosition')).toEqual(['tentStatusUpdated'])
  })
})

describe('taking a call back', () => {
  it('is of the latest only, and the clock goes back to the call before', async () => {
    for (const number of [1, 2, 3]) await call(number)
    expect(refusal(await undoCall(2))).toEqual(outOfTurn)
    const answer = await undoCall(3)
    expect([answer.status, answer.body]).toEqual([200, { ok: true }])
    expect(await night.status('lena')).toMatchObject({
      calls: [{ call: 1 }, { call: 2 }],
      closesAt: null,
    })
    expect(refusal(await undoCall(3))).toEqual(outOfTurn)
  })

  it('lets it be made again, at its own time', async () => {
    await call(1)
    await undoCall(1)
    expect(refusal(await undoCall(1))).toEqual(outOfTurn)
    night.pass(60_000)
    expect((await call(1)).body).toMatchObject({ at: '2026-01-19T03:05:00.000Z' })
  })
})

it('a check calls by the rules it began under', async () => {
  const save = (more: object) =>
    night.server.ask('/api/season', {
      method: 'PUT',
      token: night.tokens.boss,
      body: { ...defaultRules, ...more },
    })
  expect((await save({ calls: 1, closingMinutes: 7 })).status).toBe(200)
  expect((await call(1)).body).toMatchObject({ closesAt: null })
  await call(2)
  expect((await call(3)).body).toMatchObject({ closesAt: '2026-01-19T03:06:00.000Z' })
  await night.post('end-check', {})
  night.pass(60_000)
  const newer = { checkId: await night.start() }
  await save({ version: 1, calls: 0, closingMinutes: 2 })
  expect((await call(1, newer)).body).toMatchObject({ closesAt: '2026-01-19T03:12:00.000Z' })
  expect(refusal(await call(2, newer))).toEqual(outOfTurn)
})
