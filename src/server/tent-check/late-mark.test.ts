import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { oddRows } from '../../../tests/support/check-night.ts'
import { checkId, eachNight, night } from '../../../tests/support/each-night.ts'
import { closeSeason } from '../privacy/close-season.ts'

eachNight(oddRows)

const lena = () => night.as('lena')
const lateMarks = async () => (await night.ledger()).filter(({ kind }) => kind === 'lateMark')

describe('a mark for a check that is over', () => {
  it('is 409, changes no tent, and is kept as late with both clocks', async () => {
    await lena().call('cancelCheck', {})
    await night.start()
    const deviceTime = '2026-01-19T02:00:00Z'
    const body = { id: 'tA', misses: 1, markId: randomUUID(), checkId, deviceTime }
    for (const _sent of [1, 2]) {
      expect(await lena().refusal('mark', body)).toEqual([409, 'otherCheck'])
    }
    const late = await lateMarks()
    expect(late).toHaveLength(1)
    expect(late[0]).toMatchObject({ check_id: checkId, net_id: 'lena', device_time: deviceTime })
    expect(await night.tent('tA')).toMatchObject({ numberOfMisses: 1 })
  })

  it('and has no markId is kept once, however often it is sent', async () => {
    await lena().call('endCheck', {})
    for (const _sent of [1, 2, 3]) {
      const refused = await lena().refusal('mark', { id: 'tA', misses: 1, checkId })
      expect(refused).toEqual([409, 'otherCheck'])
    }
    await lena().refusal('mark', { id: 'tA', lastCheck: 'Ed Fox', checkId })
    expect((await lateMarks()).map(({ outcome }) => outcome)).toEqual(['miss', 'make'])
  })

  it('keeps the names of its own check’s roster, and none of a closed season', async () => {
    await lena().call('endCheck', {})
    const body = { id: 'tA', lastCheck: 'Ann Lee, Mallory, Ed Fox', checkId }
    await lena().refusal('mark', { ...body, markId: randomUUID() })
    await night.server.db.transaction((tx) => closeSeason(tx, night.now()))
    // The next season has a tent of the same id, and one of the old names in it.
    await night.importRows(oddRows)
    await lena().refusal('mark', { ...body, markId: randomUUID() })
    const late = await lateMarks()
    expect(late).toHaveLength(2)
    expect(JSON.stringify(late)).not.toMatch(/Ann Lee|Mallory|Ed Fox/)
  })

  it('is filtered by who was in the tent at the start', async () => {
    await lena().call('endCheck', {})
    await night.importRows(oddRows.map((tent) => ({ ...tent, members: 'Mallory' })))
    const lastCheck = 'Ann Lee, Mallory, Ed Fox'
    await lena().refusal('mark', { id: 'tA', lastCheck, checkId })
    expect((await lateMarks())[0]?.['data']).toMatchObject({ lastCheck: 'Ed Fox, Ann Lee' })
  })

  it('and for a tent that was not in it is refused with words about that check', async () => {
    await lena().call('endCheck', {})
    const small = await night.start(['tB'])
    await lena().call('endCheck', {})
    const { status, body } = await night.miss('tA', 'lena', { checkId: small })
    const error = 'This tent was not in that check.'
    expect([status, body]).toEqual([409, { code: 'tentNotInCheck', error }])
    expect(await lateMarks()).toEqual([])
  })

  it('is kept, though another server kept one before', async () => {
    await lena().call('endCheck', {})
    const other = await night.server.another()
    for (const [at, id] of [
      [other, 'tA'],
      [night.server, 'tB'],
      [other, 't2'],
      [night.server, 't10'],
    ] as const) {
      const refused = await night.as('lena', at).refusal('mark', { id, misses: 1, checkId })
      expect(refused[1]).toBe('otherCheck')
    }
    expect((await night.ledger()).map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6])
    await other.app.close()
  })
})
