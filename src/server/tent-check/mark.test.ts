// On each engine: a mark is one statement that compares what it rests on.
import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { next } from '../../../tests/support/app.ts'
import { beforeNextWrite, oddRows } from '../../../tests/support/check-night.ts'
import { checkId, eachNight, night } from '../../../tests/support/each-night.ts'
import { updateIds } from '../tents/store.ts'

eachNight(oddRows)

const mark = (body: object) => night.post('tent-checks/update', body)
const lena = () => night.as('lena')
const kinds = async () => (await night.ledger()).map(({ kind }) => kind)

describe('marking a tent', () => {
  it('as a Miss adds exactly 1 and keeps who and when, whatever the client says', async () => {
    const body = { id: 'tA', misses: 900, lastMissLM: 'Mallory', dateOfLastMiss: 'never' }
    expect((await mark(body)).status).toBe(200)
    expect(await night.tent('tA')).toMatchObject({
      numberOfMisses: 2,
      lastMissLM: 'Lena',
      dateOfLastMiss: '1/18/2026, 10:04 PM',
      lastCheck: '',
    })
  })

  it('as a Make stores the members chosen, in the roster’s order, without strangers', async () => {
    await night.make('tA', 'Ann Lee, Mallory, Ed Fox', 'lena', { dateOfLastCheck: 'x' })
    expect(await night.tent('tA')).toMatchObject({
      numberOfMisses: 1,
      lastCheck: 'Ed Fox, Ann Lee',
      dateOfLastCheck: '1/18/2026, 10:04 PM',
    })
  })

  it('as a Make of nobody stores "No members selected"', async () => {
    await night.make('t2', '')
    expect(await night.tent('t2')).toMatchObject({ lastCheck: 'No members selected' })
  })

  it('removes it for everyone via tentStatusUpdated; how it was marked, for monitors only', async () => {
    const [visitor, monitor] = await Promise.all([night.page(null), night.page('lena')])
    const told = Promise.all([
      next(visitor, 'tentStatusUpdated'),
      next(monitor, 'tentStatusUpdated'),
    ])
    await night.miss('tB')
    const [[toVisitor], [toMonitor]] = await told
    expect(toVisitor).toEqual({ id: 'tB', checkId, number: 2, previous: 1 })
    expect(toMonitor).toMatchObject({
      number: 2,
      previous: 1,
      mark: { outcome: 'miss', by: 'Lena' },
    })
    expect((await night.status()).activeTents).toHaveLength(3)
  })

  it('by two who say the same: one mark, and both are told who and when', async () => {
    const first = await lena().call('mark', { id: 'tA', misses: 1 })
    expect(await night.as('mo').call('mark', { id: 'tA', misses: 1 })).toEqual(first)
    expect(await night.tent('tA')).toMatchObject({ numberOfMisses: 2, lastMissLM: 'Lena' })
  })

  it('by two who say the opposite: the first stands, the second gets 409 with the facts', async () => {
    await night.make('tA', 'Ed Fox')
    expect(await night.as('mo').send('mark', { id: 'tA', misses: 1 })).toMatchObject({
      status: 409,
      refusal: {
        code: 'markedOtherwise',
        mark: { outcome: 'make', by: 'Lena', at: '1/18/2026, 10:04 PM' },
      },
    })
    expect(await night.tent('tA')).toMatchObject({ numberOfMisses: 1 })
  })

  it('that says the opposite is shown to super users, once however often it is sent', async () => {
    await night.make('tA', 'Ed Fox')
    for (const markId of [undefined, undefined, randomUUID(), randomUUID()]) {
      const opposite = { id: 'tA', misses: 1, ...(markId === undefined ? {} : { markId }) }
      expect(await lena().refusal('mark', opposite)).toEqual([409, 'markedOtherwise'])
    }
    const audit = await night.as('boss').call('audit')
    expect(audit.filter(({ kind }) => kind === 'markRefused')).toMatchObject([
      { outcome: 'miss', mark: { id: 'tA', outcome: 'make', by: 'Lena' } },
    ])
  })

  it('sent again with its markId gets the first answer, also after the check', async () => {
    const body = { id: 'tA', misses: 1, markId: randomUUID() }
    const first = await lena().call('mark', body)
    await lena().call('endCheck', {})
    expect(await lena().call('mark', body)).toEqual(first)
    expect(await night.tent('tA')).toMatchObject({ numberOfMisses: 2 })
  })

  it('that said what a colleague had said gets that answer again, also after an undo and the check', async () => {
    const { mark: theirs } = await night.as('mo').call('mark', { id: 'tA', misses: 1 })
    const checkId = (await night.status('lena')).checkId ?? ''
    const body = { id: 'tA', misses: 1, markId: randomUUID(), checkId }
    const first = await lena().call('mark', body)
    expect(first).toEqual({ ok: true, mark: theirs })
    await night.undo(checkId, 'tA', 'mo')
    expect(await lena().call('mark', body)).toEqual(first)
    expect(await lena().refusal('mark', { ...body, id: 'tB' })).toEqual([409, 'markIdReused'])
    expect(await night.as('mo').refusal('mark', body)).toEqual([409, 'markIdReused'])
    await lena().call('endCheck', {})
    expect(await lena().call('mark', body)).toEqual(first)
    expect(await night.tent('tA')).toMatchObject({ numberOfMisses: 1 })
    expect(await kinds()).toEqual(['started', 'marked', 'undone', 'ended'])
  })

  it('that a colleague had made, sent twice at one moment through two servers, gets one answer', async () => {
    const other = await night.server.another()
    await night.miss('tA', 'mo')
    for (let round = 0; round < 10; round += 1) {
      const body = { id: 'tA', misses: 1, markId: randomUUID() }
      const sent = [night.server, other].map((at) => night.as('lena', at).call('mark', body))
      const [first, second] = await Promise.all(sent)
      expect(second).toEqual(first)
    }
    await other.close()
  })

  it('that a colleague had made counts itself where that mark is undone meanwhile', async () => {
    await night.miss('tA', 'mo')
    const second = await night.server.another()
    await beforeNextWrite(night.server, () =>
      night.post('tent-checks/undo', { id: 'tA', checkId, undoId: randomUUID() }, 'mo', second),
    )
    await lena().call('mark', { id: 'tA', misses: 1, markId: randomUUID() })
    expect(await kinds()).toEqual(['started', 'marked', 'undone', 'marked'])
    await second.app.close()
  })

  it('with a markId that belongs to another mark is refused', async () => {
    const markId = randomUUID()
    await lena().call('mark', { id: 'tA', misses: 1, markId })
    const refused = await lena().refusal('mark', { id: 'tB', misses: 1, markId })
    expect(refused[1]).toBe('markIdReused')
  })

  it.each([
    ['its own mark stood', () => {}],
    ['a colleague’s mark stood', () => night.miss('tA', 'mo')],
  ])(
    'with the markId of another check, where %s, is refused and kept nowhere',
    async (_, before) => {
      await before()
      const body = { id: 'tA', misses: 1, markId: randomUUID() }
      await lena().call('mark', body)
      await lena().call('endCheck', {})
      const other = { ...body, checkId: await night.start() }
      expect(await lena().refusal('mark', other)).toEqual([409, 'markIdReused'])
      expect(await lena().send('mark', { ...body, checkId })).toMatchObject({ status: 200 })
      // Of two checks, in no order between them.
      expect((await kinds()).sort()).toEqual(['ended', 'marked', 'started', 'started'])
    },
  )

  it('arriving with others in one moment: each is decided as if it had come alone', async () => {
    const demoted = await night.server.signIn('once', {})
    const again = { id: 'tA', misses: 1, markId: randomUUID() }
    const path = '/api/tent-checks/update'
    const answers = await Promise.all([
      mark(again),
      mark(again),
      mark({ id: 'tA', lastCheck: '' }),
      mark({ id: 'tB', misses: 1, markId: again.markId }),
      mark({ id: 'tB', lastCheck: 'Cy Diaz, Ed Fox' }),
      night.server.ask(path, { token: demoted, body: { id: 't2', misses: 1 } }),
      mark({ id: 'nowhere', misses: 1 }),
      mark({ id: 't10', misses: 1 }),
    ])
    const [first, second, opposite, reused, make, notAllowed, unknown, alone] = answers
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 409, 409, 200, 403, 409, 200])
    expect(second?.body).toEqual(first?.body)
    expect(opposite?.body).toMatchObject({ code: 'markedOtherwise', mark: { outcome: 'miss' } })
    expect([reused?.body.code, notAllowed?.body.code, unknown?.body.code]).toEqual([
      'markIdReused',
      'needsLineMonitor',
      'tentNotInCheck',
    ])
    expect(make?.body['mark']).toMatchObject({ id: 'tB', outcome: 'make' })
    expect(alone?.body['mark']).toMatchObject({ id: 't10', numberOfMisses: 1 })
    expect(await night.tent('tA')).toMatchObject({ numberOfMisses: 2, lastMissLM: 'Lena' })
    expect(await night.tent('tB')).toMatchObject({ numberOfMisses: 0, lastCheck: 'Cy Diaz' })
    expect(await night.tent('t2')).toMatchObject({ numberOfMisses: 0, lastCheck: '' })
    expect(await night.tent('t10')).toMatchObject({ numberOfMisses: 1 })
    expect((await night.ledger()).map(({ number }) => number)).toEqual([1, 2, 3, 4])
  })

  it('by the id from before the first pull gets its first answer when it is sent again', async () => {
    await lena().call('endCheck', {})
    const { db } = night.server
    await db.transaction((tx) => updateIds(tx, new Map([['tA', 'recA']]), night.now()))
    await night.start(['recA', 'tB'])
    const body = { id: 'tA', misses: 1, markId: randomUUID() }
    const first = await lena().call('mark', body)
    expect(first.mark).toMatchObject({ id: 'recA' })
    expect(await lena().call('mark', body)).toEqual(first)
    await lena().call('endCheck', {})
    expect(await lena().call('mark', body)).toEqual(first)
  })

  it('outside a check, or one that is not in it, is 409 and changes nothing', async () => {
    await lena().call('endCheck', {})
    expect(await lena().refusal('mark', { id: 'tA', misses: 1 })).toEqual([409, 'noCheck'])
    for (const checkId of [randomUUID(), 'x']) {
      const meant = { id: 'tB', misses: 1, checkId }
      expect(await lena().refusal('mark', meant)).toEqual([409, 'noCheck'])
    }
    await night.start(['tB'])
    for (const checkId of [randomUUID(), 'x']) {
      const meant = { id: 'tB', misses: 1, checkId }
      expect(await lena().refusal('mark', meant)).toEqual([409, 'checkUnknown'])
    }
    expect(await lena().refusal('mark', { id: 'tA', misses: 1 })).toEqual([409, 'tentNotInCheck'])
    expect(await night.tent('tA')).toMatchObject({ numberOfMisses: 1 })
  })

  it('with what is no mark is 400 and changes nothing', async () => {
    for (const body of [
      { id: 'tA', misses: 1, lastCheck: '' },
      { id: 'tA' },
      { id: 'tA', misses: -1 },
      { id: 'tA', misses: 1001 },
      { id: 'tA', misses: '1' },
      { id: 'tA', lastCheck: 'x'.repeat(4001) },
      { id: 'tA', misses: 1, markId: 'x' },
      { id: 'tA\0', misses: 1 },
    ]) {
      expect([body, (await mark(body)).status]).toEqual([body, 400])
    }
    expect((await night.status()).activeTents).toHaveLength(4)
  })

  it('by someone demoted a moment ago is refused', async () => {
    const change = { netID: 'LENA', field: 'isLineMonitor', value: false } as const
    await night.as('boss').call('updateRole', change)
    expect((await night.miss('tA')).status).toBe(403)
  })

  it('stays on the tent when the check is cancelled', async () => {
    await night.miss('tA')
    await lena().call('cancelCheck', {})
    expect(await night.tent('tA')).toMatchObject({ numberOfMisses: 2 })
    expect(await kinds()).toEqual(['started', 'marked', 'cancelled'])
  })

  it('is never changed: the database itself refuses', async () => {
    for (const change of [sql`delete from check_events`, sql`update check_events set number = 7`]) {
      await expect(
        night.server.db.transaction(({ queries }) => queries.execute(change)),
      ).rejects.toThrow()
    }
  })
})
