import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { next } from '../../../tests/support/app.ts'
import { refusal } from '../../../tests/support/check-night.ts'
import { checkId, eachNight, night } from '../../../tests/support/each-night.ts'
import { closeSeason } from '../privacy/close-season.ts'
import { updateIds } from '../tents/store.ts'

const minute = 60_000

eachNight()

const close = (how: 'end-check' | 'cancel-check' = 'end-check') => night.post(how, {})
const grace = async () => (await night.server.as('visitor').call('getSeason')).now

describe('a check that was closed by mistake', () => {
  it.each(['end-check', 'cancel-check'] as const)('goes on as it was after %s', async (how) => {
    await night.miss('tA')
    const page = await night.page('mo')
    await page.timeout(5000).emitWithAck('excludedNamesUpdated', ['Ann Lee'], { base: [] })
    await night.post('check-calls', { checkId, call: 1 })
    const before = await night.status('lena')
    await close(how)
    const answer = await night.reopen(checkId)
    expect([answer.status, answer.body]).toEqual([200, { ok: true }])
    expect(await night.status('lena')).toEqual({ ...before, number: before.number + 2 })
    expect((await night.miss('tB')).status).toBe(200)
    expect((await night.undo(checkId, 'tA')).status).toBe(200)
    const kinds = (await night.ledger()).map(({ kind }) => kind)
    expect(kinds.slice(4)).toEqual([
      how === 'end-check' ? 'ended' : 'cancelled',
      'reopened',
      'marked',
      'undone',
    ])
  })

  it('goes on no longer once its season is closed, when its tents may stand in the next one', async () => {
    await night.miss('tA')
    await close()
    await night.server.db.transaction((tx) => closeSeason(tx, night.now()))
    await night.importRows(night.rows)
    for (const who of ['lena', 'boss'] as const) {
      expect(refusal(await night.reopen(checkId, who))).toEqual([409, 'checkSuperseded'])
    }
    expect((await night.status()).isCheckInProgress).toBe(false)
    expect((await night.tent('tA')).numberOfMisses).toBe(1)
    expect((await night.ledger()).map(({ kind }) => kind)).toEqual(['started', 'marked', 'ended'])
  })

  it('is told by checkStarted with what remains, and the names it had', async () => {
    await night.miss('tA')
    const monitor = await night.page('mo')
    await monitor.timeout(5000).emitWithAck('excludedNamesUpdated', ['Ann Lee'], { base: [] })
    const visitor = await night.page(null)
    const emptied = next(monitor, 'excludedNamesUpdated')
    await close()
    await emptied
    const told = Promise.all([
      next(visitor, 'checkStarted'),
      next(monitor, 'checkStarted'),
      next(monitor, 'excludedNamesUpdated'),
    ])
    await night.reopen(checkId)
    const [[toVisitor], [toMonitor], [names]] = await told
    expect(toVisitor).toMatchObject({ checkId, number: 5, exclusions: [], marked: [] })
    expect(toMonitor.activeTents.map(({ id }) => id)).toEqual(['tB', 't2', 't10'])
    expect(toMonitor).toMatchObject({ checkId, number: 5, exclusions: [{ name: 'Ann Lee' }] })
    expect(names).toEqual(['Ann Lee'])
  })

  it('gives no grace any more, and anew from its next end', async () => {
    await close()
    expect(await grace()).toMatchObject({ grace: { from: '2026-01-19T03:04:00.000Z' } })
    night.pass(5 * minute)
    await night.reopen(checkId)
    expect(await grace()).toMatchObject({ grace: null })
    night.pass(minute)
    await close()
    expect(await grace()).toMatchObject({ grace: { from: '2026-01-19T03:10:00.000Z' } })
    await night.reopen(checkId)
    await close('cancel-check')
    expect(await grace()).toMatchObject({ grace: null })
  })

  it('is ended by no phone and not by the server while it has no tent left, until one is marked', async () => {
    for (const id of ['tA', 'tB', 't2', 't10']) await night.miss(id)
    await night.post('end-check', { ifEmpty: true })
    await night.reopen(checkId)
    await night.post('end-check', { ifEmpty: true })
    expect((await night.status()).isCheckInProgress).toBe(true)
    await night.undo(checkId, 't2')
    await night.make('t2', 'Ann Lee')
    await night.post('end-check', { ifEmpty: true })
    expect((await night.status()).isCheckInProgress).toBe(false)
    await night.reopen(checkId)
    await night.post('end-check', {})
    expect((await night.status()).isCheckInProgress).toBe(false)
  })

  it.each(['end-check', 'cancel-check'] as const)(
    'goes on after %s by whoever had not heard yet that it was closed and goes on',
    async (how) => {
      const { number } = await night.status('lena')
      await close()
      await night.reopen(checkId)
      expect((await night.post(how, { checkId, number }, 'mo')).status).toBe(200)
      expect((await night.status()).isCheckInProgress).toBe(true)
      await night.post(how, { checkId, number: number + 2 }, 'mo')
      expect((await night.status()).isCheckInProgress).toBe(false)
    },
  )

  it('counts a mark that was late before, once it is sent again', async () => {
    await close()
    const late = { markId: randomUUID(), checkId }
    for (const _sent of [1, 2]) {
      expect(refusal(await night.miss('tB', 'lena', late))).toEqual([409, 'otherCheck'])
    }
    await night.reopen(checkId)
    expect((await night.tent('tB')).numberOfMisses).toBe(0)
    const counted = await night.miss('tB', 'lena', late)
    expect(counted).toMatchObject({ status: 200, body: { mark: { id: 'tB', outcome: 'miss' } } })
    await night.undo(checkId, 'tB')
    await close()
    expect(await night.miss('tB', 'lena', late)).toMatchObject({ status: 200, body: counted.body })
    expect((await night.tent('tB')).numberOfMisses).toBe(0)
  })

  it('answers a mark that was late before with the one that stands by then, now and later', async () => {
    await close()
    const late = { markId: randomUUID(), checkId }
    expect(refusal(await night.miss('tB', 'lena', late))).toEqual([409, 'otherCheck'])
    await night.reopen(checkId)
    const { body } = await night.miss('tB', 'mo')
    expect(await night.miss('tB', 'lena', late)).toMatchObject({ status: 200, body })
    await night.undo(checkId, 'tB', 'mo')
    expect(await night.miss('tB', 'lena', late)).toMatchObject({ status: 200, body })
    expect((await night.tent('tB')).numberOfMisses).toBe(0)
  })

  it('keeps the id of a mark that was late before for that mark', async () => {
    await close()
    const late = { markId: randomUUID(), checkId }
    expect(refusal(await night.miss('tB', 'lena', late))).toEqual([409, 'otherCheck'])
    await night.reopen(checkId)
    for (const other of [
      () => night.miss('t2', 'lena', late),
      () => night.miss('tB', 'mo', late),
      () => night.make('tB', 'Cy Diaz', 'lena', late),
    ]) {
      expect(refusal(await other())).toEqual([409, 'markIdReused'])
    }
    expect((await night.miss('tB', 'lena', late)).status).toBe(200)
    expect((await night.ledger()).filter(({ kind }) => kind === 'marked')).toHaveLength(1)
  })

  it('marks the tents that its own became since', async () => {
    await night.miss('tA')
    await close()
    const newIds = new Map([
      ['tA', 'recA'],
      ['tB', 'recB'],
    ])
    await night.server.db.transaction((tx) => updateIds(tx, newIds, night.now()))
    await night.reopen(checkId)
    expect((await night.miss('recB')).body['mark']).toMatchObject({ id: 'tB', numberOfMisses: 1 })
    expect((await night.miss('tB')).status).toBe(200)
    expect((await night.undo(checkId, 'recA')).status).toBe(200)
    expect((await night.tent('recA')).numberOfMisses).toBe(1)
    expect((await night.tent('recB')).numberOfMisses).toBe(1)
    const { activeTents, marked } = await night.status('lena')
    expect(activeTents.map(({ id }) => id)).toEqual(['tA', 't2', 't10'])
    expect(marked).toMatchObject([{ tent: { id: 'tB', numberOfMisses: 1 } }])
  })
})

describe('who may reopen a check', () => {
  it('is any line monitor for 10 minutes, and a super user always', async () => {
    await close()
    night.pass(10 * minute - 1)
    expect((await night.reopen(checkId, 'mo')).status).toBe(200)
    await close()
    night.pass(10 * minute)
    expect(refusal(await night.reopen(checkId, 'mo'))).toEqual([409, 'tooLate'])
    night.pass(30 * 24 * 60 * minute)
    const account = { netID: 'boss', password: 'correct horse battery' }
    const { token } = await night.server.as('visitor').call('login', account)
    await night.server.withToken(token).call('reopenCheck', undefined, { params: { checkId } })
  })

  it('is nobody while it is on, or once another one began', async () => {
    expect(refusal(await night.reopen(checkId))).toEqual([409, 'checkRunning'])
    await close()
    night.pass(minute)
    const newer = await night.start()
    expect(refusal(await night.reopen(checkId, 'boss'))).toEqual([409, 'checkSuperseded'])
    await close()
    expect(refusal(await night.reopen(checkId, 'boss'))).toEqual([409, 'checkSuperseded'])
    night.pass(60 * minute)
    expect(refusal(await night.reopen(checkId))).toEqual([409, 'checkSuperseded'])
    expect((await night.reopen(newer, 'boss')).status).toBe(200)
  })

  it('is nobody of a check that never was', async () => {
    await close()
    expect(refusal(await night.reopen(randomUUID()))).toEqual([404, 'unknownCheck'])
    expect((await night.reopen('x')).status).toBe(404)
    expect((await night.reopen(checkId.toUpperCase())).status).toBe(200)
  })

  it('of many at the same moment is one', async () => {
    await close()
    const all = await Promise.all(Array.from({ length: 6 }, () => night.reopen(checkId)))
    expect(all.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409])
  })
})

describe('on a server that did not see the check', () => {
  it('it is reopened, and pages of both are told', async () => {
    await night.miss('tA')
    await close()
    const other = await night.server.another()
    const pages = [night.server.connect(night.tokens.mo), other.connect(night.tokens.mo)]
    await Promise.all(
      pages.map((page) => new Promise((resolve) => page.on('connect', () => resolve(0)))),
    )
    const told = Promise.all(pages.map((page) => next(page, 'checkStarted')))
    expect((await night.reopen(checkId, 'lena', other)).status).toBe(200)
    for (const [{ activeTents }] of await told) {
      expect(activeTents.map(({ id }) => id)).toEqual(['tB', 't2', 't10'])
    }
    expect(await night.status('lena', other)).toEqual(await night.status('lena'))
    expect((await night.undo(checkId, 'tA')).status).toBe(200)
    await other.app.close()
  })
})
