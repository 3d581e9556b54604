import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { type SQL, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hashPassword } from '../../src/server/accounts/passwords.ts'
import { sha256, systemContext } from '../../src/server/context.ts'
import { demoSeason } from '../../src/server/tents/demo-season.ts'
import { writeRosterCsv } from '../../src/server/tents/roster-csv.ts'
import { importRoster } from '../../src/server/tents/roster-import.ts'
import { type ApiName, api } from '../../src/shared/api.ts'
import { password, startApp, type TestApp } from '../support/app.ts'
import { canary } from '../support/around-schema.ts'
import { type ExactAnswer, sendExactly } from '../support/exact-request.ts'
import { type OddPacket, oddPacket, openPolling } from '../support/odd-packet.ts'
import {
  bytesOf,
  encoded,
  type OddRequest,
  oddRequest,
  type Person,
} from '../support/odd-request.ts'
import { seed, times } from '../support/times.ts'

const requests = times(500, 20_000)
const liveEvents = times(40, 1500)
/** Longer is as good as never. */
const hangsAfterMs = 10_000
const answersWithinMs = 1000
/** They wait for Airtable, which is not there. */
const waitForAirtable: ApiName[] = ['pullRoster', 'refreshRoster', 'updateAirtableConfig']
/** Text is rendered in a thread, which may have to begin first. */
const waitForThread: ApiName[] = [
  ...(['getPage', 'getPageVersion', 'savePage', 'previewMarkdown'] as const),
  ...(['addAnnouncement', 'changeAnnouncement'] as const),
]
/** Passwords are slow on purpose. */
const rare: ApiName[] = ['login', 'register', 'updatePassword', ...waitForAirtable]

const season = demoSeason().slice(0, 30)
const roles = {
  tenter: {},
  monitor: { isLineMonitor: true },
  boss: { isSuperUser: true },
}

let server: TestApp
let passwordHash: string
const tokens = new Map<Person, string>()
let tentIds: string[] = []
let currentCheck = ''

/** By call, so that the slowest is named. */
const slowest = new Map<string, number>()
const statuses = new Map<number, number>()
let sent = 0
/** How many were not refused. */
const taken = { reads: 0, writes: 0 }
let knownDigest = ''

beforeAll(async () => {
  server = await startApp({ RATE_LIMIT_FACTOR: '1000000' })
  passwordHash = await hashPassword(password)
  for (const [netID, role] of Object.entries(roles)) {
    tokens.set(netID as Person, await server.signIn(netID, role))
  }
  await server.db.transaction((tx) => importRoster(systemContext, tx, season, { results: true }))
  tentIds = (await rows(sql`select id from tents`)).map((row) => String(row['id']))
  knownDigest = await digest()
})
afterAll(() => server.close())

const rows = (query: SQL) =>
  server.db.read(async ({ queries }) => (await queries.execute(query)).rows)

/**
 * All that a refused request must leave alone, each row by the transaction that wrote it. Not in
 * it: counts of attempts, what the server writes of its own accord, and late marks, which are
 * refused and kept.
 */
async function digest(): Promise<string> {
  const versions = sql.raw(`string_agg(ctid || ' ' || xmin, ',' order by ctid)`)
  const [row] = await rows(sql`select
    (select ${versions} from users) as users,
    (select ${versions} from sessions) as sessions,
    (select ${versions} from settings where key <> 'rosterSync') as settings,
    (select ${versions} from tents) as tents,
    (select ${versions} from documents) as documents,
    (select ${versions} from season_versions) as seasons,
    (select ${versions} from graces) as graces,
    (select ${versions} from disputes) as disputes,
    (select ${versions} from notice_settings) as notice_settings,
    (select ${versions} from shift_tents) as shift_tents,
    (select ${versions} from shift_people) as shift_people,
    (select ${versions} from shifts) as shifts,
    (select ${versions} from shift_swaps) as shift_swaps,
    (select ${versions} from shift_log) as shift_log,
    (select ${versions} from page_versions) as pages,
    (select ${versions} from announcements) as announcements,
    (select count(*) from checks) as checks,
    (select count(*) from check_events where net_id is not null and kind <> 'lateMark') as events,
    (select count(*) || ' ' || count(given_up_at) from outbox) as outbox`)
  return JSON.stringify(row)
}

async function expectNothingChanged(): Promise<void> {
  const before = knownDigest
  knownDigest = await digest()
  expect(knownDigest).toBe(before)
}

/**
 * Gives everybody their session, role and password back. Unless the call closed the check, one of
 * all tents is on after it.
 */
async function restore(name: ApiName | null): Promise<void> {
  await server.db.transaction(async ({ queries }) => {
    for (const [netID, token] of tokens) {
      const { isLineMonitor = false, isSuperUser = false } = {
        ...roles[netID as keyof typeof roles],
      } as { isLineMonitor?: boolean; isSuperUser?: boolean }
      await queries.execute(sql`update users set password_hash = ${passwordHash},
        is_line_monitor = ${isLineMonitor}, is_super_user = ${isSuperUser} where net_id = ${netID}`)
      await queries.execute(sql`insert into sessions
        values (${sha256(token)}, ${netID}, now(), now(), now() + interval '1 day')
        on conflict (token_hash) do nothing`)
    }
    await queries.execute(sql`delete from users where net_id not in ('tenter', 'monitor', 'boss')`)
    // With Airtable there is no import of a file: it stays until something else is accepted.
    if (name !== 'updateAirtableConfig') {
      await queries.execute(sql`delete from settings where key = 'airtable'`)
    }
    await queries.execute(sql`delete from airtable_pace`)
    const wanted = sql.join(
      tentIds.map((id) => sql`${id}`),
      sql`, `,
    )
    await queries.execute(
      sql`update tents set retired_at = null where retired_at is not null and id in (${wanted})`,
    )
  })
  if (name !== 'endCheck' && name !== 'cancelCheck') await keepCheckOn()
  knownDigest = await digest()
}

/** Starts a check of all tents where none is on. */
async function keepCheckOn(): Promise<void> {
  const monitor = server.withToken(tokens.get('monitor'))
  const tents = (await monitor.call('listTents')).map(({ id }) => ({ id }))
  await monitor.send('startCheck', { tents, numCheckers: 2 })
  currentCheck = (await monitor.call('checkStatus')).checkId ?? ''
}

function familiar() {
  const ids = '00000000-0000-4000-8000-000000000001'
  return {
    id: [...tentIds, canary],
    tentId: tentIds.slice(0, 3),
    netID: ['tenter', 'monitor', 'boss', 'BOSS ', 'nobody', '\u212aelvin'],
    password: [password, 'password'],
    newPassword: [password, 'short'],
    email: ['a@example.edu', 'boss@example.edu', 'a@b', '\u212a@example.edu'],
    firstName: ['Robin', ''],
    csv: [
      writeRosterCsv(season),
      'Order,Name\r\n1,One\r\n',
      'Order,Name\n1,"One',
      `Order,Name\n${'1,\u0001\n'.repeat(200)}`,
      'Order,Name\n<huge>,<many letters>',
      `id,Order,Name\n${canary}\u{1f600},1,2`,
      'Order,Name\n<huge>,<huge>',
    ],
    url: ['', 'https://example.edu/', 'javascript:alert(1)', 'https://', 'http://\u0301'],
    airtableBaseId: ['app1', 'app/1'],
    airtableTableId: ['tbl1', '..'],
    airtableApiKey: ['', 'key', 'a b'],
    markId: [ids, ids.replace('1', '2')],
    undoId: [ids, ids.replace('1', '3')],
    restId: [ids, ids.replace('1', '4')],
    ids: [...tentIds.slice(0, 5), canary],
    checkId: ['00000000-0000-4000-8000-000000000000', ids],
    lastCheck: [...season.slice(0, 3).map(({ members }) => members), ''],
    excludedNamesUpdated: season.slice(0, 3).flatMap(({ members }) => members.split(', ')),
    version: ['0'],
    timeZone: ['America/New_York', 'UTC', canary],
    from: ['2026-01-28T07:00', '2026-01-19T08:16:00Z', '01:00', '23:00', '2026-02-30T07:00'],
    until: ['2026-01-19T09:16:00Z', '2999-01-01T00:00:00Z'],
    to: ['07:00', '24:00'],
    ends: ['2026-02-28T07:00', '2026-02-28'],
    reason: ['Lightning', ''],
    markdown: ['# Who\n\n- us', '<huge>', `[${canary}](javascript:alert(1))`],
    page: ['faq', 'contacts'],
    base: season.slice(0, 3).flatMap(({ members }) => members.split(', ')),
  }
}

async function send(name: string, request: OddRequest): Promise<ExactAnswer> {
  const { who, signedInBy, method, path, headers, share } = request
  const token = tokens.get(who)
  const credentials =
    token === undefined
      ? {}
      : signedInBy === 'bearer'
        ? { authorization: `Bearer ${token}` }
        : { cookie: `token=${token}` }
  const meant =
    typeof request.body === 'string'
      ? request.body.replaceAll('00000000-0000-4000-8000-000000000000', currentCheck)
      : request.body
  const body = encoded(bytesOf(meant), headers['content-encoding'])
  const sentBytes = Math.max(1, Math.floor(share * body.length))
  const hangsUpAfter = sentBytes >= body.length ? null : sentBytes
  const answer = await sendExactly(
    server.url,
    { method, path, headers: { ...credentials, ...headers }, body, hangsUpAfter },
    hangsAfterMs,
  )
  note(name, answer.status, answer.ms)
  return answer
}

function note(name: string, status: number, ms: number): void {
  sent += 1
  statuses.set(status, (statuses.get(status) ?? 0) + 1)
  slowest.set(name, Math.max(slowest.get(name) ?? 0, ms))
}

function expectRefusalFits(answer: ExactAnswer, asText: boolean): void {
  expect(answer.text).not.toContain(canary)
  expect(answer.text).not.toMatch(/\bat .*\.[jt]s|node_modules/)
  if (answer.text === '') return
  const type = String(answer.headers['content-type'])
  if (asText && type.startsWith('text/plain')) {
    expect(answer.text.length).toBeLessThan(300)
    return
  }
  expectRefusal(JSON.parse(answer.text))
}

function expectRefusal(body: Record<string, unknown>): void {
  const { problems, problemCount, warnings, warningCount, ...facts } = body
  const { error, code, fields, mark, message = error, ...more } = facts
  expect(more).toEqual({})
  expect(error).toEqual(expect.any(String))
  // Some calls say it under this name, too.
  expect(message).toBe(error)
  expect(code).toEqual(expect.stringMatching(/^[a-zA-Z]+$/))
  expect(String(error).length).toBeLessThan(300)
  for (const said of [problems, problemCount, warnings, warningCount]) {
    expect(said === undefined).toBe(code !== 'rosterRefused')
  }
  if (mark !== undefined) expect(code).toBe('markedOtherwise')
  for (const reason of Object.values(fields ?? {})) expect(reason).toMatch(/^[a-zA-Z]+$/)
}

async function tryOne(name: ApiName, request: OddRequest): Promise<void> {
  const answer = await send(name, request)
  const { status } = answer
  // One who hangs up and a tunnel get none; of broken HTTP it is not known that it was a HEAD.
  if (status === 0 && (request.share < 1 || ['CONNECT', 'HEAD'].includes(request.method))) return
  expect(status).toBeGreaterThanOrEqual(200)
  expect(status).toBeLessThan(500)
  if (times(false, true) && ![...waitForAirtable, ...waitForThread].includes(name)) {
    expect(answer.ms).toBeLessThan(answersWithinMs)
  }
  if (status < 400) {
    if (request.method === 'GET' || request.method === 'HEAD') {
      taken.reads += 1
      await expectNothingChanged()
    } else {
      taken.writes += 1
      await restore(name)
    }
    return
  }
  if (request.method !== 'HEAD') expect(answer.text).not.toBe('')
  expectRefusalFits(answer, request.path.includes('/api/files/'))
  await expectNothingChanged()
}

function weightOf(name: ApiName): number {
  if (rare.includes(name)) return 1
  // Most random marks are refused: many are needed before one is accepted.
  if (name === 'mark') return 60
  return api[name].body === null ? 3 : 12
}

/** The heap that is in use after garbage collection, in MB. */
function heapMB(): number {
  setFlagsFromString('--expose-gc')
  const collect: () => void = runInNewContext('gc')
  collect()
  collect()
  return process.memoryUsage().heapUsed / 1e6
}

const settings = (numRuns: number) => ({ seed, numRuns })
const timeout = times(120_000, 3_600_000)

describe('requests around the contract of every call', () => {
  it('are answered in time and in form, and change nothing when they are refused', {
    timeout,
  }, async () => {
    const names = Object.keys(api) as ApiName[]
    const known = familiar()
    const request = fc.oneof(
      ...names.map((name) => ({
        weight: weightOf(name),
        arbitrary: fc.tuple(fc.constant(name), oddRequest(api[name], known)),
      })),
    )
    let runs = 0
    let heapEarly = 0
    await fc.assert(
      fc.asyncProperty(request, async ([name, asked]) => {
        await tryOne(name, asked)
        runs += 1
        if (times(false, true) && runs === Math.floor(requests / 10)) heapEarly = heapMB()
      }),
      settings(requests),
    )
    report('requests')
    // Not all of them were refused at the door.
    expect(taken.reads).toBeGreaterThan(0)
    expect(taken.writes).toBeGreaterThan(0)
    if (times(true, false)) return
    const kinds = await rows(
      sql`select kind, count(*)::int as count from check_events group by kind`,
    )
    console.log(
      'In the ledger:',
      Object.fromEntries(kinds.map((row) => [row['kind'], row['count']])),
    )
    expect(kinds.map((row) => row['kind'])).toContain('marked')
    const heapLate = heapMB()
    console.log(`Heap ${heapEarly.toFixed(1)} MB early, ${heapLate.toFixed(1)} MB at the end.`)
    expect(heapLate).toBeLessThan(heapEarly * 1.25 + 10)
  })
})

describe('packets around the contract of every live event', () => {
  it('are acknowledged in form or end their own connection alone, and change nothing when they are refused', {
    timeout,
  }, async () => {
    await keepCheckOn()
    knownDigest = await digest()
    const packets = fc.record({
      who: fc.constantFrom<Person>('visitor', 'tenter', 'monitor', 'boss'),
      packet: oddPacket(familiar()),
    })
    await fc.assert(fc.asyncProperty(packets, tryPacket), settings(liveEvents))
    report('packets')
  })
})

async function tryPacket({ who, packet }: { who: Person; packet: OddPacket }): Promise<void> {
  const polling = await openPolling(server.url, tokens.get(who))
  const { status, text, ms } = await polling.send(packet.text)
  expect([200, 400, 413]).toContain(status)
  expect(text).not.toContain(canary)
  note(packet.event, status, ms)
  if (status === 200 && packet.isAnswered) {
    const answer = await polling.acknowledgement()
    if ('ok' in answer) knownDigest = await digest()
    else {
      expectRefusal(answer)
      expect(answer['code']).not.toBe('serverError')
    }
  }
  await polling.close()
  // Whatever became of this one, others are served.
  expect((await server.ask('/api/tent-link')).status).toBe(200)
  await expectNothingChanged()
}

function report(what: string): void {
  const slow = [...slowest].sort(([, a], [, b]) => b - a).slice(0, 5)
  const counts = [...statuses].sort(([a], [b]) => a - b)
  console.log(
    `${sent} ${what}, seed ${seed}. By status: ${counts.map(([status, count]) => `${status} × ${count}`).join(', ')}.`,
    `Slowest: ${slow.map(([name, ms]) => `${name} ${Math.round(ms)} ms`).join(', ')}.`,
  )
  sent = 0
  statuses.clear()
  slowest.clear()
}
