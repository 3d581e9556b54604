import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { next, startApp, type TestApp, type TestSocket } from '../../../tests/support/app.ts'
import { answeredOrWaiting, holdOpen } from '../../../tests/support/held-open.ts'
import { rosterRow } from '../../../tests/support/roster-row.ts'
import type { CheckStatus } from '../../shared/tent-check/contract.ts'
import { reality } from '../context.ts'
import type { Tx } from '../db/database.ts'
import { closeSeason } from '../privacy/season.ts'
import { importRoster } from '../tents/roster-import.ts'
import type { RosterRow } from '../tents/roster-row.ts'
import { lockTents, updateIds } from '../tents/store.ts'

function row(id: string, order: string, members: string, more: Partial<RosterRow> = {}): RosterRow {
  return rosterRow({ id, order, name: `Tent ${order}`, type: 'Black', members, ...more })
}

const roster = [
  row('t10', '10', 'Ann Lee, Bo Chen'),
  row('tB', 'B', 'Cy Diaz, Di Eze', { netIDs: 'tenter, other1' }),
  row('tA', 'A', 'Ed Fox, Flo Gray, Ann Lee', { numberOfMisses: 1 }),
  row('t2', '2', ''),
]

let server: TestApp
let lead: string
let clock: Date

beforeEach(async () => {
  clock = new Date('2026-01-19T03:04:00Z')
  server = await startApp({}, () => clock)
  await server.db.transaction((tx) => importRoster(reality, tx, roster, { results: true }))
  lead = await server.signIn('lead', { isLineMonitor: true, firstName: 'Lena' })
})
afterEach(() => server.close())

async function start(numCheckers = 2, tents = roster.map(({ id }) => ({ id, groupIndex: 9 }))) {
  return server.ask('/api/start-check', { token: lead, body: { tents, numCheckers } })
}
const mark = (body: object, token = lead) => server.ask('/api/tent-checks/update', { token, body })
const status = (token?: string) => server.ask('/api/check-status', { token })
async function tents(token = lead): Promise<Record<string, Record<string, unknown>>> {
  const { body } = await server.ask('/api/tent-checks', { token })
  return Object.fromEntries((body as unknown as { id: string }[]).map((tent) => [tent.id, tent]))
}
async function ledger(): Promise<Record<string, unknown>[]> {
  return server.db.read(async ({ queries }) => {
    const result = await queries.execute(
      sql`select * from check_events order by at, check_id, number`,
    )
    return (result as unknown as { rows: Record<string, unknown>[] }).rows
  })
}

describe('starting a check', () => {
  it('is shown to all clients via checkStarted, the tents in order on equal pages', async () => {
    const visitor = server.connect()
    const monitor = server.connect(lead)
    await Promise.all([
      new Promise((r) => visitor.on('connect', () => r(0))),
      new Promise((r) => monitor.on('connect', () => r(0))),
    ])
    await server.ask('/api/check-status')
    const told = Promise.all([next(visitor, 'checkStarted'), next(monitor, 'checkStarted')])
    expect((await start()).status).toBe(200)
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
      id: 'tA',
      order: 'A',
      name: 'Tent A',
      type: 'Black',
      captain: '',
      captainName: '',
      members: '',
      netIDs: '',
      numberOfMisses: null,
      dayNumber: null,
      nightNumber: null,
      lastMissLM: '',
      dateOfLastMiss: '',
      lastCheck: '',
      dateOfLastCheck: '',
      groupIndex: 0,
    })
  })

  it('while one is in progress is 409 "A check is already in progress."', async () => {
    await start()
    const { status, body } = await start()
    expect([status, body]).toEqual([
      409,
      { error: 'A check is already in progress.', code: 'checkInProgress' },
    ])
  })

  it('by many at the same moment starts one', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => start()))
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, ...Array(7).fill(409)])
  })

  it.each([
    ['no tents', { tents: [], numCheckers: 1 }],
    ['no list', { numCheckers: 1 }],
    ['an unknown id', { tents: [{ id: 'nobody' }], numCheckers: 1 }],
    ['0 checkers', { tents: [{ id: 'tA' }], numCheckers: 0 }],
    ['201 checkers', { tents: [{ id: 'tA' }], numCheckers: 201 }],
    ['half a checker', { tents: [{ id: 'tA' }], numCheckers: 1.5 }],
    ['checkers as text', { tents: [{ id: 'tA' }], numCheckers: '2' }],
  ])('with %s is 400 and starts nothing', async (_, body) => {
    expect((await server.ask('/api/start-check', { token: lead, body })).status).toBe(400)
    expect((await status()).body['isCheckInProgress']).toBe(false)
  })
})

describe('marking a tent', () => {
  beforeEach(async () => void (await start()))

  it('as a Miss adds exactly 1 and keeps who and when, whatever the client says', async () => {
    const body = { id: 'tA', misses: 900, lastMissLM: 'Mallory', dateOfLastMiss: 'never' }
    expect((await mark(body)).status).toBe(200)
    expect((await tents())['tA']).toMatchObject({
      numberOfMisses: 2,
      lastMissLM: 'Lena',
      dateOfLastMiss: '1/18/2026, 10:04 PM',
      lastCheck: '',
    })
  })

  it('as a Make stores the members chosen, in the roster’s order, without strangers', async () => {
    await mark({ id: 'tA', lastCheck: 'Ann Lee, Mallory, Ed Fox', dateOfLastCheck: 'x' })
    expect((await tents())['tA']).toMatchObject({
      numberOfMisses: 1,
      lastCheck: 'Ed Fox, Ann Lee',
      dateOfLastCheck: '1/18/2026, 10:04 PM',
    })
  })

  it('as a Make of nobody stores "No members selected"', async () => {
    await mark({ id: 't2', lastCheck: '' })
    expect((await tents())['t2']).toMatchObject({ lastCheck: 'No members selected' })
  })

  it('removes it for everyone via tentStatusUpdated; how it was marked, for monitors only', async () => {
    const visitor = server.connect()
    const monitor = server.connect(lead)
    await Promise.all([next(visitor, 'checkStarted'), next(monitor, 'excludedNamesUpdated')])
    const told = Promise.all([
      next(visitor, 'tentStatusUpdated'),
      next(monitor, 'tentStatusUpdated'),
    ])
    await mark({ id: 'tB', misses: 1 })
    const [[toVisitor], [toMonitor]] = await told
    expect(toVisitor).toEqual({ id: 'tB', checkId: expect.any(String), number: 2, previous: 1 })
    expect(toMonitor).toMatchObject({
      number: 2,
      previous: 1,
      mark: { outcome: 'miss', by: 'Lena' },
    })
    expect((await status()).body['activeTents']).toHaveLength(3)
  })

  it('by two who say the same: one mark, and both are told who and when', async () => {
    const first = await mark({ id: 'tA', misses: 1 })
    const second = await mark({ id: 'tA', misses: 1 })
    expect([second.status, second.body]).toEqual([200, first.body])
    expect((await tents())['tA']).toMatchObject({ numberOfMisses: 2 })
  })

  it('by two who say the opposite: the first stands, the second gets 409 with the facts', async () => {
    await mark({ id: 'tA', lastCheck: 'Ed Fox' })
    const second = await mark({ id: 'tA', misses: 1 })
    expect(second.status).toBe(409)
    expect(second.body).toMatchObject({
      code: 'markedOtherwise',
      mark: { outcome: 'make', by: 'Lena', at: '1/18/2026, 10:04 PM' },
    })
    expect((await tents())['tA']).toMatchObject({ numberOfMisses: 1 })
  })

  it('that says the opposite is shown to those who lead, once however often it is sent', async () => {
    await mark({ id: 'tA', lastCheck: 'Ed Fox' })
    const opposite = { id: 'tA', misses: 1, markId: randomUUID() }
    for (let sent = 0; sent < 3; sent += 1) expect((await mark(opposite)).status).toBe(409)
    const boss = await server.signIn('headlm', { isSuperUser: true })
    const record = (await server.ask('/api/admin/audit', { token: boss })).body
    const refused = (record as unknown as { kind: string }[]).filter(
      ({ kind }) => kind === 'markRefused',
    )
    expect(refused).toMatchObject([
      { outcome: 'miss', mark: { id: 'tA', outcome: 'make', by: 'Lena' } },
    ])
  })

  it('sent again with its markId gets the first answer, also after the check', async () => {
    const body = { id: 'tA', misses: 1, markId: randomUUID() }
    const first = await mark(body)
    await server.ask('/api/end-check', { token: lead, body: {} })
    expect(await mark(body)).toMatchObject({ status: 200, body: first.body })
    expect((await tents())['tA']).toMatchObject({ numberOfMisses: 2 })
  })

  it('with a markId that belongs to another mark is refused', async () => {
    const markId = randomUUID()
    await mark({ id: 'tA', misses: 1, markId })
    expect((await mark({ id: 'tB', misses: 1, markId })).body['code']).toBe('markIdReused')
  })

  it('arriving with others in one moment: each is decided as if it had come alone', async () => {
    const demoted = await server.signIn('once', {})
    const again = { id: 'tA', misses: 1, markId: randomUUID() }
    const answers = await Promise.all([
      mark(again),
      mark(again),
      mark({ id: 'tA', lastCheck: '' }),
      mark({ id: 'tB', misses: 1, markId: again.markId }),
      mark({ id: 'tB', lastCheck: 'Cy Diaz, Ed Fox' }),
      mark({ id: 't2', misses: 1 }, demoted),
      mark({ id: 'nowhere', misses: 1 }),
      mark({ id: 't10', misses: 1 }),
    ])
    const [first, second, opposite, reused, make, notAllowed, unknown, alone] = answers
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 409, 409, 200, 403, 409, 200])
    expect(second?.body).toEqual(first?.body)
    expect(opposite?.body).toMatchObject({ code: 'markedOtherwise', mark: { outcome: 'miss' } })
    expect([reused?.body['code'], notAllowed?.body['code'], unknown?.body['code']]).toEqual([
      'markIdReused',
      'needsLineMonitor',
      'tentNotInCheck',
    ])
    expect(make?.body['mark']).toMatchObject({ id: 'tB', outcome: 'make' })
    expect(alone?.body['mark']).toMatchObject({ id: 't10', numberOfMisses: 1 })
    expect(await tents()).toMatchObject({
      tA: { numberOfMisses: 2, lastMissLM: 'Lena' },
      tB: { numberOfMisses: 0, lastCheck: 'Cy Diaz' },
      t2: { numberOfMisses: 0, lastCheck: '' },
      t10: { numberOfMisses: 1 },
    })
    const numbers = (await ledger()).map((event) => event['number'])
    expect(numbers).toEqual([1, 2, 3, 4])
  })

  it('for a check that is over is 409, changes no tent, and is kept as late with both clocks', async () => {
    const checkId = (await status()).body['checkId']
    await server.ask('/api/cancel-check', { token: lead, body: {} })
    await start()
    const body = {
      id: 'tA',
      misses: 1,
      markId: randomUUID(),
      checkId,
      deviceTime: '2026-01-19T02:00:00Z',
    }
    for (const attempt of [await mark(body), await mark(body)]) {
      expect([attempt.status, attempt.body['code']]).toEqual([409, 'otherCheck'])
    }
    const late = (await ledger()).filter((event) => event['kind'] === 'lateMark')
    expect(late).toHaveLength(1)
    expect(late[0]).toMatchObject({
      check_id: checkId,
      net_id: 'lead',
      device_time: '2026-01-19T02:00:00Z',
    })
    expect((await tents())['tA']).toMatchObject({ numberOfMisses: 1 })
  })

  it('that is late and has no markId is kept once, however often it is sent', async () => {
    const checkId = (await status()).body['checkId']
    await server.ask('/api/end-check', { token: lead, body: {} })
    for (const _sent of [1, 2, 3]) {
      const answer = await mark({ id: 'tA', misses: 1, checkId })
      expect([answer.status, answer.body['code']]).toEqual([409, 'otherCheck'])
    }
    expect((await mark({ id: 'tA', lastCheck: 'Ed Fox', checkId })).status).toBe(409)
    const late = (await ledger()).filter((event) => event['kind'] === 'lateMark')
    expect(late.map((event) => event['outcome'])).toEqual(['miss', 'make'])
  })

  it('that is late keeps the names of its own check’s roster, and none of a closed season', async () => {
    const checkId = (await status()).body['checkId']
    await server.ask('/api/end-check', { token: lead, body: {} })
    const names = 'Ann Lee, Mallory, Ed Fox'
    await mark({ id: 'tA', lastCheck: names, checkId, markId: randomUUID() })
    await server.db.transaction((tx) => closeSeason(tx, clock))
    // The next season has a tent of the same id, and one of the old names in it.
    await server.db.transaction((tx) => importRoster(reality, tx, roster, { results: true }))
    await mark({ id: 'tA', lastCheck: names, checkId, markId: randomUUID() })
    const late = (await ledger()).filter((event) => event['kind'] === 'lateMark')
    expect(late).toHaveLength(2)
    expect(JSON.stringify(late)).not.toMatch(/Ann Lee|Mallory|Ed Fox/)
  })

  it('that is late is kept, though another server kept one before', async () => {
    const checkId = (await status()).body['checkId']
    await server.ask('/api/end-check', { token: lead, body: {} })
    const other = await server.another()
    const late = (at: TestApp, id: string) =>
      at.ask('/api/tent-checks/update', { token: lead, body: { id, misses: 1, checkId } })
    for (const [at, id] of [
      [other, 'tA'],
      [server, 'tB'],
      [other, 't2'],
      [server, 't10'],
    ] as const) {
      expect((await late(at, id)).body['code']).toBe('otherCheck')
    }
    expect((await ledger()).map((event) => event['number'])).toEqual([1, 2, 3, 4, 5, 6])
    await other.app.close()
  })

  it('that is late is filtered by who was in the tent at the start', async () => {
    const checkId = (await status()).body['checkId']
    await server.ask('/api/end-check', { token: lead, body: {} })
    const others = roster.map((tent) => ({ ...tent, members: 'Mallory' }))
    await server.db.transaction((tx) => importRoster(reality, tx, others, { results: true }))
    await mark({ id: 'tA', lastCheck: 'Ann Lee, Mallory, Ed Fox', checkId })
    const late = (await ledger()).find((event) => event['kind'] === 'lateMark')
    expect(late?.['data']).toMatchObject({ lastCheck: 'Ed Fox, Ann Lee' })
  })

  it('by the id from before the first pull gets its first answer when it is sent again', async () => {
    await server.ask('/api/end-check', { token: lead, body: {} })
    await server.db.transaction((tx) => updateIds(tx, new Map([['tA', 'recA']]), clock))
    await start()
    const body = { id: 'tA', misses: 1, markId: randomUUID() }
    const first = await mark(body)
    expect([first.status, first.body['mark']]).toMatchObject([200, { id: 'recA' }])
    expect(await mark(body)).toMatchObject({ status: 200, body: first.body })
    await server.ask('/api/end-check', { token: lead, body: {} })
    expect(await mark(body)).toMatchObject({ status: 200, body: first.body })
  })

  it('outside a check, or one that is not in it, is 409 and changes nothing', async () => {
    await server.ask('/api/end-check', { token: lead, body: {} })
    expect((await mark({ id: 'tA', misses: 1 })).body['code']).toBe('noCheck')
    await start(1, [{ id: 'tB', groupIndex: 0 }])
    expect((await mark({ id: 'tA', misses: 1 })).body['code']).toBe('tentNotInCheck')
    expect((await tents())['tA']).toMatchObject({ numberOfMisses: 1 })
  })

  it.each([
    ['both', { id: 'tA', misses: 1, lastCheck: '' }],
    ['neither', { id: 'tA' }],
    ['misses below 0', { id: 'tA', misses: -1 }],
    ['misses above 1000', { id: 'tA', misses: 1001 }],
    ['misses as text', { id: 'tA', misses: '1' }],
    ['a lastCheck of 4001', { id: 'tA', lastCheck: 'x'.repeat(4001) }],
    ['a markId that is none', { id: 'tA', misses: 1, markId: 'x' }],
    ['NUL in the id', { id: 'tA\0', misses: 1 }],
  ])('with %s is 400', async (_, body) => {
    expect((await mark(body)).status).toBe(400)
    expect((await status()).body['activeTents']).toHaveLength(4)
  })

  it('by someone demoted a moment ago is refused', async () => {
    const boss = await server.signIn('boss', { isSuperUser: true })
    const body = { netID: 'LEAD', field: 'isLineMonitor', value: false }
    expect((await server.ask('/api/admin/update-role', { token: boss, body })).status).toBe(200)
    expect((await mark({ id: 'tA', misses: 1 })).status).toBe(403)
  })
})

describe('excluding names', () => {
  /** A bare list, as an older page sends it: nothing acknowledges it. */
  const say = (socket: TestSocket, list: string[]): void => {
    const bare = socket as unknown as { emit: (...args: unknown[]) => void }
    bare.emit('excludedNamesUpdated', list)
  }
  const change = (socket: TestSocket, list: string[], base: string[]) =>
    socket.emitWithAck('excludedNamesUpdated', list, { base })

  async function monitor(): Promise<TestSocket> {
    const socket = server.connect(lead)
    await next(socket, 'excludedNamesUpdated')
    return socket
  }
  beforeEach(async () => void (await start()))

  it('reaches every line monitor, the sender included, and drops names that no tent has', async () => {
    const [a, b] = await Promise.all([monitor(), monitor()])
    const told = Promise.all([next(a, 'excludedNamesUpdated'), next(b, 'excludedNamesUpdated')])
    say(a, ['Ed Fox', 'Mallory'])
    for (const [list, position] of await told) {
      expect(list).toEqual(['Ed Fox'])
      expect(position).toMatchObject({ number: 2, previous: 1 })
    }
  })

  it('by two Duke card checkers at once keeps both, with bare lists', async () => {
    const [a, b] = await Promise.all([monitor(), monitor()])
    say(a, ['Ed Fox'])
    say(b, ['Bo Chen'])
    await expect.poll(async () => (await status(lead)).body['excludedNames']).toHaveLength(2)
    const told = next(b, 'excludedNamesUpdated')
    say(a, ['Bo Chen'])
    expect((await told)[0]).toEqual(['Bo Chen'])
  })

  it('by a bare list that leaves out two names frees both', async () => {
    const a = await monitor()
    for (const list of [['Ed Fox'], ['Ed Fox', 'Bo Chen'], []]) {
      const told = next(a, 'excludedNamesUpdated')
      say(a, list)
      expect((await told)[0]).toEqual(list)
      clock = new Date(clock.getTime() + 2000)
    }
  })

  it('by a bare list of a new check has nothing to do with the one before', async () => {
    const a = await monitor()
    await change(a, ['Ed Fox'], [])
    const ended = next(a, 'excludedNamesUpdated')
    await server.ask('/api/end-check', { token: lead, body: {} })
    await ended
    const empty = next(a, 'excludedNamesUpdated')
    await start()
    expect((await empty)[0]).toEqual([])
    const told = next(a, 'excludedNamesUpdated')
    say(a, ['Ed Fox', 'Bo Chen'])
    expect((await told)[0]).toEqual(['Ed Fox', 'Bo Chen'])
  })

  it('with the list it started from applies only the sender’s own change', async () => {
    const [a, b] = await Promise.all([monitor(), monitor()])
    await change(a, ['Ed Fox'], [])
    await change(b, ['Bo Chen'], [])
    await change(a, [], ['Ed Fox'])
    expect((await status(lead)).body['excludedNames']).toEqual(['Bo Chen'])
  })

  it('keeps an excluded member out of a Make', async () => {
    await change(await monitor(), ['Ed Fox'], [])
    await mark({ id: 'tA', lastCheck: 'Ed Fox, Flo Gray' })
    expect((await tents())['tA']).toMatchObject({ lastCheck: 'Flo Gray' })
  })

  it('is emptied when the check ends', async () => {
    const a = await monitor()
    await change(a, ['Ed Fox'], [])
    const told = next(a, 'excludedNamesUpdated')
    await server.ask('/api/end-check', { token: lead, body: {} })
    expect((await told)[0]).toEqual([])
  })

  it('by several, of over 5,000 names together, is refused with the reason; fewer can be freed', async () => {
    await server.ask('/api/end-check', { token: lead, body: {} })
    const names = Array.from({ length: 5001 }, (_, i) => `n${i}`)
    const crowd = row('tC', 'C', names.join(', '))
    await server.db.transaction((tx) => importRoster(reality, tx, [crowd], { results: true }))
    await start(1, [{ id: 'tC', groupIndex: 0 }])
    const [a, b] = await Promise.all([monitor(), monitor()])
    expect(await change(a, names.slice(0, 4000), [])).toEqual({ ok: true })
    expect(await change(b, names.slice(4000, 5000), [])).toEqual({ ok: true })
    const tooMany = { code: 'listTooLong', error: 'The list of excluded names is too long.' }
    expect(await change(a, names.slice(5000), [])).toEqual(tooMany)
    expect((await status(lead)).body['excludedNames']).toHaveLength(5000)
    expect(await change(b, names.slice(2, 5000), names.slice(0, 5000))).toEqual({ ok: true })
    expect(await change(a, names.slice(5000), [])).toEqual({ ok: true })
    expect((await status(lead)).body['excludedNames']).toHaveLength(4999)
  })

  it.each([
    ['over 5,000 names', Array.from({ length: 5001 }, (_, i) => `n${i}`)],
    ['a name over 200 characters', ['x'.repeat(201)]],
    ['no list', null],
    ['numbers', [1]],
    ['NUL', ['a\0']],
  ])('with %s is refused and changes nothing', async (_, list) => {
    const a = await monitor()
    const answer = await a.emitWithAck('excludedNamesUpdated', list as string[], { base: [] })
    expect(answer).toMatchObject({ code: 'badRequest' })
    expect((await status(lead)).body['excludedNames']).toEqual([])
  })
})

describe('ending a check', () => {
  it('emits checkEnded or checkCanceled once, and nothing when idle', async () => {
    const visitor = server.connect()
    const heard: string[] = []
    visitor.onAny((name: string) => heard.push(name))
    await new Promise((resolve) => visitor.on('connect', () => resolve(0)))
    for (const path of ['end-check', 'cancel-check']) {
      expect((await server.ask(`/api/${path}`, { token: lead, method: 'POST' })).status).toBe(200)
      await start()
      await Promise.all([
        server.ask(`/api/${path}`, { token: lead, body: {} }),
        next(visitor, path === 'end-check' ? 'checkEnded' : 'checkCanceled'),
      ])
      expect((await server.ask(`/api/${path}`, { token: lead, body: {} })).body).toEqual({
        ok: true,
      })
    }
    expect(heard).toEqual(['checkStarted', 'checkEnded', 'checkStarted', 'checkCanceled'])
  })

  it('with ifEmpty ends only a check with no tents left', async () => {
    await start(1, [{ id: 'tA', groupIndex: 0 }])
    await server.ask('/api/end-check', { token: lead, body: { ifEmpty: true } })
    expect((await status()).body['isCheckInProgress']).toBe(true)
    await mark({ id: 'tA', misses: 1 })
    expect((await status()).body['isCheckInProgress']).toBe(true)
    await server.ask('/api/end-check', { token: lead, body: { ifEmpty: true } })
    expect((await status()).body['isCheckInProgress']).toBe(false)
  })

  it('is done by the server when nobody has 10 s after the last mark', async () => {
    await start(1, [{ id: 'tA', groupIndex: 0 }])
    const visitor = server.connect()
    await next(visitor, 'checkStarted')
    await mark({ id: 'tA', misses: 1 })
    const ended = next(visitor, 'checkEnded')
    const tick = setInterval(() => {
      clock = new Date(clock.getTime() + 2000)
    }, 200)
    await ended
    clearInterval(tick)
    expect(clock.getTime()).toBeGreaterThanOrEqual(Date.parse('2026-01-19T03:04:10Z'))
    expect((await ledger()).at(-1)).toMatchObject({ kind: 'ended', net_id: null })
  })

  it('leaves the marks made before a cancel on the tents', async () => {
    await start()
    await mark({ id: 'tA', misses: 1 })
    await server.ask('/api/cancel-check', { token: lead, body: {} })
    expect((await tents())['tA']).toMatchObject({ numberOfMisses: 2 })
    expect((await ledger()).map((event) => event['kind'])).toEqual([
      'started',
      'marked',
      'cancelled',
    ])
  })
})

describe('a check', () => {
  it('goes on after a restart of the server', async () => {
    await start()
    await mark({ id: 'tA', misses: 1 })
    const again = await server.another()
    const socket = again.connect(lead)
    const [told] = await next(socket, 'checkStarted')
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

  it('shows line monitors which tents are marked and how, and nobody else', async () => {
    await start()
    await mark({ id: 'tA', misses: 1 })
    const { marked } = (await status(lead)).body as unknown as CheckStatus
    expect(marked).toMatchObject([
      { tent: { id: 'tA', groupIndex: 0 }, mark: { outcome: 'miss', by: 'Lena' } },
    ])
    expect((await status()).body['marked']).toEqual([])
  })

  it('keeps its ledger from change', async () => {
    await start()
    for (const change of [sql`delete from check_events`, sql`update check_events set number = 7`]) {
      await expect(
        server.db.transaction(({ queries }) => queries.execute(change)),
      ).rejects.toThrow()
    }
  })

  it('shows a signed-in tenter only their own tent whole', async () => {
    const tenter = await server.signIn('tenter')
    const seen = await tents(tenter)
    expect(seen['tB']).toMatchObject({
      members: 'Cy Diaz, Di Eze',
      netIDs: 'tenter',
      numberOfMisses: 0,
    })
    expect(seen['tA']).toMatchObject({ members: '', numberOfMisses: null })
    await start()
    const { body } = await status(tenter)
    expect((body['activeTents'] as unknown as { members: string }[])[1]).toMatchObject({
      members: '',
    })
  })
})

describe.skipIf(inject('postgresUrl') === '')('a start while the roster is changing', () => {
  /** Starts a check of these tents while what is done to the roster is not committed yet. */
  async function startDuring(ids: string[], work: (tx: Tx) => Promise<unknown>) {
    const commit = await holdOpen(server.db, work)
    const tents = ids.map((id) => ({ id, groupIndex: 0 }))
    const started = start(1, tents)
    await answeredOrWaiting(server.db, started)
    await commit()
    return started
  }

  it('does not take a tent that an import is retiring', async () => {
    const rest = roster.filter(({ id }) => id !== 'tB')
    const retire = (tx: Tx) => importRoster(reality, tx, rest, { results: true })
    expect(await startDuring(['tA', 'tB'], retire)).toMatchObject({
      status: 400,
      body: { code: 'unknownTent' },
    })
    expect((await status()).body).toMatchObject({ isCheckInProgress: false })
  })

  it('takes a tent by the id that a pull is giving it', async () => {
    const adopt = async (tx: Tx) => {
      await lockTents(tx)
      await updateIds(tx, new Map([['tA', 'recA']]), clock)
    }
    expect((await startDuring(['tA'], adopt)).status).toBe(200)
    expect((await mark({ id: 'tA', misses: 1 })).status).toBe(200)
    expect((await tents())['recA']).toMatchObject({ numberOfMisses: 2 })
  })
})
