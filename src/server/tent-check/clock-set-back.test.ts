// On each engine: which check is the newest is compared by the statement that writes.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type CheckNight, refusal, startCheckNight } from '../../../tests/support/check-night.ts'
import { insertAuditEvent } from '../audit/store.ts'

const hour = 3_600_000

let night: CheckNight
beforeEach(async () => {
  night = await startCheckNight()
})
afterEach(() => night.close())

const end = () => night.post('end-check', {})
const listed = () => night.as('lena').call('listChecks', undefined, { query: { limit: 20 } })
const at = (ms: number) => new Date(night.now().getTime() + ms).toISOString()

/** A check that is over, and one that began after it, by a clock so much behind. */
async function startTwo(behind: number): Promise<[string, string]> {
  const first = await night.start()
  await night.miss('tA')
  await end()
  night.pass(-behind)
  return [first, await night.start()]
}

describe.each([
  ['an hour', hour],
  ['five hours', 5 * hour],
])('of two checks between whose starts the clock was set back by %s', (_, behind) => {
  it('the second is the newest: in the status, in lists, in records and for its tents', async () => {
    const [first, second] = await startTwo(behind)
    const other = await night.server.another()
    expect(await night.status('lena')).toMatchObject({ checkId: second, marked: [] })
    expect(await night.status('lena', other)).toMatchObject({ checkId: second, marked: [] })
    await night.make('tA', 'Ed Fox')
    await end()
    const { checks } = await listed()
    expect(checks.map(({ id }) => id)).toEqual([second, first])
    const before = { query: { before: second } }
    const older = await night.as('lena').call('listChecks', undefined, before)
    expect(older.checks.map(({ id }) => id)).toEqual([first])
    const record = await night.as('lena').call('tentRecord', undefined, { params: { id: 'tA' } })
    expect(record.checks.map(({ outcome }) => outcome)).toEqual(['make', 'miss'])
    await night.importRows(night.rows.map((row) => ({ ...row, netIDs: 'mo' })))
    expect((await night.as('mo').call('now')).tent).toMatchObject({ status: 'make' })
    await other.app.close()
  })

  it('the first is over for good: nothing of it is taken back, nor does it go on', async () => {
    const [first, second] = await startTwo(behind)
    expect(refusal(await night.undo(first, 'tA'))).toEqual([409, 'checkOver'])
    expect(refusal(await night.reopen(first, 'boss'))).toEqual([409, 'checkSuperseded'])
    await end()
    expect(refusal(await night.reopen(first, 'boss'))).toEqual([409, 'checkSuperseded'])
    expect((await night.reopen(second)).status).toBe(200)
    expect(await night.status()).toMatchObject({ checkId: second })
  })

  it('the second has set the tent’s fields, which a correction of the first leaves', async () => {
    const [first] = await startTwo(behind)
    await night.miss('tA', 'mo')
    await end()
    const body = { tentId: 'tA', outcome: 'none', reason: 'They were at the table.' } as const
    const correctionId = '00000000-0000-4000-8000-000000000001'
    const params = { checkId: first }
    await night.as('boss').call('correctTent', { ...body, correctionId }, { params })
    expect(await night.tent('tA')).toMatchObject({ lastMissLM: 'Mo' })
  })

  it('each shows its own clock, and the grace after the second begins now', async () => {
    await startTwo(behind)
    await end()
    const { checks } = await listed()
    expect(checks.map(({ startedAt }) => startedAt)).toEqual([at(0), at(behind)])
    const { now } = await night.as('lena').call('getSeason')
    expect(now.grace).toMatchObject({ from: at(0), until: at(hour) })
  })
})

it('a Miss of the minute and monitor of an earlier one, by the clock, stands when that is corrected', async () => {
  night.pass(40_000)
  const first = await night.start()
  await night.miss('tA')
  await end()
  night.pass(-20_000)
  await night.start()
  await night.miss('tA')
  await end()
  const body = { tentId: 'tA', outcome: 'none', reason: 'They were at the table.' } as const
  const correctionId = '00000000-0000-4000-8000-000000000001'
  await night
    .as('boss')
    .call('correctTent', { ...body, correctionId }, { params: { checkId: first } })
  expect(await night.tent('tA')).toMatchObject({ lastMissLM: 'Lena' })
})

it.each(['make', 'none'] as const)(
  'a Miss that is corrected to %s by a clock that was set back is known to have been one',
  async (outcome) => {
    const checkId = await night.start()
    await night.miss('tA')
    await end()
    night.pass(-hour)
    const body = { tentId: 'tA', outcome, reason: 'They were at the table.' }
    const correctionId = '00000000-0000-4000-8000-000000000001'
    const params = { checkId }
    const { tent } = await night
      .as('boss')
      .call('correctTent', { ...body, correctionId }, { params })
    expect(tent).toMatchObject({ outcome, marked: 'miss' })
    const record = await night.as('lena').call('tentRecord', undefined, { params: { id: 'tA' } })
    expect(record.checks).toMatchObject([{ outcome, marked: 'miss', isCorrected: true }])
  },
)

it('a check within which the clock was set back takes no time, and its end is true', async () => {
  await night.start()
  night.pass(-5 * hour)
  await end()
  expect((await listed()).checks).toMatchObject([{ startedAt: at(5 * hour), endedAt: at(0) }])
  const statistics = await night.as('lena').call('checkStatistics')
  expect(statistics.minutes).toEqual({ median: 0, p90: 0 })
})

it('a season that was closed by a clock that is right has the check of one that was ahead', async () => {
  night.pass(5 * hour)
  await night.start()
  await night.miss('tA')
  await end()
  night.pass(-5 * hour)
  await night.as('boss').call('closeSeason', { confirm: 'CLOSE' })
  const { seasons } = await night.as('lena').call('closedSeasons')
  expect(seasons).toMatchObject([{ checks: 1, byType: [{ misses: 1 }] }])
})

it('a season has the name of its rules, though they were saved by a clock that was ahead', async () => {
  const { now: _, ...rules } = await night.as('boss').call('getSeason')
  await night.as('boss').call('saveSeason', { ...rules, name: '2027' })
  night.pass(-hour)
  await night.as('boss').call('closeSeason', { confirm: 'CLOSE', rulesAYearLater: true })
  const { seasons } = await night.as('lena').call('closedSeasons')
  expect(seasons).toMatchObject([{ name: '2027' }])
})

it('a season whose closing does not name its rules has the name of those saved before', async () => {
  const { now: _, ...rules } = await night.as('boss').call('getSeason')
  await night.as('boss').call('saveSeason', { ...rules, name: '2027' })
  for (const passed of [0, 1]) {
    night.pass(passed)
    const closed = { kind: 'seasonClosed', netID: 'boss', tents: 4 } as const
    await night.server.db.transaction((tx) => insertAuditEvent(tx, night.now(), closed))
  }
  const { seasons } = await night.as('lena').call('closedSeasons')
  expect(seasons).toMatchObject([{ name: '2027' }, { name: '2026' }])
})

it('checks that many start and end at one moment are in the order in which they were', async () => {
  const told = new Set([await night.start()])
  const page = await night.page('lena', 2)
  page.on('checkStarted', ({ checkId }) => told.add(checkId))
  await end()
  for (const back of [0, -hour, 2 * hour]) {
    night.pass(back)
    const acts = [night.start(), end(), night.start(), end(), night.start()]
    await Promise.all(acts.map((act) => act.catch(() => {})))
    await end()
  }
  const { checks } = await listed()
  expect(checks.length).toBeGreaterThan(3)
  expect(checks.every(({ endedAt }) => endedAt !== null)).toBe(true)
  await expect.poll(() => [...told]).toEqual(checks.map(({ id }) => id).reverse())
})
