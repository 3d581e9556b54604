import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { noticesSettled } from '../../../tests/support/notices-settled.ts'
import { rosterRow } from '../../../tests/support/roster-row.ts'
import { type ServerAt, startServerAt } from '../../../tests/support/server-at.ts'
import { startCheck } from '../../../tests/support/start-check.ts'
import { addUnreadableEvent } from '../../../tests/support/unreadable.ts'
import type { CheckLine } from '../../shared/check-history/contract.ts'
import { closerWords } from '../../shared/refusals.ts'
import type { Tent } from '../../shared/tents/contract.ts'
import { systemContext } from '../context.ts'
import { importRoster } from '../tents/roster-import.ts'

let server: ServerAt
let boss: string
let other: string
let monitor: string
let checkId: string

const ids = ['tA', 'tB', 'tC']
const idOf = (place: number) => `00000000-0000-4000-8000-${String(place).padStart(12, '0')}`

beforeEach(async () => {
  server = await startServerAt('2026-01-19T03:04:00Z')
  const rows = ids.map((id) =>
    rosterRow({ id, order: id.slice(1), name: `Tent ${id}`, members: 'Ann Lee, Bo Chen' }),
  )
  await server.db.transaction((tx) => importRoster(systemContext, tx, rows, { results: true }))
  boss = await server.signIn('boss', { isSuperUser: true, firstName: 'Harper' })
  other = await server.signIn('other', { isSuperUser: true, firstName: 'Olga' })
  monitor = await server.signIn('mo', { isLineMonitor: true, firstName: 'Mo' })
  checkId = await start()
  await post('/api/tent-checks/update', { id: 'tA', misses: 1 }, monitor)
  await post('/api/tent-checks/update', { id: 'tB', lastCheck: 'Bo Chen' }, monitor)
})
afterEach(() => server.close())

const post = (path: string, body: object, token = boss) => server.ask(path, { token, body })

const start = () => startCheck(server.withToken(monitor), ids)

const later = (minutes: number) => {
  server.pass(minutes * 60_000)
}

const wrong = { tentId: 'tA', outcome: 'none', reason: 'They were at the table.' }
const correct = (more: object = {}, { token = boss, of = checkId, place = 1 } = {}) =>
  post(`/api/checks/${of}/corrections`, { ...wrong, correctionId: idOf(place), ...more }, token)

async function tentNow(id: string): Promise<Tent | undefined> {
  const tents = await server.withToken(boss).call('listTents')
  return tents.find((tent) => tent.id === id)
}

async function misses(id = 'tA'): Promise<number | null | undefined> {
  return (await tentNow(id))?.numberOfMisses
}

const audit = () => server.withToken(boss).call('audit')

describe('a correction', () => {
  it('answers with the line of the tent, keeps the mark, and lowers its misses', async () => {
    await post('/api/end-check', {})
    later(60)
    const answer = await correct()
    const line: CheckLine = {
      id: 'tA',
      order: 'A',
      name: 'Tent tA',
      outcome: 'none',
      marked: 'miss',
      by: { netID: 'mo', name: 'Mo Test' },
      at: '2026-01-19T03:04:00.000Z',
      present: [],
      required: 2,
      undone: 0,
      corrections: [
        {
          outcome: 'none',
          by: { netID: 'boss', name: 'Harper Test' },
          at: '2026-01-19T04:04:00.000Z',
          reason: 'They were at the table.',
        },
      ],
    }
    expect(answer).toMatchObject({ status: 200, body: { ok: true } })
    expect(answer.body['tent']).toEqual(line)
    expect(await misses()).toBe(0)
  })

  it('of a tent that was not marked has no by, no time and nobody present', async () => {
    await post('/api/cancel-check', {})
    const answer = await correct({ tentId: 'tC', outcome: 'miss' })
    expect(answer.body['tent']).toMatchObject({ outcome: 'miss', by: null, at: null, present: [] })
    expect(await misses('tC')).toBe(1)
  })

  it('sent again gets its first answer, also after a further one, and changes nothing', async () => {
    await post('/api/end-check', {})
    const first = await correct()
    const second = await correct({ outcome: 'make' }, { place: 2 })
    expect(second.body['tent']).toMatchObject({ outcome: 'make' })
    const again = await correct()
    expect(again).toMatchObject({ status: 200, body: first.body })
    expect(await correct({ correctionId: idOf(1).toUpperCase() })).toMatchObject({
      body: first.body,
    })
    expect((await audit()).length).toBe(2)
  })

  it.each([
    ['a Miss', 'tA', { misses: 1 }],
    ['a Make', 'tB', { lastCheck: 'Bo Chen' }],
  ] as const)(
    'leaves what a later check wrote of %s in the same minute',
    async (_, tentId, mark) => {
      const fields = async () => ({ ...(await tentNow(tentId)), numberOfMisses: null })
      const written = await fields()
      await post('/api/end-check', {})
      later(1 / 60)
      const second = await start()
      await post('/api/tent-checks/update', { id: tentId, ...mark }, monitor)
      await post('/api/end-check', {})
      expect((await correct({ tentId })).status).toBe(200)
      expect(await fields()).toEqual(written)
      // Before the later mark there stood what the first one wrote.
      expect((await correct({ tentId }, { of: second, place: 2 })).status).toBe(200)
      expect(await fields()).toEqual(written)
    },
  )

  it('restores the fields from before its mark, once the later mark was corrected, too', async () => {
    await post('/api/end-check', {})
    later(1 / 60)
    const second = await start()
    await post('/api/tent-checks/update', { id: 'tA', misses: 1 }, monitor)
    await post('/api/end-check', {})
    await correct({}, { of: second, place: 2 })
    expect(await tentNow('tA')).toMatchObject({ numberOfMisses: 1, lastMissLM: 'Mo' })
    await correct()
    expect(await tentNow('tA')).toMatchObject({ numberOfMisses: 0, lastMissLM: '' })
  })

  it('is written once by many who send it at the same moment', async () => {
    await post('/api/end-check', {})
    const answers = await Promise.all(Array.from({ length: 8 }, () => correct()))
    const [first] = answers
    for (const { status, body } of answers) expect([status, body]).toEqual([200, first?.body])
    expect(first?.body['tent']).toMatchObject({ corrections: [{ outcome: 'none' }] })
    expect(await misses()).toBe(0)
  })

  it('of many that say different things at the same moment, each follows the one before', async () => {
    await post('/api/end-check', {})
    const outcomes = ['none', 'make', 'none', 'make', 'miss', 'none'] as const
    const answers = await Promise.all(
      outcomes.map((outcome, place) => {
        const body = { ...wrong, outcome, correctionId: idOf(place) }
        return server.withToken(boss).send('correctTent', body, { params: { checkId } })
      }),
    )
    const refused = answers.flatMap((came) => (came.ok ? [] : [[came.status, came.refusal.code]]))
    for (const one of refused) expect(one).toEqual([409, 'nothingToCorrect'])
    const taken = answers.flatMap((came) => (came.ok ? [came.answer.tent] : []))
    const last = taken.find(({ corrections }) => corrections.length === taken.length)
    expect(await misses()).toBe(last?.outcome === 'miss' ? 1 : 0)
  })

  it('and a reopening of a check that cannot be read are refused, and the log says why', async () => {
    await post('/api/end-check', {})
    // Pushes read the check as well.
    later(60)
    await noticesSettled(server)
    await addUnreadableEvent(server.db)
    const unreadable = {
      status: 503,
      body: { code: 'checkUnreadable', error: closerWords.pastCheckUnreadable },
    }
    expect(await correct()).toMatchObject(unreadable)
    expect(await post(`/api/checks/${checkId}/reopen`, {})).toMatchObject(unreadable)
    expect((await server.ask(`/api/checks/${checkId}`, { token: boss })).body).toMatchObject({
      tents: [],
    })
    expect(await misses()).toBe(1)
    const said = server.takeErrors().filter((line) => line.includes('ofANewerVersion'))
    expect(said).toHaveLength(3)
  })

  it('is in the audit with its reason', async () => {
    await post('/api/end-check', {})
    await correct()
    expect(await audit()).toEqual([
      {
        id: expect.any(Number),
        at: server.now().toISOString(),
        netID: 'boss',
        by: 'Harper Test',
        kind: 'tentCorrected',
        checkId,
        number: 5,
        tentId: 'tA',
        tent: 'A Tent tA',
        from: 'miss',
        outcome: 'none',
        reason: 'They were at the table.',
      },
    ])
  })

  it('is in the audit even if the next id of the audit table is already used', async () => {
    await post('/api/end-check', {})
    await correct()
    const begin = sql`alter table audit_events alter column id restart`
    await server.db.transaction(({ queries }) => queries.execute(begin))
    await correct({ outcome: 'make' }, { place: 2 })
    expect((await audit()).length).toBe(2)
  })

  it('keeps no reason once its season is closed, nor does a later one', async () => {
    await post('/api/end-check', {})
    await correct()
    expect((await post('/api/admin/close-season', { confirm: 'CLOSE' })).status).toBe(200)
    expect((await audit())[1]).toMatchObject({ kind: 'tentCorrected', reason: '' })
    expect((await correct()).body['tent']).toMatchObject({
      outcome: 'none',
      corrections: [{ outcome: 'none', reason: '' }],
    })
    const again = { outcome: 'make', reason: 'Ann was there.', correctionId: idOf(7) }
    expect((await correct(again)).body['tent']).toMatchObject({
      outcome: 'make',
      corrections: [{ outcome: 'none' }, { outcome: 'make', reason: '' }],
    })
    expect((await audit())[0]).toMatchObject({ kind: 'tentCorrected', reason: '' })
  })
})

describe('a correction is refused', () => {
  const code = ({ status, body }: Awaited<ReturnType<typeof correct>>) => [status, body.code]

  it('while the check is on', async () => {
    expect(code(await correct())).toEqual([409, 'checkRunning'])
    await post('/api/end-check', {})
    await post(`/api/checks/${checkId}/reopen`, {}, monitor)
    expect(code(await correct())).toEqual([409, 'checkRunning'])
  })

  it('of a check or a tent that is not there', async () => {
    await post('/api/end-check', {})
    expect((await correct({}, { of: idOf(9) })).status).toBe(404)
    expect((await correct({}, { of: 'nothing' })).status).toBe(404)
    expect((await correct({ tentId: 'tZ' })).status).toBe(404)
  })

  it('if the tent has this outcome already, or not the one in `from`', async () => {
    await post('/api/end-check', {})
    expect(code(await correct({ outcome: 'miss' }))).toEqual([409, 'nothingToCorrect'])
    expect(code(await correct({ from: 'make' }))).toEqual([409, 'nothingToCorrect'])
    expect((await correct({ from: 'miss' })).status).toBe(200)
  })

  it('with an id that was used for another tent, or by another person', async () => {
    await post('/api/end-check', {})
    await correct()
    expect(code(await correct({ tentId: 'tB' }))).toEqual([409, 'idReused'])
    expect(code(await correct({}, { token: other }))).toEqual([409, 'idReused'])
  })

  it('by anyone but a super user', async () => {
    await post('/api/end-check', {})
    expect((await correct({}, { token: monitor })).status).toBe(403)
    expect((await correct({}, { token: '' })).status).toBe(401)
  })

  it.each([
    ['reason', { reason: '' }],
    ['reason', { reason: '   ' }],
    ['reason', { reason: 'x'.repeat(501) }],
    ['outcome', { outcome: 'unmarked' }],
    ['correctionId', { correctionId: 'once' }],
    ['from', { from: 'ended' }],
    ['tentId', { tentId: '' }],
  ])('for its %s: %j', async (field, more) => {
    await post('/api/end-check', {})
    const answer = await correct(more)
    expect(answer.status).toBe(400)
    expect(answer.body.error).toContain(field)
    expect(await misses()).toBe(1)
  })
})
