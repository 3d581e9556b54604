// On each engine: marks race, also with those who take them back.

import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, inject, it, vi } from 'vitest'
import { systemContext } from '../../src/server/context.ts'
import { type EventOf, factsOf } from '../../src/server/tent-check/ledger/events.ts'
import { importRoster } from '../../src/server/tents/roster-import.ts'
import type { MarkFacts, Outcome } from '../../src/shared/tent-check/contract.ts'
import { LiveCheck } from '../../src/web/tent-check/live/live-check.ts'
import { type Answer, startApp, type TestApp } from '../support/app.ts'
import { headlessPage } from '../support/headless-page.ts'
import type { LedgerRow } from '../support/ledger-facts.ts'
import { rosterRow } from '../support/roster-row.ts'
import { startCheck } from '../support/start-check.ts'
import { seed, times } from '../support/times.ts'

const tentCount = times(20, 60)
/** One stays out: with no tent left the server would end the check by itself. */
const markCount = tentCount - 1
const rounds = times(1, 50)

let server: TestApp
beforeEach(async () => {
  vi.stubGlobal('navigator', { onLine: true })
  server = await startApp()
  const roster = Array.from({ length: tentCount }, (_, place) =>
    rosterRow({ order: `${place + 1}` }),
  )
  await server.db.transaction((tx) => importRoster(systemContext, tx, roster, { results: true }))
})
afterEach(() => server.close())

/**
 * A phone on a server; its page is the browser's own code for the live picture. The first one is a
 * super user's, who may take back every mark.
 */
async function signInPhone(place: number, at: TestApp) {
  const netID = `monitor${place}`
  const isSuperUser = place === 0
  const token = await at.signIn(netID, { isLineMonitor: true, isSuperUser, firstName: netID })
  const as = at.withToken(token)
  const ask = (path: string, body?: object, through = at) => through.ask(path, { token, body })
  function open() {
    const socket = at.connect(token)
    const live = new LiveCheck({
      socket,
      ask: () => as.call('checkStatus'),
      ...headlessPage,
    })
    live.start()
    return { live, socket }
  }
  return { netID, isSuperUser, as, ask, open }
}

type Phone = Awaited<ReturnType<typeof signInPhone>>
type Page = ReturnType<Phone['open']>
type Sent = { id: string; isMiss: boolean; answers: Answer[] }

function signInPhones(count: number, servers: TestApp[]): Promise<Phone[]> {
  return Promise.all(
    Array.from({ length: count }, (_, place) =>
      signInPhone(place, servers[place % servers.length] ?? server),
    ),
  )
}

async function missesOf(phone: Phone): Promise<Map<string, number>> {
  const tents = await phone.as.call('listTents')
  return new Map(tents.map((tent) => [tent.id, tent.numberOfMisses ?? 0]))
}

/** Every phone marks every tent, and each mark twice, as if its first answer was lost. */
function sendAll(
  phones: Phone[],
  { ids, checkId, coins }: { ids: string[]; checkId: string; coins: boolean[] },
  retryThrough?: TestApp,
): Promise<Sent>[] {
  return ids.flatMap((id) =>
    phones.map(async (phone) => {
      const isMiss = coins.pop() ?? false
      const said = isMiss ? { misses: 1 } : { lastCheck: '' }
      const body = { id, ...said, markId: randomUUID(), checkId }
      const answers = await Promise.all([
        phone.ask('/api/tent-checks/update', body),
        phone.ask('/api/tent-checks/update', body, retryThrough),
      ])
      return { id, isMiss, answers }
    }),
  )
}

type MarkData = Pick<EventOf<'marked'>, 'mark' | 'present' | 'required'>

const markIn = ({ number, net_id: netID, data }: LedgerRow) =>
  factsOf({ number, netID, ...(data as unknown as MarkData) })

/** The ledger of a check, once it is seen to be without gaps. */
async function rowsInLedger(checkId: string): Promise<LedgerRow[]> {
  const { rows } = await server.db.read(({ queries }) =>
    queries.execute<LedgerRow>(
      sql`select * from check_events where check_id = ${checkId} order by number`,
    ),
  )
  expect(rows.map((row) => row.number)).toEqual(rows.map((_, place) => place + 1))
  return rows
}

/** How each tent is marked, once the ledger is seen to hold each one once. */
async function factsInLedger(checkId: string): Promise<Map<string, MarkFacts>> {
  const rows = await rowsInLedger(checkId)
  const marks = rows.filter(({ kind }) => kind === 'marked').map(markIn)
  expect(marks).toHaveLength(markCount)
  const facts = new Map(marks.map((mark) => [mark.id, mark]))
  expect(facts.size).toBe(markCount)
  return facts
}

function expectAnswersFit(sent: Sent[], facts: Map<string, MarkFacts>): void {
  for (const { id, isMiss, answers } of sent) {
    const mark = facts.get(id)
    const isSame = (mark?.outcome === 'miss') === isMiss
    for (const answer of answers) {
      expect(answer.status).toBe(isSame ? 200 : 409)
      expect(answer.body).toMatchObject(isSame ? { mark } : { code: 'markedOtherwise', mark })
    }
  }
}

function expectMissesFit(
  before: Map<string, number>,
  after: Map<string, number>,
  facts: Map<string, MarkFacts>,
): void {
  for (const [id, numberOfMisses] of after) {
    const added = facts.get(id)?.outcome === 'miss' ? 1 : 0
    expect(numberOfMisses).toBe((before.get(id) ?? 0) + added)
  }
}

async function expectScreensFit(
  pages: Page[],
  facts: Map<string, MarkFacts>,
  lastNumber = markCount + 1,
): Promise<void> {
  for (const { live } of pages) {
    const shown = () => live.getState().picture.check?.number
    await expect.poll(shown, { timeout: 20_000 }).toBe(lastNumber)
    const { check } = live.getState().picture
    expect(check?.tents).toHaveLength(tentCount - facts.size)
    expect(new Map(check?.marked.map(({ mark }) => [mark.id, mark]))).toEqual(facts)
  }
}

async function race(count: number, servers: TestApp[]): Promise<void> {
  const phones = await signInPhones(count, servers)
  const pages = phones.map((phone) => phone.open())
  const [lead] = phones
  const [first] = pages
  if (lead === undefined || first === undefined) throw new Error('There is no phone')
  const coins = fc.sample(fc.boolean(), { seed, numRuns: rounds * count * markCount })

  for (let round = 0; round < rounds; round += 1) {
    const before = await missesOf(lead)
    const tents = [...before.keys()]
    const checkId = await startCheck(lead.as, tents, 3)
    const [, ...ids] = tents
    for (const { live } of pages) {
      const shown = () => live.getState().picture.check?.checkId
      await expect.poll(shown, { timeout: 20_000 }).toBe(checkId)
    }

    const sending = sendAll(phones, { ids, checkId, coins }, servers.at(-1))
    first.socket.disconnect()
    await Promise.race(sending)
    // In the middle one page comes back from a lost connection, and another is opened.
    first.live.resync()
    const late = lead.open()
    const sent = await Promise.all(sending)

    const facts = await factsInLedger(checkId)
    expectAnswersFit(sent, facts)
    expectMissesFit(before, await missesOf(lead), facts)
    await expectScreensFit([...pages, late], facts)
    late.live.close()
    await lead.ask('/api/end-check', {})
  }
  for (const { live } of pages) live.close()
}

/** Every phone takes back every mark, each undo sent twice: of each tent one undo is written. */
async function raceOfUndos(servers: TestApp[]): Promise<void> {
  const phones = await signInPhones(5, servers)
  const [lead] = phones
  if (lead === undefined) throw new Error('There is no phone')
  const pages = phones.map((phone) => phone.open())
  const before = await missesOf(lead)
  const ids = [...before.keys()]
  const checkId = await startCheck(lead.as, ids, 3)
  const coins = fc.sample(fc.boolean(), { seed, numRuns: phones.length * tentCount })
  await Promise.all(sendAll(phones, { ids, checkId, coins }, servers.at(-1)))
  const sending = ids.flatMap((id) =>
    phones.map(async (phone) => {
      const body = { id, checkId, undoId: randomUUID() }
      const answers = await Promise.all([
        phone.ask('/api/tent-checks/undo', body),
        phone.ask('/api/tent-checks/undo', body, servers.at(-1)),
      ])
      return { id, answers }
    }),
  )
  const sent = await Promise.all(sending)
  for (const id of ids) {
    const answers = sent.filter((one) => one.id === id).flatMap((one) => one.answers)
    const taken = answers.filter(({ status }) => status === 200)
    expect(taken).toHaveLength(2)
    expect(taken[0]?.body).toEqual(taken[1]?.body)
    const codes = answers.flatMap(({ body }) => body.code ?? [])
    expect(new Set(['notYourMark', 'notMarked', ...codes]).size).toBe(2)
  }
  expect(await missesOf(lead)).toEqual(before)
  for (const { live } of pages) {
    const shown = () => live.getState().picture.check?.tents.length
    await expect.poll(shown, { timeout: 20_000 }).toBe(tentCount)
    expect(live.getState().picture.check?.marked).toEqual([])
    live.close()
  }
}

/** A mark, if it has an outcome, or the taking back of one; each is sent twice. */
type Asked = { id: string; phone: Phone; requestId: string; outcome?: Outcome; number?: number }

/** The code of the answer at a moment at which this mark stands, or none. */
function codeAt(standing: MarkFacts | null, { phone, outcome, number }: Asked): string {
  if (outcome !== undefined) {
    return standing === null || standing.outcome === outcome ? 'taken' : 'markedOtherwise'
  }
  if (standing === null || (number ?? standing.number) !== standing.number) return 'notMarked'
  return phone.isSuperUser || standing.netID === phone.netID ? 'taken' : 'notYourMark'
}

/** Of one tent: what stood at each moment, once every event is seen to be one that may come then. */
function momentsIn(rows: LedgerRow[], id: string): (MarkFacts | null)[] {
  const moments: (MarkFacts | null)[] = [null]
  for (const row of rows.filter(({ tent_id }) => tent_id === id)) {
    const standing = moments.at(-1) ?? null
    expect(row.kind).toBe(standing === null ? 'marked' : 'undone')
    if (standing !== null) expect(row.data).toMatchObject({ markNumber: standing.number })
    moments.push(standing === null ? markIn(row) : null)
  }
  return moments
}

/** Some order of all that was asked gives this answer, and what is in the ledger by it. */
function expectAnswersAllowed(
  asked: Asked,
  answers: Answer[],
  moments: (MarkFacts | null)[],
  rows: LedgerRow[],
): void {
  const possible = moments.map((standing) => codeAt(standing, asked))
  for (const { body } of answers) expect(possible).toContain(body.code ?? 'taken')
  const written = rows.filter(({ request_id }) => request_id === asked.requestId)
  for (const row of written) {
    expect(row.net_id).toBe(asked.phone.netID)
    const taken = moments.find((standing) => standing?.number === row.data.markNumber) ?? null
    expect(codeAt(taken, asked)).toBe('taken')
  }
  const taken = answers.filter(({ status }) => status === 200).map(({ body }) => body)
  if (asked.outcome === undefined) {
    expect(written).toHaveLength(Math.min(1, taken.length))
    for (const body of taken) expect(body).toEqual({ ok: true, number: written[0]?.number })
    return
  }
  expect(written.length).toBeLessThanOrEqual(Math.min(1, taken.length))
  for (const { body } of answers) {
    const named = moments.find((standing) => standing?.number === Object(body['mark']).number)
    expect(body['mark']).toEqual(named)
    expect(named?.outcome === asked.outcome).toBe(body.code === undefined)
  }
  // What one of them wrote or found, the other one is told as well.
  const first = written[0]?.number ?? Object(taken[0]?.['mark']).number
  for (const body of taken) expect(body['mark']).toMatchObject({ number: first })
}

/** Every phone marks every tent and takes it back, all at once; every second tent is marked before. */
async function raceOfBoth(servers: TestApp[]): Promise<void> {
  const phones = await signInPhones(5, servers)
  const [lead] = phones
  if (lead === undefined) throw new Error('There is no phone')
  const pages = phones.map((phone) => phone.open())
  const coins = fc.sample(fc.boolean(), { seed, numRuns: rounds * phones.length * markCount })
  for (let round = 0; round < rounds; round += 1) {
    const before = await missesOf(lead)
    const [, ...ids] = before.keys()
    const checkId = await startCheck(lead.as, before.keys(), 3)
    const marked = new Map<string, number>()
    for (const [place, id] of ids.entries()) {
      const by = phones[place % phones.length] ?? lead
      if (place % 2 === 0) marked.set(id, (await by.as.call('mark', { id, misses: 1 })).mark.number)
    }

    const sending = ids.flatMap((id) =>
      phones.flatMap((phone, place) => {
        const outcome: Outcome = coins.pop() ? 'miss' : 'make'
        const said = outcome === 'miss' ? { misses: 1 } : { lastCheck: '' }
        const markId = randomUUID()
        const undoId = randomUUID()
        // Of the mark before, if it is named, no other one is taken back instead.
        const meant = place % 2 === 0 ? marked.get(id) : undefined
        const number = meant === undefined ? {} : { number: meant }
        const send = async (asked: Asked, path: string, body: object) => ({
          asked,
          answers: await Promise.all([
            phone.ask(path, body),
            phone.ask(path, body, servers.at(-1)),
          ]),
        })
        const mark = { id, phone, requestId: markId, outcome }
        const undo = { id, phone, requestId: undoId, ...number }
        return [
          send(mark, '/api/tent-checks/update', { id, ...said, markId, checkId }),
          send(undo, '/api/tent-checks/undo', { id, checkId, undoId, ...number }),
        ]
      }),
    )
    const sent = await Promise.all(sending)

    const rows = await rowsInLedger(checkId)
    const moments = new Map(ids.map((id) => [id, momentsIn(rows, id)]))
    for (const { asked, answers } of sent) {
      expectAnswersAllowed(asked, answers, moments.get(asked.id) ?? [], rows)
    }
    const ends = [...moments.values()].flatMap((ofTent) => ofTent.at(-1) ?? [])
    const facts = new Map(ends.map((mark) => [mark.id, mark]))
    expectMissesFit(before, await missesOf(lead), facts)
    await expectScreensFit(pages, facts, rows.length)
    // They did meet: some tents were marked, taken back and marked again.
    expect([...moments.values()].filter((ofTent) => ofTent.length > 3)).not.toEqual([])
    await lead.ask('/api/end-check', {})
  }
  for (const { live } of pages) live.close()
}

describe('phones that mark the same tents at the same moment with opposite outcomes', () => {
  const timeout = times(60_000, 1_800_000)
  // The embedded engine has one server.
  const itOnSeveral = it.skipIf(inject('postgresUrl') === '')

  it.each(times([5], [2, 5, 8]))(
    '%i of them: one mark for each tent, each Miss adds one, all end on the same screen',
    { timeout },
    (count) => race(count, [server]),
  )

  itOnSeveral(
    'and take every mark back at once, on two servers: each once, all is as before',
    {
      timeout,
    },
    async () => {
      const other = await server.another()
      await raceOfUndos([server, other])
      await other.app.close()
    },
  )

  it('and take marks of the same tents back at the same moment, on two servers where there can be: as in some order', {
    timeout,
  }, async () => {
    const others = inject('postgresUrl') === '' ? [] : [await server.another()]
    await raceOfBoth([server, ...others])
    for (const other of others) await other.app.close()
  })

  itOnSeveral.each(times([2], [2, 3]))(
    'on %i servers, retries on any: the same',
    { timeout },
    async (count) => {
      const others = await Promise.all(Array.from({ length: count - 1 }, () => server.another()))
      await race(6, [server, ...others])
      for (const other of others) await other.app.close()
    },
  )
})
