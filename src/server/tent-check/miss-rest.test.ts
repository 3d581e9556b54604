import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { refusal } from '../../../tests/support/check-night.ts'
import { checkId, eachNight, night } from '../../../tests/support/each-night.ts'
import { updateIds } from '../tents/store.ts'

eachNight()

const missRest = (ids: string[], more: object = {}, who: 'lena' | 'mo' = 'lena') =>
  night.post('tent-checks/miss-rest', { checkId, ids, restId: randomUUID(), ...more }, who)
const kinds = async () => (await night.ledger()).map(({ kind }) => kind)

describe('missing the tents that are left', () => {
  it('marks each by an event of its own, by this monitor', async () => {
    await night.make('tB', 'Cy Diaz', 'mo')
    const answer = await missRest(['tA', 'tB', 't2', 'tA'])
    expect([answer.status, answer.body]).toEqual([
      200,
      { ok: true, missed: ['tA', 't2'], already: ['tB'] },
    ])
    expect((await night.tent('tA')).numberOfMisses).toBe(2)
    expect(await night.tent('t2')).toMatchObject({ numberOfMisses: 1, lastMissLM: 'Lena' })
    expect(await night.tent('tB')).toMatchObject({ numberOfMisses: 0, lastCheck: 'Cy Diaz' })
    expect((await night.status('lena')).marked).toMatchObject([
      { mark: { id: 'tA', outcome: 'miss', by: 'Lena', present: [], required: 3, number: 3 } },
      { mark: { id: 'tB', outcome: 'make' } },
      { mark: { id: 't2', outcome: 'miss', number: 4 } },
    ])
    expect(await kinds()).toEqual(['started', 'marked', 'marked', 'marked'])
  })

  it('each of them can be taken back alone', async () => {
    await missRest(['tA', 't2'])
    expect((await night.undo(checkId, 't2', 'lena', { number: 3 })).status).toBe(200)
    expect((await night.status()).activeTents.map(({ id }) => id)).toEqual(['tB', 't2', 't10'])
    expect((await night.tent('t2')).numberOfMisses).toBe(0)
  })

  it('sent again with its restId gets the first answer, also after an undo and the check', async () => {
    await night.make('tB', '')
    const restId = randomUUID()
    const ids = ['tA', 'tB', 't2']
    const first = await missRest(ids, { restId })
    await night.undo(checkId, 'tA')
    expect((await missRest(ids, { restId: restId.toUpperCase() })).body).toEqual(first.body)
    await night.post('end-check', {})
    expect(await missRest(ids, { restId })).toMatchObject({ status: 200, body: first.body })
    expect(await kinds()).toEqual(['started', 'marked', 'marked', 'marked', 'undone', 'ended'])
  })

  it('that found all of them marked, sent again gets that answer, also after an undo and the check', async () => {
    await night.miss('tA', 'mo')
    await night.make('tB', '')
    const restId = randomUUID()
    const ids = ['tB', 'tA']
    const first = await missRest(ids, { restId })
    expect(first.body).toEqual({ ok: true, missed: [], already: ids })
    await night.undo(checkId, 'tA', 'mo')
    const again = () => missRest(ids, { restId })
    expect(await again()).toMatchObject({ status: 200, body: first.body })
    const reused = [409, 'idReused']
    expect(refusal(await missRest(ids, { restId }, 'mo'))).toEqual(reused)
    expect(refusal(await missRest(['tB'], { restId }))).toEqual(reused)
    expect(refusal(await night.undo(checkId, 'tB', 'lena', { undoId: restId }))).toEqual(reused)
    await night.post('end-check', {})
    expect(await again()).toMatchObject({ status: 200, body: first.body })
    expect(await kinds()).toEqual(['started', 'marked', 'marked', 'undone', 'ended'])
  })

  it('sent again with its restId about another check is 409 idReused, and misses nothing', async () => {
    const restId = randomUUID()
    await missRest(['tA'], { restId })
    await night.post('end-check', {})
    await night.start()
    const { checkId: next } = await night.status('lena')
    const again = await missRest(['tA'], { restId, checkId: next })
    expect(refusal(again)).toEqual([409, 'idReused'])
    expect((await night.status()).activeTents.map(({ id }) => id)).toContain('tA')
  })

  it('many times at once is done once', async () => {
    const restId = randomUUID()
    const all = await Promise.all(
      Array.from({ length: 5 }, () => missRest(['tA', 'tB'], { restId })),
    )
    for (const { status, body } of all) {
      expect([status, body]).toEqual([200, { ok: true, missed: ['tA', 'tB'], already: [] }])
    }
    expect(await kinds()).toEqual(['started', 'marked', 'marked'])
  })

  it('with the id of another request is 409 idReused', async () => {
    const markId = randomUUID()
    await night.make('t10', '', 'lena', { markId })
    await night.make('tB', '')
    const restId = randomUUID()
    await missRest(['tA', 'tB'], { restId })
    const reused = [409, 'idReused']
    expect(refusal(await missRest(['tA', 'tB'], { restId }, 'mo'))).toEqual(reused)
    for (const ids of [['tA'], ['t2'], ['tA', 'tB', 't2'], ['tA', 't2']]) {
      expect(refusal(await missRest(ids, { restId }))).toEqual(reused)
    }
    expect(refusal(await missRest(['t10'], { restId: markId }))).toEqual(reused)
    expect(refusal(await night.undo(checkId, 'tA', 'lena', { undoId: restId }))).toEqual(reused)
  })

  it.each([
    ['a tent that is not in the check', { ids: ['tA', 'nowhere'] }, [400, 'notAllInCheck']],
    ['no tents', { ids: [] }, [400, 'badRequest']],
    ['no list', { ids: 'tA' }, [400, 'badRequest']],
    ['a restId that is none', { restId: 'x' }, [400, 'badRequest']],
    ['another check', { checkId: randomUUID() }, [409, 'checkOver']],
    ['another check, by an id that none can have', { checkId: 'x' }, [409, 'checkOver']],
    ['another check and unknown tents', { checkId: randomUUID(), ids: ['z'] }, [409, 'checkOver']],
  ] as const)('with %s is refused and marks nothing', async (_, more, expected) => {
    expect(refusal(await missRest(['tA'], more))).toEqual(expected)
    expect(await kinds()).toEqual(['started'])
  })

  it('of a check that is over is refused', async () => {
    await night.post('cancel-check', {})
    expect(refusal(await missRest(['tA']))).toEqual([409, 'checkOver'])
  })

  it('by two at the same moment misses each tent once', async () => {
    const ids = ['tA', 'tB', 't2', 't10']
    const both = (['lena', 'mo'] as const).map((who) =>
      night.as(who).call('missRest', { checkId, ids, restId: randomUUID() }),
    )
    const missed = (await Promise.all(both)).flatMap((answer) => answer.missed)
    expect(missed.sort()).toEqual([...ids].sort())
    expect((await night.tent('tA')).numberOfMisses).toBe(2)
  })

  it('takes a tent by the id that it had before', async () => {
    await night.post('end-check', {})
    night.pass(60_000)
    await night.server.db.transaction((tx) => updateIds(tx, new Map([['tA', 'recA']]), night.now()))
    const newer = await night.start(['tA', 'tB'])
    const answer = await missRest(['tA', 'recA'], { checkId: newer })
    expect(answer.body).toMatchObject({ missed: ['tA', 'recA'], already: [] })
    expect((await night.tent('recA')).numberOfMisses).toBe(2)
  })
})
