// On each engine: which check is the newest is compared by the statement that writes.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type CheckNight, refusal, startCheckNight } from '../../../tests/support/check-night.ts'

const hour = 3_600_000

let night: CheckNight
beforeEach(async () => {
  night = await startCheckNight()
})
afterEach(() => night.close())

const end = () => night.post('end-check', {})
const listed = () => night.as('lena').call('listChecks', undefined, { query: { limit: 9 } })

/** A check that is over, and one that began after it, by a clock an hour behind. */
async function startTwo(): Promise<[string, string]> {
  const first = await night.start()
  await night.miss('tA')
  await end()
  night.pass(-hour)
  return [first, await night.start()]
}

describe('of two checks between whose starts the clock was set back', () => {
  it('the second is the newest: in the status, in lists, in records and for its tents', async () => {
    const [first, second] = await startTwo()
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
    const [first, second] = await startTwo()
    expect(refusal(await night.undo(first, 'tA'))).toEqual([409, 'checkOver'])
    expect(refusal(await night.reopen(first, 'boss'))).toEqual([409, 'checkSuperseded'])
    await end()
    expect(refusal(await night.reopen(first, 'boss'))).toEqual([409, 'checkSuperseded'])
    expect((await night.reopen(second)).status).toBe(200)
    expect(await night.status()).toMatchObject({ checkId: second })
  })

  it('the second ends after its start, so that no check takes less than no time', async () => {
    await startTwo()
    await end()
    const { checks } = await listed()
    for (const { startedAt, endedAt } of checks)
      expect(Date.parse(endedAt ?? '')).toBeGreaterThanOrEqual(Date.parse(startedAt))
    const statistics = await night.as('lena').call('checkStatistics')
    expect(statistics.minutes).toEqual({ median: 0, p90: 0 })
  })

  it('which is the second is known also where both came at the same moment', async () => {
    await Promise.all(
      [night.start(), end(), night.start(), end()].map((act) => act.catch(() => {})),
    )
    await end()
    await Promise.all([night.start(), end(), night.start()].map((act) => act.catch(() => {})))
    const { checks } = await listed()
    const starts = checks.map(({ startedAt }) => startedAt)
    expect(starts).toEqual([...new Set(starts)].sort().reverse())
    expect(checks.slice(1).every(({ endedAt }) => endedAt !== null)).toBe(true)
  })
})
