import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, it } from 'vitest'
import { next, startApp, type TestApp } from '../../../tests/support/app.ts'
import { rosterRow } from '../../../tests/support/roster-row.ts'
import { startCheck } from '../../../tests/support/start-check.ts'
import { withValues } from '../../../tests/support/with-values.ts'
import { api } from '../../shared/api.ts'
import { closerWords } from '../../shared/refusals.ts'
import type { Tent } from '../../shared/tents/contract.ts'
import { publicForm } from '../../shared/tents/views.ts'
import { systemContext } from '../context.ts'
import { demoSeason } from '../tents/demo-season.ts'
import { importRoster } from '../tents/roster-import.ts'

let server: TestApp
const now = () => new Date('2026-01-19T03:04:00Z')
afterEach(() => server.close())

const roster = [
  rosterRow({
    id: 'tA',
    order: 'A',
    name: 'Ants',
    captain: 'lee',
    captainName: 'Ann Lee',
    members: 'Ann Lee, Bo Smith (bs2)',
    netIDs: 'al1, chen',
  }),
  rosterRow({ id: 'tB', order: 'B', name: 'Bees', members: 'Cy Diaz', netIDs: 'cz3' }),
]

async function start(env: Record<string, string> = {}, rows = roster): Promise<void> {
  server = await startApp(env, now)
  await server.db.transaction((tx) => importRoster(systemContext, tx, rows, { results: true }))
}

/** Whatever names somebody of the roster, but for the netID of who asks. No hexadecimal id holds one. */
const ofThePeople = /Ann\b|Lee|Smith|bs2|chen|Diaz|cz3/

const proving = { CONFIRM_NETIDS: 'approval' }

const tentsOf = (token: string | undefined, at = server) => at.withToken(token).call('listTents')
const isPublic = (tents: Tent[]) => expect(tents).toEqual(tents.map((tent) => publicForm(tent)))

const confirm = (token: string, netID: string, value = true) =>
  server.ask('/api/admin/confirm-user', { token, body: { netID, value } })

/** A tent check in which tent A got a Miss and tent B a Make; gives its id. */
async function missA(lead: string): Promise<string> {
  const checkId = await startCheck(server.withToken(lead), ['tA', 'tB'])
  await server.ask('/api/tent-checks/update', { token: lead, body: { id: 'tA', misses: 1 } })
  const make = { id: 'tB', lastCheck: 'Cy Diaz' }
  await server.ask('/api/tent-checks/update', { token: lead, body: make })
  return checkId
}

describe('where netIDs are proven, an account that is not confirmed', () => {
  it('learns nothing of its tent through any call', async () => {
    await start(proving)
    const lead = await server.signIn('lead', { isLineMonitor: true })
    const ann = await server.signIn('al1')
    const checkId = await missA(lead)
    await server.ask('/api/end-check', { token: lead, body: {} })
    isPublic(await tentsOf(ann))
    expect((await server.ask('/api/now', { token: ann })).body).toMatchObject({ tent: null })
    const record = await server.ask('/api/tents/tA/record', { token: ann })
    expect(record).toMatchObject({ status: 403, body: { code: 'notConfirmed' } })
    const body = { checkId, text: 'We were all there.' }
    const dispute = await server.ask('/api/disputes', { token: ann, body })
    expect(dispute).toMatchObject({ status: 403, body: { code: 'notConfirmed' } })
    expect((await server.ask('/api/disputes', { token: ann })).body).toEqual({ disputes: [] })
    const status = (await server.ask('/api/check-status', { token: ann })).body
    expect(JSON.stringify(status)).not.toMatch(/Ann|Smith|al1/)
  })

  it('and has a role is told what it lacks to dispute a Miss of its tent', async () => {
    await start(proving)
    const lead = await server.signIn('lead', { isLineMonitor: true })
    const ann = await server.signIn('al1', { isLineMonitor: true })
    const checkId = await missA(lead)
    await server.ask('/api/end-check', { token: lead, body: {} })
    const body = { checkId, text: 'We were all there.' }
    expect(await server.ask('/api/disputes', { token: ann, body })).toMatchObject({
      status: 403,
      body: { code: 'notConfirmed', error: closerWords.disputeNeedsProof },
    })
    await confirm(await server.signIn('boss', { isSuperUser: true }), 'al1')
    expect((await server.ask('/api/disputes', { token: ann, body })).status).toBe(200)
  })

  it('hears on a socket what a visitor hears, all through a check', async () => {
    await start(proving)
    const lead = await server.signIn('lead', { isLineMonitor: true })
    const sockets = [server.connect(await server.signIn('al1')), server.connect()]
    const heard = sockets.map((socket) => {
      const events: unknown[] = []
      socket.onAny((...event) => events.push(event))
      return events
    })
    await Promise.all(sockets.map((socket) => next(socket, 'connect' as never)))
    const isOver = sockets.map((socket) => next(socket, 'checkEnded'))
    const checkId = await missA(lead)
    const undone = { id: 'tA', checkId, undoId: randomUUID() }
    await server.ask('/api/tent-checks/undo', { token: lead, body: undone })
    const make = { id: 'tA', lastCheck: 'Ann Lee, Bo Smith (bs2)' }
    await server.ask('/api/tent-checks/update', { token: lead, body: make })
    await server.connect(lead).emitWithAck('excludedNamesUpdated', ['Cy Diaz'], { base: [] })
    await server.ask('/api/end-check', { token: lead, body: {} })
    await Promise.all(isOver)
    expect(heard[0]).toEqual(heard[1])
    expect(JSON.stringify(heard[0])).toContain('checkStarted')
    expect(JSON.stringify(heard[0])).not.toMatch(ofThePeople)
  })

  it('finds nobody of the roster in the answer to any call, whoever asked just before', async () => {
    await start(proving)
    const lead = await server.signIn('lead', { isSuperUser: true })
    const ann = await server.signIn('al1')
    const checkId = await missA(lead)
    const seenByLead = new Set<string>()
    for (const isOver of [false, true]) {
      if (isOver) await server.ask('/api/end-check', { token: lead, body: {} })
      for (const { method, path } of Object.values(api)) {
        if (path.endsWith('/logout')) continue
        const address = withValues(path, path.includes('/tents/') ? 'tA' : checkId)
        if (method === 'GET') {
          const { body } = await server.ask(address, { token: lead })
          if (ofThePeople.test(JSON.stringify(body))) seenByLead.add(path)
        }
        const sent = method === 'GET' ? undefined : {}
        const { body } = await server.ask(address, { method, token: ann, body: sent })
        const said = JSON.stringify(body)
        expect([path, said]).toEqual([path, expect.not.stringMatching(ofThePeople)])
      }
    }
    expect([...seenByLead].sort()).toEqual([
      '/api/check-status',
      '/api/checks/:id',
      '/api/checks/:id/results.csv',
      '/api/roster/export',
      '/api/tent-checks',
      '/api/tents/:tentId/shifts',
    ])
  })

  it('is shown its tent from the moment on in which a line monitor confirms it, until it is taken back', async () => {
    await start(proving)
    const lead = await server.signIn('lead', { isLineMonitor: true })
    const ann = await server.signIn('al1')
    expect((await confirm(lead, 'AL1')).body).toEqual({ ok: true, netID: 'al1', isConfirmed: true })
    const [own, other] = await tentsOf(ann)
    expect(own).toMatchObject({ id: 'tA', netIDs: 'al1', members: expect.stringContaining('Ann') })
    expect(other).toEqual(publicForm(other as Tent))
    expect((await server.ask('/api/now', { token: ann })).body).toMatchObject({
      tent: { id: 'tA' },
    })
    expect((await server.ask('/api/tents/tA/record', { token: ann })).status).toBe(200)
    await confirm(lead, 'al1', false)
    isPublic(await tentsOf(ann))
  })

  it('that holds a role sees what the role sees', async () => {
    await start(proving)
    const lead = await server.signIn('lead', { isLineMonitor: true })
    expect((await tentsOf(lead))[0]).toMatchObject({ netIDs: 'al1, chen' })
  })

  it('is confirmed on other servers, too', async () => {
    await start(proving)
    const lead = await server.signIn('lead', { isLineMonitor: true })
    const ann = await server.signIn('al1')
    const other = await server.another()
    const there = async () => (await tentsOf(ann, other))[0]?.members
    expect(await there()).toBe('')
    await confirm(lead, 'al1')
    await expect.poll(there, { timeout: 3000 }).toContain('Ann')
    await other.app.close()
  })
})

it('60 accounts with names of the roster learn nothing, confirmed or not', {
  timeout: 120_000,
}, async () => {
  const season = demoSeason()
  // The column of the captain holds a netID where netIDs are proven.
  const rows = season.map((row) => ({ ...row, captain: row.netIDs.split(', ')[0] ?? '' }))
  const people = season.flatMap(({ members }) => members.split(', ')).map(plainLetters)
  const words = people.flatMap((person) => person.split(' '))
  const together = people.map((person) => person.replaceAll(' ', ''))
  const names = [...new Set([...words, ...together])].filter((name) => /^[a-z]{1,32}$/.test(name))
  expect(names.length).toBeGreaterThan(300)
  await start(proving, rows)
  const tokens: string[] = []
  const some = names.filter((_, place) => place % 5 === 0).slice(0, 60)
  for (const [place, netID] of some.entries()) {
    tokens.push(await server.signIn(netID, { isConfirmed: place % 2 === 0 }))
  }
  for (const token of tokens) isPublic(await tentsOf(token))
})

/** `Jack Søndergaard` is `jack søndergaard`, `Zoë O’Brien` is `zoe obrien`. */
function plainLetters(name: string): string {
  return name
    .toLowerCase()
    .normalize('NFD')
    .replace(/[^\p{L} ]/gu, '')
}

it.each([
  [{}, false, true],
  [proving, false, false],
  [proving, true, true],
])(
  'with %o who is confirmed (%s) learns of a second tent of theirs (%s), and nobody else',
  async (env, isConfirmed, learns) => {
    const [ants, bees] = roster
    if (ants === undefined || bees === undefined) throw new Error('There are two tents')
    await start(env, [ants, { ...bees, netIDs: 'cz3, al1' }])
    const [, second] = await tentsOf(await server.signIn('al1', { isConfirmed }))
    const known = publicForm(second as Tent)
    expect(second).toEqual(learns ? { ...known, isMember: true } : known)
    const others = [
      await server.signIn('cz3', { isConfirmed: true }),
      await server.signIn('smith', { isConfirmed: true }),
      await server.signIn('lead', { isLineMonitor: true }),
      undefined,
    ]
    for (const other of others) {
      for (const tent of await tentsOf(other)) expect(tent).not.toHaveProperty('isMember')
    }
  },
)

describe('who else sees one’s tent', () => {
  const key = expect.stringMatching(/^[0-9a-f]{64}$/)

  it('stands on it, by name and day of registration', async () => {
    await start()
    const ann = await server.signIn('al1', { firstName: 'Ann' })
    expect((await tentsOf(ann))[0]).toMatchObject({ id: 'tA', seenBy: [] })
    await server.signIn('smith', { firstName: 'Mallory' })
    await server.signIn('cz3')
    const [own, other] = await tentsOf(ann)
    expect(own?.seenBy).toEqual([{ name: 'Mallory Test', since: '2026-01-18', key }])
    expect(other).toEqual(publicForm(other as Tent))
  })

  it('is also its captain by the column alone, and who belongs to another tent first', async () => {
    const [ants, bees] = roster
    if (ants === undefined || bees === undefined) throw new Error('There are two tents')
    await start({}, [ants, { ...bees, captain: 'mal9', netIDs: 'cz3, al1' }])
    const boss = await server.signIn('boss', { isSuperUser: true })
    const cy = server.withToken(await server.signIn('cz3'))
    await server.signIn('al1', { firstName: 'Ann' })
    await server.signIn('mal9', { firstName: 'Mallory' })
    const seenBy = (await cy.call('listTents'))[1]?.seenBy
    const since = '2026-01-18'
    expect(seenBy).toEqual([
      { name: 'Ann Test', since, key },
      { name: 'Mallory Test', since, key },
    ])
    await cy.call('reportStranger', { name: 'Mallory Test', since })
    const [event] = await server.withToken(boss).call('audit')
    expect(event).toMatchObject({ kind: 'strangerReported', about: 'mal9', tent: 'B Bees' })
  })

  it('stands there by the first name alone where the campus told no other', async () => {
    await start()
    const ann = await server.signIn('al1')
    await server.signIn('smith', { firstName: 'Mallory', lastName: '' })
    expect((await tentsOf(ann))[0]?.seenBy).toEqual([{ name: 'Mallory', since: '2026-01-18', key }])
  })

  it('where netIDs are proven, are those who are confirmed', async () => {
    await start(proving)
    const ann = await server.signIn('al1', { isConfirmed: true })
    await server.signIn('chen', { firstName: 'Chi', isConfirmed: true })
    await server.signIn('bs2')
    expect((await tentsOf(ann))[0]?.seenBy).toEqual([
      { name: 'Chi Test', since: '2026-01-18', key },
    ])
  })

  it('stands on the tent of a line monitor, too, beside all others whole', async () => {
    await start()
    const lead = await server.signIn('cz3', { isLineMonitor: true })
    const [other, own] = await tentsOf(lead)
    expect(own).toMatchObject({ id: 'tB', netIDs: 'cz3', seenBy: [] })
    expect(other).toMatchObject({ id: 'tA', netIDs: 'al1, chen' })
    expect(other).not.toHaveProperty('seenBy')
  })

  it('is reported as a stranger to the super users; nobody else can be', async () => {
    await start()
    const boss = await server.signIn('boss', { isSuperUser: true })
    const ann = await server.signIn('al1', { firstName: 'Ann' })
    await server.signIn('smith', { firstName: 'Mallory' })
    const report = (body: object) => server.ask('/api/tents/not-one-of-us', { token: ann, body })
    expect((await report({ name: 'Robin Test', since: '2026-01-18' })).status).toBe(404)
    expect((await report({ name: 'Mallory Test', since: '2026-01-18' })).body).toEqual({ ok: true })
    const [event] = await server.withToken(boss).call('audit')
    expect(event).toMatchObject({
      kind: 'strangerReported',
      netID: 'al1',
      about: 'smith',
      tent: 'A Ants',
    })
    // Whom it is about has it in their export, but not who reported them.
    const { audit } = await server.withToken(boss).call('exportPerson', { netID: 'smith' })
    const reported = { kind: 'strangerReported', about: 'smith', netID: null, by: '' }
    expect(audit).toContainEqual(expect.objectContaining(reported))
  })

  it('is reported alone where others have the same name and day; without a key nobody is', async () => {
    await start()
    const boss = server.withToken(await server.signIn('boss', { isSuperUser: true }))
    const ann = server.withToken(await server.signIn('al1', { firstName: 'Ann' }))
    const nameless = { firstName: '', lastName: '' }
    for (const netID of ['chen', 'smith']) await server.signIn(netID, nameless)
    const [own] = await ann.call('listTents')
    const [first, second] = own?.seenBy ?? []
    if (first === undefined || second === undefined) throw new Error('Two see it')
    const [one, other] = [first, second].map(({ name, since }) => ({ name, since }))
    expect(one).toEqual(other)
    expect(await ann.refusal('reportStranger', { name: '', since: first.since })).toEqual([
      404,
      'notInYourTent',
    ])
    await ann.call('reportStranger', second)
    const about = async () =>
      (await boss.call('audit')).flatMap((event) =>
        event.kind === 'strangerReported' ? event.about : [],
      )
    expect(await about()).toHaveLength(1)
    await ann.call('reportStranger', first)
    expect((await about()).sort()).toEqual(['chen', 'smith'])
  })
})

describe('confirming', () => {
  it('is recorded, and an unknown netID is 404', async () => {
    await start(proving)
    const boss = await server.signIn('boss', { isSuperUser: true })
    await server.signIn('al1')
    expect(await confirm(boss, 'nobody')).toMatchObject({
      status: 404,
      body: { code: 'unknownUser' },
    })
    await confirm(boss, 'al1')
    const [event] = await server.withToken(boss).call('audit')
    expect(event).toMatchObject({ kind: 'userConfirmed', netID: 'boss', about: 'al1', value: true })
  })

  it('shows in verify-token, me and the list of users', async () => {
    await start(proving)
    const boss = await server.signIn('boss', { isSuperUser: true, isConfirmed: true })
    await server.signIn('al1')
    const [users, me, verified] = await Promise.all([
      server.ask('/api/admin/users', { token: boss }),
      server.ask('/api/profile/me', { token: boss }),
      server.ask('/api/profile/verify-token', { token: boss, method: 'POST' }),
    ])
    expect(users.body).toMatchObject([
      { netID: 'al1', isConfirmed: false, isDisabled: false },
      { netID: 'boss', isConfirmed: true, isDisabled: false },
    ])
    expect([me.body, verified.body]).toMatchObject([{ isConfirmed: true }, { isConfirmed: true }])
  })
})

describe('netIDs without proof on a server for real', () => {
  const PUBLIC_URL = 'https://tents.example.edu'
  const SECRET_KEY = '5e'.repeat(32)
  const live = { NODE_ENV: 'production', PUBLIC_URL }
  const isUndecided = async (boss: string) =>
    (await server.ask('/api/admin/netid-proof', { token: boss })).body['isUndecided']

  it.each([
    ['in production', live],
    ['on PostgreSQL', { PUBLIC_URL, DATABASE_URL: 'postgres://handed-over', SECRET_KEY }],
  ])('are warned of until a super user decides that they stay so: %s', async (_, env) => {
    await start(env)
    const boss = await server.signIn('boss', { isSuperUser: true })
    expect(await isUndecided(boss)).toBe(true)
    const body = { leaveOff: true }
    expect((await server.ask('/api/admin/netid-proof', { token: boss, body })).status).toBe(200)
    expect(await isUndecided(boss)).toBe(false)
  })

  it.each([
    ['with proof', { ...live, ...proving }],
    ['at home', {}],
    ['without https', { ...live, PUBLIC_URL: 'http://tents.example.edu' }],
  ])('%s there is nothing to decide', async (_, env) => {
    await start(env)
    const boss = await server.signIn('boss', { isSuperUser: true })
    expect(await isUndecided(boss)).toBe(false)
  })
})
