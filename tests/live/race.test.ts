// On each engine: marks race.

import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, inject, it, vi } from 'vitest'
import { systemContext } from '../../src/server/context.ts'
import { type EventOf, factsOf } from '../../src/server/tent-check/ledger/events.ts'
import { importRoster } from '../../src/server/tents/roster-import.ts'
import type { MarkFacts } from '../../src/shared/tent-check/contract.ts'
import { LiveCheck } from '../../src/web/tent-check/live/live-check.ts'
import { type Answer, startApp, type TestApp } from '../support/app.ts'
import { headlessPage } from '../support/headless-page.ts'
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

/** A phone on a server; its page is the browser's own code for the live picture. */
async function signInPhone(place: number, at: TestApp) {
  const netID = `monitor${place}`
  const token = await at.signIn(netID, { isLineMonitor: true, firstName: netID })
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
  return { as, ask, open }
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

const markIn = (row: Record<string, unknown>) =>
  factsOf({
    number: Number(row['number']),
    netID: String(row['net_id']),
    ...(row['data'] as MarkData),
  })

/** How each tent is marked, once the ledger is seen to be without gaps and to hold each one once. */
async function factsInLedger(checkId: string): Promise<Map<string, MarkFacts>> {
  const { rows } = await server.db.read(({ queries }) =>
    queries.execute(
      sql`select number, net_id, kind, data from check_events where check_id = ${checkId} order by number`,
    ),
  )
  expect(rows.map((row) => row['number'])).toEqual(rows.map((_, place) => place + 1))
  const marks = rows.filter((row) => row['kind'] === 'marked').map(markIn)
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

async function expectScreensFit(pages: Page[], facts: Map<string, MarkFacts>): Promise<void> {
  for (const { live } of pages) {
    const marked = () => live.getState().picture.check?.marked.length
    await expect.poll(marked, { timeout: 20_000 }).toBe(markCount)
    const { check } = live.getState().picture
    expect(check?.tents).toHaveLength(1)
    expect(check?.number).toBe(markCount + 1)
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
