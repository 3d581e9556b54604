import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { reality } from '../../src/server/context.ts'
import { importRoster } from '../../src/server/tents/roster-import.ts'
import type { CheckStatus, MarkFacts } from '../../src/shared/tent-check/contract.ts'
import type { Tent } from '../../src/shared/tents/contract.ts'
import { LiveCheck } from '../../src/web/tent-check/live-check.ts'
import { type Answer, startApp, type TestApp } from '../support/app.ts'
import { rosterRow } from '../support/roster-row.ts'
import { seed, times } from '../support/times.ts'

const tentCount = 60
const rounds = times(2, 50)

let server: TestApp
beforeEach(async () => {
  vi.stubGlobal('navigator', { onLine: true })
  server = await startApp()
  const roster = Array.from({ length: tentCount }, (_, place) =>
    rosterRow({ order: `${place + 1}` }),
  )
  await server.db.transaction((tx) => importRoster(reality, tx, roster, { results: true }))
})
afterEach(() => server.close())

/** A phone: the page's own code for the live picture, over a real socket. */
async function openPhone(place: number) {
  const netID = `monitor${place}`
  const token = await server.signIn(netID, { isLineMonitor: true, firstName: netID })
  const ask = async (path: string, body?: object) => server.ask(path, { token, body })
  const nothing = () => {}
  const live = new LiveCheck({
    socket: server.connect(token),
    ask: async () => (await ask('/api/check-status')).body as unknown as CheckStatus,
    isLineMonitor: true,
    remembered: null,
    rememberedWishes: () => new Map(),
    onWishes: nothing,
    onClosed: nothing,
    onEmpty: nothing,
    onRefused: nothing,
    onDoubt: nothing,
  })
  return { netID, ask, live }
}

type Phone = Awaited<ReturnType<typeof openPhone>>

async function tentsOf(phone: Phone): Promise<Tent[]> {
  return (await phone.ask('/api/tent-checks')).body as unknown as Tent[]
}

async function marksInLedger(checkId: string): Promise<{ numbers: number[]; marks: MarkFacts[] }> {
  const result = await server.db.read(({ queries }) =>
    queries.execute(
      sql`select number, kind, data from check_events where check_id = ${checkId} order by number`,
    ),
  )
  const rows = (result as unknown as { rows: Record<string, unknown>[] }).rows
  return {
    numbers: rows.map((row) => Number(row['number'])),
    marks: rows
      .filter((row) => row['kind'] === 'marked')
      .map((row) => (row['data'] as { mark: MarkFacts }).mark),
  }
}

describe('phones that mark the same tents at the same moment with opposite outcomes', () => {
  it.each([2, 5, 8])(
    '%i of them: one mark for each tent, each Miss adds one, all end on the same screen',
    { timeout: times(60_000, 1_800_000) },
    async (count) => {
      const phones = await Promise.all(
        Array.from({ length: count }, (_, place) => openPhone(place)),
      )
      const [lead] = phones
      if (lead === undefined) throw new Error('There is no phone')
      const coins = fc.sample(fc.boolean(), { seed, numRuns: rounds * count * tentCount })

      for (let round = 0; round < rounds; round += 1) {
        const before = new Map((await tentsOf(lead)).map((tent) => [tent.id, tent.numberOfMisses]))
        const tents = [...before.keys()].map((id) => ({ id, groupIndex: 0 }))
        const started = await lead.ask('/api/start-check', { tents, numCheckers: count })
        const checkId = started.body['checkId'] ?? ''
        for (const { live } of phones) {
          await expect
            .poll(() => live.getState().picture.check?.checkId, { timeout: 20_000 })
            .toBe(checkId)
        }

        const sending: Promise<{ id: string; isMiss: boolean; answers: Answer[] }>[] = []
        for (const { id } of tents) {
          for (const phone of phones) {
            const isMiss = coins[sending.length + round * count * tentCount] ?? false
            const said = isMiss ? { misses: 1 } : { lastCheck: '' }
            const body = { id, ...said, markId: randomUUID(), checkId }
            // Every mark is sent twice, as by a phone that lost the first answer.
            const answers = [1, 2].map(() => phone.ask('/api/tent-checks/update', body))
            sending.push(Promise.all(answers).then((all) => ({ id, isMiss, answers: all })))
          }
        }
        const sent = await Promise.all(sending)

        const { numbers, marks } = await marksInLedger(checkId)
        const facts = new Map(marks.map((mark) => [mark.id, mark]))
        expect(marks).toHaveLength(tentCount)
        expect(facts.size).toBe(tentCount)
        expect(numbers).toEqual(numbers.map((_, place) => place + 1))
        for (const { id, isMiss, answers } of sent) {
          const mark = facts.get(id)
          const isSame = (mark?.outcome === 'miss') === isMiss
          for (const answer of answers) {
            expect(answer.status).toBe(isSame ? 200 : 409)
            expect(answer.body).toMatchObject(isSame ? { mark } : { code: 'markedOtherwise', mark })
          }
        }
        for (const { id, numberOfMisses } of await tentsOf(lead)) {
          const added = facts.get(id)?.outcome === 'miss' ? 1 : 0
          expect(numberOfMisses).toBe((before.get(id) ?? 0) + added)
        }
        for (const { live } of phones) {
          const check = () => live.getState().picture.check
          await expect.poll(() => check()?.marked.length, { timeout: 20_000 }).toBe(tentCount)
          expect(check()?.tents).toEqual([])
          expect(new Map(check()?.marked.map(({ mark }) => [mark.id, mark]))).toEqual(facts)
        }
        await lead.ask('/api/end-check', {})
      }
      for (const { live } of phones) live.close()
    },
  )
})
