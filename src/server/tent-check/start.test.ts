// On each engine: a start locks the tents.
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { next } from '../../../tests/support/app.ts'
import {
  type CheckNight,
  oddRows,
  startCheckNight,
  tentRow,
} from '../../../tests/support/check-night.ts'
import { answeredOrWaiting, holdOpen } from '../../../tests/support/held-open.ts'
import { systemContext } from '../context.ts'
import type { Tx } from '../db/database.ts'
import { importRoster } from '../tents/roster-import.ts'
import { lockTents, updateIds } from '../tents/store.ts'

let night: CheckNight
beforeEach(async () => {
  night = await startCheckNight(oddRows)
})
afterEach(() => night.close())

const start = (ids = ['t10', 'tB', 'tA', 't2']) =>
  night
    .as('lena')
    .send('startCheck', { tents: ids.map((id) => ({ id, groupIndex: 9 })), numCheckers: 2 })

describe('starting a check', () => {
  it('is shown to all clients via checkStarted, the tents in order on equal pages', async () => {
    const visitor = night.server.connect()
    const monitor = night.server.connect(night.tokens.lena)
    await Promise.all(
      [visitor, monitor].map(
        (page) => new Promise((resolve) => page.on('connect', () => resolve(0))),
      ),
    )
    await night.status()
    const told = Promise.all([next(visitor, 'checkStarted'), next(monitor, 'checkStarted')])
    expect(await start()).toMatchObject({ status: 200 })
    const [[toVisitor], [toMonitor]] = await told
    expect(toMonitor.activeTents.map(({ id, groupIndex }) => [id, groupIndex])).toEqual([
      ['tA', 0],
      ['tB', 0],
      ['t2', 1],
      ['t10', 1],
    ])
    expect(toMonitor.numCheckers).toBe(2)
    expect(toMonitor.activeTents[0]).toMatchObject({
      numberOfMisses: 1,
      members: 'Ed Fox, Flo Gray, Ann Lee',
    })
    expect(toVisitor.activeTents[0]).toEqual({
      ...tentRow('tA', '', { type: 'Black' }),
      numberOfMisses: null,
      groupIndex: 0,
    })
  })

  it('while one is in progress is 409 "A check is already in progress."', async () => {
    await start()
    expect(await start()).toMatchObject({
      status: 409,
      refusal: { error: 'A check is already in progress.', code: 'checkInProgress' },
    })
  })

  it('by many at the same moment starts one', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => start()))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)])
  })

  it('of what is no list of known tents, or with no number of checkers, is 400 and starts nothing', async () => {
    const tents = [{ id: 'tA' }]
    for (const body of [
      { tents: [], numCheckers: 1 },
      { numCheckers: 1 },
      { tents: [{ id: 'nobody' }], numCheckers: 1 },
      { tents, numCheckers: 0 },
      { tents, numCheckers: 201 },
      { tents, numCheckers: 1.5 },
      { tents, numCheckers: '2' },
    ]) {
      expect([body, (await night.post('start-check', body)).status]).toEqual([body, 400])
    }
    expect((await night.status()).isCheckInProgress).toBe(false)
  })
})

describe.skipIf(inject('postgresUrl') === '')('a start while the roster is changing', () => {
  /** Starts a check of these tents while what is done to the roster is not committed yet. */
  async function startDuring(ids: string[], work: (tx: Tx) => Promise<unknown>) {
    const commit = await holdOpen(night.server.db, work)
    const started = start(ids)
    await answeredOrWaiting(night.server.db, started)
    await commit()
    return started
  }

  it('does not take a tent that an import is retiring', async () => {
    const rest = oddRows.filter(({ id }) => id !== 'tB')
    const retire = (tx: Tx) => importRoster(systemContext, tx, rest, { results: true })
    expect(await startDuring(['tA', 'tB'], retire)).toMatchObject({
      status: 400,
      refusal: { code: 'unknownTent' },
    })
    expect(await night.status()).toMatchObject({ isCheckInProgress: false })
  })

  it('takes a tent by the id that a pull is giving it', async () => {
    const adopt = async (tx: Tx) => {
      await lockTents(tx)
      await updateIds(tx, new Map([['tA', 'recA']]), night.now())
    }
    expect((await startDuring(['tA'], adopt)).status).toBe(200)
    expect((await night.miss('tA')).status).toBe(200)
    expect(await night.tent('recA')).toMatchObject({ numberOfMisses: 2 })
  })
})

describe('a check', () => {
  it('goes on after a restart of the server', async () => {
    await start()
    await night.miss('tA')
    const again = await night.server.another()
    const [told] = await next(again.connect(night.tokens.lena), 'checkStarted')
    expect(told.activeTents.map(({ id }) => id)).toEqual(['tB', 't2', 't10'])
    expect(told).toMatchObject({
      number: 2,
      pages: [
        { first: 'A', last: 'B', tentCount: 2 },
        { first: '2', last: '10', tentCount: 2 },
      ],
    })
    await again.app.close()
  })

  it('sends only its position to pages that request the check themselves', async () => {
    const open = (token?: string) => night.server.connect(token, { speaks: 3 })
    const early = open(night.tokens.lena)
    const [whenIdle] = await next(early, 'checkPosition')
    expect(whenIdle).toMatchObject({ checkId: null, number: 0, isLineMonitor: true })
    const told = next(early, 'tentStatusUpdated')
    await start()
    await night.miss('tA')
    // Whoever connects before the start was told is told of it, too.
    await told
    const names: string[] = []
    const pages = [open(), open(night.tokens.lena)]
    for (const page of pages) page.onAny((name) => names.push(name))
    const positions = await Promise.all(pages.map((page) => next(page, 'checkPosition')))
    const { epoch, checkId } = await night.status()
    expect(positions).toEqual([
      [{ epoch, checkId, number: 2, content: expect.any(Number), isLineMonitor: false }],
      [{ epoch, checkId, number: 2, content: expect.any(Number), isLineMonitor: true }],
    ])
    await night.as('lena').call('cancelCheck', {})
    await expect.poll(() => names.filter((name) => name === 'checkCanceled')).toHaveLength(2)
    expect(names).not.toContain('checkStarted')
  })

  it('shows line monitors which tents are marked and how, and nobody else', async () => {
    await start()
    await night.miss('tA')
    expect((await night.status('lena')).marked).toMatchObject([
      { tent: { id: 'tA', groupIndex: 0 }, mark: { outcome: 'miss', by: 'Lena' } },
    ])
    expect((await night.status()).marked).toEqual([])
  })

  it('shows a signed-in tenter only their own tent whole', async () => {
    const tenter = night.server.withToken(await night.server.signIn('tenter'))
    const seen = new Map((await tenter.call('listTents')).map((tent) => [tent.id, tent]))
    expect(seen.get('tB')).toMatchObject({
      members: 'Cy Diaz, Di Eze',
      netIDs: 'tenter',
      numberOfMisses: 0,
    })
    expect(seen.get('tA')).toMatchObject({ members: '', numberOfMisses: null })
    await start()
    expect((await tenter.call('checkStatus')).activeTents[1]).toMatchObject({ members: '' })
  })
})
