import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { next } from '../../../tests/support/app.ts'
import { type CheckNight, startCheckNight } from '../../../tests/support/check-night.ts'
import { defaultRules } from '../../shared/season/default-rules.ts'

let night: CheckNight
beforeEach(async () => {
  night = await startCheckNight()
})
afterEach(() => night.close())

/** 03:04 UTC, which the night begins with, is 22:04 on the evening of 18 January at Duke. */
const at = (time: string) => night.pass(Date.parse(time) - night.now().getTime())
const saveSeason = (more: object) =>
  night.server.ask('/api/season', {
    method: 'PUT',
    token: night.tokens.boss,
    body: { ...defaultRules, ...more },
  })

/** The first event of the check that is on, as the record of the check shows it. */
async function firstShown() {
  const { checkId } = await night.status('lena')
  const params = { id: checkId ?? '' }
  return (await night.as('lena').call('getCheck', undefined, { params })).events[0]
}

async function started(time: string) {
  at(time)
  await night.start()
  const { period, clock, activeTents } = await night.status('lena')
  return [period, clock, activeTents.map(({ required }) => required)]
}

describe('the number a tent must show', () => {
  const own = 'its own by day or night, else the period’s'
  it.each([
    [own, '2026-01-19T03:04:00Z', ['Black', 'day', [3, 2, 2, 2]]],
    [own, '2026-01-19T06:00:00Z', ['Black', 'night', [7, 10, 10, 10]]],
    [
      'none but its own outside of all periods',
      '2026-01-19T02:59:59Z',
      [null, 'day', [3, null, null, null]],
    ],
  ])('is %s (%s)', async (_, time, expected) => {
    expect(await started(time)).toEqual(expected)
  })

  it('is the period’s where tents’ own numbers do not win', async () => {
    await saveSeason({ tentNumbersWin: false })
    expect(await started('2026-01-19T03:04:00Z')).toEqual(['Black', 'day', [2, 2, 2, 2]])
  })

  it('is 0 in a period without checks, whatever the tent says', async () => {
    const periods = [{ name: 'Rest', from: '2026-01-18T22:00', day: 0, night: 0 }]
    await saveSeason({ periods })
    expect(await started('2026-01-19T03:04:00Z')).toEqual(['Rest', 'day', [0, 0, 0, 0]])
    const [event] = await night.ledger()
    expect(event).toMatchObject({ data: { noChecks: true, rulesVersion: 1 } })
    expect(await firstShown()).toMatchObject({ kind: 'started', noChecks: true })
  })

  it('is fixed at the start, with the period and the clock', async () => {
    const before = await started('2026-01-19T05:50:00Z')
    at('2026-01-19T06:10:00Z')
    await saveSeason({ periods: [], tentNumbersWin: false })
    const { period, clock, activeTents } = await night.status('lena')
    expect([period, clock, activeTents.map(({ required }) => required)]).toEqual(before)
    expect((await night.make('tA', 'Ed Fox')).body['mark']).toMatchObject({
      present: ['Ed Fox'],
      required: 3,
      number: 2,
    })
    const [event] = await night.ledger()
    expect(event).toMatchObject({ data: { rulesVersion: 0, period: 'Black', clock: 'day' } })
  })

  it('keeps a Make of fewer from nobody, and stands in the ledger with who was counted', async () => {
    await night.start()
    expect((await night.make('tB', '')).body['mark']).toMatchObject({ present: [], required: 2 })
    expect((await night.ledger()).at(-1)).toMatchObject({ data: { present: [], required: 2 } })
  })
})

describe('who sees it', () => {
  it('line monitors do, in check-status and checkStarted; others see the period and the clock', async () => {
    await night.start()
    await night.make('tA', 'Flo Gray, Ed Fox')
    const whole = await night.status('mo')
    expect(whole.marked).toMatchObject([
      { tent: { required: 3 }, mark: { present: ['Ed Fox', 'Flo Gray'], required: 3, number: 2 } },
    ])
    const seen = await night.status()
    expect(seen).toMatchObject({ period: 'Black', clock: 'day', marked: [], exclusions: [] })
    for (const tent of seen.activeTents) expect(tent).not.toHaveProperty('required')
    const visitor = night.server.connect()
    const [told] = await next(visitor, 'checkStarted')
    expect(told).toMatchObject({ period: 'Black', clock: 'day', exclusions: [], calls: [] })
    for (const tent of told.activeTents) expect(tent).not.toHaveProperty('required')
    const { body } = await night.server.ask('/api/tent-checks', { token: night.tokens.lena })
    expect(JSON.stringify(body)).not.toContain('required')
  })

  it('nobody does when no check is on', async () => {
    expect(await night.status('lena')).toMatchObject({
      period: null,
      clock: null,
      exclusions: [],
      calls: [],
      closesAt: null,
    })
  })

  it('who excluded whom, and when, is for line monitors; a Make before it stands', async () => {
    await night.start()
    await night.make('t2', 'Ann Lee')
    const page = await night.page('mo')
    const names = ['Ann Lee', 'Cy Diaz']
    await page.timeout(5000).emitWithAck('excludedNamesUpdated', names, { base: [] })
    const by = { netID: 'mo', name: 'Mo Test' }
    const { exclusions, excludedNames, marked } = await night.status('lena')
    expect(exclusions).toEqual(names.map((name) => ({ name, by, at: '2026-01-19T03:04:00.000Z' })))
    expect(excludedNames).toEqual(names)
    expect(marked).toMatchObject([{ mark: { outcome: 'make', present: ['Ann Lee'] } }])
    expect((await night.status()).exclusions).toEqual([])
  })
})

it('a start in grace and off season is taken, and the ledger says so', async () => {
  await night.start()
  await night.post('end-check', {})
  night.pass(60_000)
  await saveSeason({ inSeason: false })
  await night.start()
  expect((await night.ledger()).at(-1)).toMatchObject({
    kind: 'started',
    data: { inGrace: true, offSeason: true },
  })
  const event = await firstShown()
  expect(event).toMatchObject({ kind: 'started', inGrace: true, offSeason: true })
  expect(event).not.toHaveProperty('noChecks')
})
