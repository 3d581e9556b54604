import { randomUUID } from 'node:crypto'
import { ne, type SQL, sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, inject, it, vi } from 'vitest'
import { type Answer, next, type TestApp } from '../../../tests/support/app.ts'
import { noticesSettled } from '../../../tests/support/notices-settled.ts'
import { ants, rosterRow } from '../../../tests/support/roster-row.ts'
import { type ServerAt, startServerAt } from '../../../tests/support/server-at.ts'
import { startCheck } from '../../../tests/support/start-check.ts'
import { addUnreadableEvent } from '../../../tests/support/unreadable.ts'
import { systemContext } from '../context.ts'
import type { Database, Queries, Statement } from '../db/database.ts'
import { checks, disputes, pushes } from '../db/schema.ts'
import { closeSeason } from '../privacy/close-season.ts'
import { answerDispute } from '../tent-check/ledger/commands/answer-dispute.ts'
import { openLedger } from '../tent-check/ledger/ledger.ts'
import { importRoster } from '../tents/roster-import.ts'
import { updateIds } from '../tents/store.ts'

let server: ServerAt
let lead: string
let boss: string
let tenter: string

const roster = [
  ants,
  rosterRow({ id: 'tB', order: 'B', name: 'Bees', members: 'Smith', netIDs: 'cd3, chen' }),
]
const ids = ['tA', 'tB']
const text = 'We were all five there, at the second call.'

beforeEach(async () => {
  server = await startServerAt('2026-01-19T03:04:00Z')
  await server.db.transaction((tx) => importRoster(systemContext, tx, roster, { results: true }))
  lead = await server.signIn('lead', { isLineMonitor: true, firstName: 'Lena' })
  boss = await server.signIn('boss', { isSuperUser: true, firstName: 'Harper' })
  tenter = await server.signIn('al1', { firstName: 'Ann Marie' })
})
afterEach(() => server.close())

const hoursLater = (hours: number) => {
  server.pass(hours * 3_600_000)
}
const post = (path: string, token: string, body: object) => server.ask(path, { token, body })

/** A check in which A has a Miss and B a Make. */
async function checked({ ended = true } = {}): Promise<string> {
  const checkId = await startCheck(server.withToken(lead), ids)
  await post('/api/tent-checks/update', lead, { id: 'tA', misses: 1 })
  await post('/api/tent-checks/update', lead, { id: 'tB', lastCheck: 'Smith' })
  if (ended) await post('/api/end-check', lead, {})
  return checkId
}
const file = (checkId: string, token = tenter, said = text) =>
  post('/api/disputes', token, { checkId, text: said })
const answer = (id: string, outcome: string, token = boss, said = 'You were there.') =>
  post(`/api/disputes/${id}/answer`, token, { outcome, text: said })
const list = async (token: string) => (await server.withToken(token).call('listDisputes')).disputes
const tentA = async () => {
  const tents = await server.withToken(lead).call('listTents')
  return tents.find(({ id }) => id === 'tA')
}
const idOf = ({ body }: Answer) => String(body['id'])

/** “Vacated”, as by another server, which does this once it has decided and before it writes. */
function vacateAfter(id: string, checkId: string, meanwhile: () => Promise<void>): Promise<null> {
  let isDone = false
  const statement: Database['statement'] = async (work) => {
    if (!isDone) {
      isDone = true
      await meanwhile()
    }
    return server.db.statement(work)
  }
  const { log } = server.app
  const ctx = { ...systemContext, now: server.now, log, db: { ...server.db, statement } }
  const live = { notificationIn: (to: Statement) => to.notification('another check') }
  const user = { netID: 'boss', firstName: 'Harper', isLineMonitor: false, isSuperUser: true }
  const vacated = { id, checkId, tentId: 'tA', outcome: 'vacated', text: 'Seen.' } as const
  return openLedger(ctx, live, () => {}).run(answerDispute, vacated, { user, tokenHash: null })
}

/** The same queries, of which one that asks for checks by their ids waits for this. */
function beforeChecksAreRead(queries: Queries, meanwhile: () => Promise<void>): Queries {
  const select: Queries['select'] = (...columns: []) => {
    const from = queries.select(...columns)
    const ofChecks = {
      where(which: SQL) {
        const rows = from.from(checks).where(which)
        const waits = vi
          .spyOn(rows, 'then')
          .mockImplementationOnce(((...given: []) =>
            meanwhile().then(() => rows.then(...given))) as never)
        // What the server reads by itself is in order, and does not wait.
        vi.spyOn(rows, 'orderBy').mockImplementationOnce(((...order: []) => {
          waits.mockRestore()
          return rows.orderBy(...order)
        }) as never)
        return rows
      },
      // Notices are planned beside it.
      leftJoin: (...joined: []) => Reflect.apply(from.from(checks).leftJoin, undefined, joined),
    }
    return { from: (table: never) => (table === checks ? ofChecks : from.from(table)) } as never
  }
  return new Proxy(queries, {
    get: (_, name) => (name === 'select' ? select : Reflect.get(queries, name)),
  })
}

describe('a dispute', () => {
  it('is filed by a member, seen by the tent and by super users, and answered once', async () => {
    const checkId = await checked()
    hoursLater(1)
    const filed = await file(checkId)
    expect(filed).toMatchObject({ status: 200, body: { ok: true } })
    const id = idOf(filed)
    const open = {
      id,
      checkId,
      tentId: 'tA',
      order: 'A',
      at: server.now().toISOString(),
      text,
      answer: null,
    }
    expect(await list(tenter)).toEqual([{ ...open, by: { netID: null, name: 'Ann Marie' } }])
    expect(await list(boss)).toEqual([{ ...open, by: { netID: 'al1', name: 'Ann Marie Test' } }])
    expect(await list(await server.signIn('bc2'))).toHaveLength(1)
    expect(await list(await server.signIn('cd3'))).toEqual([])
    expect(await list(lead)).toEqual([])

    hoursLater(1)
    expect(await answer(id, 'vacated')).toMatchObject({ status: 200, body: { ok: true } })
    const answered = { outcome: 'vacated', text: 'You were there.', at: server.now().toISOString() }
    expect(await list(tenter)).toMatchObject([
      { answer: { ...answered, by: { netID: null, name: 'Harper' } } },
    ])
    expect(await list(boss)).toMatchObject([
      { answer: { ...answered, by: { netID: 'boss', name: 'Harper Test' } } },
    ])
    expect(await tentA()).toMatchObject({ numberOfMisses: 0, lastMissLM: '', dateOfLastMiss: '' })
    expect(await answer(id, 'upheld')).toMatchObject({
      status: 409,
      body: { code: 'answeredAlready' },
    })
  })

  it('may have 2,000 characters, each of them escaped in JSON', async () => {
    const checkId = await checked()
    const escaped = `{"checkId":"${checkId}","text":"${'\\ud83d\\ude00'.repeat(2000)}"}`
    const answer = await fetch(`${server.url}/api/disputes`, {
      method: 'POST',
      headers: { authorization: `Bearer ${tenter}`, 'content-type': 'application/json' },
      body: escaped,
    })
    expect(answer.status).toBe(200)
    expect(await list(tenter)).toMatchObject([{ text: '😀'.repeat(2000) }])
  })

  it('may not have fewer than 10, spaces around it aside, and an emoji is one', async () => {
    const checkId = await checked()
    const send = (text: string) => post('/api/disputes', tenter, { checkId, text })
    const tooShort = await send(`     ${'😀'.repeat(9)}`)
    expect(tooShort).toMatchObject({
      status: 400,
      body: { code: 'badRequest', error: 'text must have 10 characters or more.' },
    })
    expect((await send(`     ${'😀'.repeat(10)}`)).status).toBe(200)
  })

  it('is seen by who filed it, though by a name they match another tent, too', async () => {
    const chen = await server.signIn('chen')
    const checkId = await startCheck(server.withToken(lead), ids)
    await post('/api/tent-checks/update', lead, { id: 'tB', misses: 1 })
    await post('/api/end-check', lead, {})
    expect(await file(checkId, chen)).toMatchObject({ status: 200 })
    expect(await list(chen)).toMatchObject([{ tentId: 'tB', checkId }])
    // So they read its record, that of their own tent, and no other.
    const record = (id: string, token: string) =>
      server.withToken(token).call('tentRecord', undefined, { params: { id } })
    expect(await record('tB', chen)).toMatchObject({ checks: [{ checkId, outcome: 'miss' }] })
    expect(await record('tA', chen)).toMatchObject({ tent: { name: 'Ants' } })
    const bees = server.withToken(await server.signIn('cd3'))
    const refused = await bees.refusal('tentRecord', undefined, { params: { id: 'tA' } })
    expect(refused).toEqual([403, 'notYourTent'])
  })

  it('is about whichever of one’s tents has the Miss, each once', async () => {
    const both = roster.map((row) => ({ ...row, netIDs: `${row.netIDs}, ef5` }))
    await server.db.transaction((tx) => importRoster(systemContext, tx, both, { results: true }))
    const token = await server.signIn('ef5')
    const missed = async (...missing: string[]) => {
      const checkId = await startCheck(server.withToken(lead), ids)
      for (const id of ids) {
        const mark = missing.includes(id) ? { misses: 1 } : { lastCheck: '' }
        await post('/api/tent-checks/update', lead, { id, ...mark })
      }
      await post('/api/end-check', lead, {})
      return checkId
    }
    const second = await missed('tB')
    expect(await file(second, token)).toMatchObject({ status: 200 })
    const already = { status: 409, body: { code: 'disputedAlready' } }
    expect(await file(second, token)).toMatchObject(already)
    const each = await missed('tA', 'tB')
    expect(await file(each, token)).toMatchObject({ status: 200 })
    expect(await file(each, token)).toMatchObject({ status: 200 })
    expect(await file(each, token)).toMatchObject(already)
    const none = { status: 409, body: { code: 'nothingToDispute' } }
    expect(await file(await missed(), token)).toMatchObject(none)
    const filed = (await list(token)).map(({ tentId, checkId }) => `${tentId} ${checkId}`)
    expect(filed.sort()).toEqual([`tA ${each}`, `tB ${each}`, `tB ${second}`].sort())
    const { checks } = await server
      .withToken(token)
      .call('tentRecord', undefined, { params: { id: 'tB' } })
    expect(checks.map(({ outcome }) => outcome)).toEqual(['make', 'miss', 'miss'])
  })

  it('is for the members of a tent that has left the roster, until its season is closed', async () => {
    const checkId = await checked()
    const recordAs = (token: string) => server.ask('/api/tents/tA/record', { token })
    const [bees, stranger] = [await server.signIn('cd3'), await server.signIn('nobody')]
    const left = roster.filter(({ id }) => id !== 'tA')
    await server.db.transaction((tx) => importRoster(systemContext, tx, left, { results: true }))
    expect(await recordAs(tenter)).toMatchObject({
      status: 200,
      body: { checks: [{ checkId, outcome: 'miss', disputableUntil: expect.any(String) }] },
    })
    for (const token of [bees, stranger]) {
      expect(await recordAs(token)).toMatchObject({ status: 403, body: { code: 'notYourTent' } })
    }
    expect(await file(checkId, bees)).toMatchObject({ body: { code: 'nothingToDispute' } })
    expect(await file(checkId, stranger)).toMatchObject({ body: { code: 'noTentOfYours' } })
    const filed = await file(checkId)
    expect(filed.status).toBe(200)
    expect((await answer(idOf(filed), 'vacated')).status).toBe(200)
    expect(await list(tenter)).toMatchObject([{ tentId: 'tA', answer: { outcome: 'vacated' } }])
    const leftTents = async (token: string) =>
      (await server.ask('/api/disputes', { token })).body['leftTents']
    expect(await leftTents(tenter)).toEqual([{ id: 'tA', order: 'A', name: 'Ants' }])
    for (const token of [bees, stranger]) expect(await leftTents(token)).toBeUndefined()
    for (const token of [bees, stranger]) expect(await list(token)).toEqual([])
    await server.db.transaction((tx) => closeSeason(tx, server.now()))
    expect((await recordAs(tenter)).status).toBe(403)
    expect(await list(tenter)).toEqual([])
  })

  it('is about the tent that it names, also when it is sent again', async () => {
    const both = [
      { ...ants, netIDs: `${ants.netIDs}, ef5` },
      rosterRow({ id: 'tB', order: 'B', name: 'Bees', members: 'Smith', netIDs: 'cd3, ef5' }),
    ]
    await server.db.transaction((tx) => importRoster(systemContext, tx, both, { results: true }))
    const token = await server.signIn('ef5')
    const checkId = await startCheck(server.withToken(lead), ids)
    for (const id of ids) await post('/api/tent-checks/update', lead, { id, misses: 1 })
    await post('/api/end-check', lead, {})
    const about = (tentId: string, who = token) =>
      post('/api/disputes', who, { checkId, text, tentId })
    // By a page that showed the tent before it got a record's id.
    await server.db.transaction((tx) => updateIds(tx, new Map([['tB', 'recB']]), server.now()))
    expect(await about('tB')).toMatchObject({ status: 200 })
    expect(await about('tB')).toMatchObject({ status: 409, body: { code: 'disputedAlready' } })
    expect(await list(token)).toMatchObject([{ order: 'B', text }])
    const notTheirs = { status: 403, body: { code: 'noTentOfYours' } }
    expect(await about('tB', tenter)).toMatchObject(notTheirs)
    expect(await about('unknown')).toMatchObject(notTheirs)
  })

  it('stands at its line in the check and in the tent’s record, for line monitors', async () => {
    const checkId = await checked()
    const id = idOf(await file(checkId))
    const disputesIn = async (token: string) => {
      const reader = server.withToken(token)
      const { checks } = await reader.call('tentRecord', undefined, { params: { id: 'tA' } })
      return checks.map(({ dispute }) => dispute)
    }
    const seen = async () => {
      const reader = server.withToken(lead)
      const { tents } = await reader.call('getCheck', undefined, { params: { id: checkId } })
      return { lines: tents.map(({ dispute }) => dispute), record: await disputesIn(lead) }
    }
    const open = { id, isAnswered: false, isWaiting: true }
    expect(await seen()).toEqual({ lines: [open, undefined], record: [open] })
    expect(await disputesIn(tenter)).toEqual([undefined])
    await answer(id, 'vacated')
    const answered = { id, isAnswered: true, isWaiting: false }
    expect(await seen()).toEqual({ lines: [answered, undefined], record: [answered] })
  })

  it('waits at its line no longer once its season is closed', async () => {
    const checkId = await checked()
    const id = idOf(await file(checkId))
    await server.db.transaction((tx) => closeSeason(tx, server.now()))
    const params = { id: checkId }
    const { tents } = await server.withToken(lead).call('getCheck', undefined, { params })
    const left = { id, isAnswered: false, isWaiting: false }
    expect(tents.map(({ dispute }) => dispute)).toEqual([left, undefined])
  })

  it('that is upheld changes nothing but itself', async () => {
    const id = idOf(await file(await checked()))
    expect((await answer(id, 'upheld')).status).toBe(200)
    expect(await tentA()).toMatchObject({ numberOfMisses: 1, lastMissLM: 'Lena' })
    expect(await list(tenter)).toMatchObject([{ answer: { outcome: 'upheld' } }])
  })

  it('of a check that cannot be read is neither filed nor vacated, but can be upheld', async () => {
    const checkId = await checked()
    const id = idOf(await file(checkId))
    // Pushes read the check as well.
    hoursLater(1)
    const reading = ne(pushes.kind, 'needed')
    const waiting = () =>
      server.db.read(({ queries }) => queries.select().from(pushes).where(reading))
    await expect.poll(waiting).toEqual([])
    await addUnreadableEvent(server.db)
    const unreadable = { status: 503, body: { code: 'checkUnreadable' } }
    expect(await file(checkId)).toMatchObject(unreadable)
    expect(await answer(id, 'vacated')).toMatchObject(unreadable)
    expect(await list(boss)).toMatchObject([{ id, answer: null }])
    expect((await answer(id, 'upheld')).status).toBe(200)
    await expect.poll(waiting).toEqual([])
    expect(server.takeErrors().join()).toContain('ofANewerVersion')
  })

  it('stands in the audit with what was answered and why, until its season is closed', async () => {
    const audit = async () =>
      (await server.withToken(boss).call('audit')).find(({ kind }) => kind === 'disputeAnswered')
    const checkId = await checked()
    const id = idOf(await file(checkId))
    await answer(id, 'vacated')
    const said = { checkId, disputeId: id, tent: 'A Ants', outcome: 'vacated' }
    expect(await audit()).toMatchObject({ netID: 'boss', ...said, reason: 'You were there.' })
    await server.db.transaction((tx) => closeSeason(tx, server.now()))
    expect(await audit()).toMatchObject({ ...said, reason: '' })
  })

  it('of a Miss that is corrected meanwhile is vacated without a correction', async () => {
    const checkId = await checked()
    const id = idOf(await file(checkId))
    const correction = {
      tentId: 'tA',
      outcome: 'make',
      reason: 'A slip',
      correctionId: randomUUID(),
    }
    expect((await post(`/api/checks/${checkId}/corrections`, boss, correction)).status).toBe(200)
    expect((await answer(id, 'vacated')).status).toBe(200)
    const again = { ...correction, outcome: 'make', correctionId: randomUUID() }
    expect((await post(`/api/checks/${checkId}/corrections`, boss, again)).body).toMatchObject({
      code: 'nothingToCorrect',
    })
  })

  it('takes away a Miss that stands again by the time its answer is written', async () => {
    const checkId = await checked()
    const id = idOf(await file(checkId))
    const correct = (outcome: string) => {
      const body = { tentId: 'tA', outcome, reason: 'A slip', correctionId: randomUUID() }
      return post(`/api/checks/${checkId}/corrections`, boss, body)
    }
    expect((await correct('make')).status).toBe(200)
    await vacateAfter(id, checkId, async () => {
      expect((await correct('miss')).status).toBe(200)
    })
    expect((await correct('none')).body).toMatchObject({ code: 'nothingToCorrect' })
    expect(await tentA()).toMatchObject({ numberOfMisses: 0 })
  })

  it('is not answered “vacated” in a check that goes on again by the time it is written', async () => {
    const checkId = await checked()
    const id = idOf(await file(checkId))
    const body = { tentId: 'tA', outcome: 'make', reason: 'A slip', correctionId: randomUUID() }
    await post(`/api/checks/${checkId}/corrections`, boss, body)
    const vacated = vacateAfter(id, checkId, async () => {
      expect((await post(`/api/checks/${checkId}/reopen`, boss, {})).status).toBe(200)
    })
    await expect(vacated).rejects.toMatchObject({ code: 'checkRunning' })
    expect(await list(boss)).toMatchObject([{ id, answer: null }])
  })

  // The embedded engine has one session, which does one after the other anyway.
  it.skipIf(inject('postgresUrl') === '')(
    'waits for what is being written of its check, and is decided by that',
    async () => {
      const checkId = await checked()
      const [filed] = await server.db.transaction(async (tx) => {
        const marked = sql`select * from check_events where tent_id = 'tA' and kind = 'marked'`
        const corrected = sql`
          insert into check_events (check_id, number, kind, at, net_id, by_name, tent_id, data)
          select check_id, 5, 'corrected', at, 'boss', 'Harper', tent_id,
            '{"tentId": "tA", "outcome": "none", "from": "miss", "misses": -1}'::jsonb
          from (${marked}) as marked`
        await tx.queries.execute(
          sql`select id from checks where id = ${checkId}::uuid for no key update`,
        )
        await tx.queries.execute(corrected)
        let isSettled = false
        const answer = file(checkId).finally(() => {
          isSettled = true
        })
        const isWaiting = async () => {
          const { rows } = await tx.queries.execute(sql`select from pg_locks where not granted`)
          return rows.length > 0
        }
        await expect.poll(async () => isSettled || (await isWaiting())).toBe(true)
        // In a list, because a promise that is returned would be waited for before the commit.
        return [answer]
      })
      expect(await filed).toMatchObject({ status: 409, body: { code: 'nothingToDispute' } })
      expect(await list(boss)).toEqual([])
    },
  )

  it('is answered by one of two who do so at the same moment', async () => {
    const id = idOf(await file(await checked()))
    const second = await server.another()
    const ask = (at: TestApp, outcome: string) =>
      at.ask(`/api/disputes/${id}/answer`, { token: boss, body: { outcome, text: 'Seen.' } })
    const answers = await Promise.all([
      ask(server, 'vacated'),
      ask(second, 'vacated'),
      ask(server, 'vacated'),
      ask(second, 'upheld'),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
    const [dispute] = await list(boss)
    const misses = dispute?.answer?.outcome === 'vacated' ? 0 : 1
    expect(await tentA()).toMatchObject({ numberOfMisses: misses })
    await second.app.close()
  })

  it('takes the Miss away, though another server starts a check as it is vacated', async () => {
    const id = idOf(await file(await checked()))
    const second = await server.another()
    const page = server.connect(lead)
    await new Promise<void>((resolve) => page.once('connect', resolve))
    const { read } = server.db
    let started: Promise<void> | undefined
    const start = async () => {
      reads.mockRestore()
      const told = next(page, 'checkStarted')
      await startCheck(second.withToken(lead), ids)
      await told
    }
    const reads = vi.spyOn(server.db, 'read').mockImplementation((work) =>
      read(({ queries }) =>
        // What the server does by itself may read checks, too.
        work({ queries: beforeChecksAreRead(queries, () => (started ??= start())) }),
      ),
    )
    expect(await answer(id, 'vacated')).toMatchObject({ status: 200, body: { ok: true } })
    expect(started).toBeDefined()
    expect(await tentA()).toMatchObject({ numberOfMisses: 0, lastMissLM: '' })
    await second.app.close()
  })

  it('is refused where there is nothing to dispute, too late, twice, or by strangers', async () => {
    const running = await checked({ ended: false })
    await noticesSettled(server)
    const refusedAs = async (answered: ReturnType<typeof file>) => {
      const { status, body } = await answered
      return [status, body.code]
    }
    // No transaction is opened, so there is no lock that marks of this check would wait for.
    const { db } = server
    const { transaction } = db
    db.transaction = () => Promise.reject(new Error('A transaction'))
    expect(await refusedAs(file(running))).toEqual([409, 'nothingToDispute'])
    db.transaction = transaction
    await post('/api/end-check', lead, {})
    const bees = await server.signIn('cd3')
    expect(await refusedAs(file(running, bees))).toEqual([409, 'nothingToDispute'])
    for (const none of [randomUUID(), 'x']) {
      expect(await refusedAs(file(none))).toEqual([404, 'unknownCheck'])
    }
    expect(await refusedAs(file(running, lead))).toEqual([403, 'noTentOfYours'])
    // A name that reads like a netID speaks for nobody.
    expect(await refusedAs(file(running, await server.signIn('smith')))).toEqual([
      403,
      'noTentOfYours',
    ])
    for (const wrong of ['too short', 'x'.repeat(2001)]) {
      expect(await refusedAs(file(running, tenter, wrong))).toEqual([400, 'badRequest'])
    }
    expect((await post('/api/disputes', tenter, { text })).status).toBe(400)
    hoursLater(72)
    expect((await file(running)).status).toBe(200)
    expect(await refusedAs(file(running))).toEqual([409, 'disputedAlready'])
    const late = await checked()
    server.pass(72 * 3_600_000 + 1)
    expect(await refusedAs(file(late))).toEqual([409, 'tooLate'])
    expect(await refusedAs(answer(randomUUID(), 'upheld'))).toEqual([404, 'unknownDispute'])
    expect(await refusedAs(answer('x', 'upheld'))).toEqual([404, 'notFound'])
    expect(await refusedAs(answer(randomUUID(), 'perhaps'))).toEqual([400, 'badRequest'])
    expect(await refusedAs(answer(randomUUID(), 'upheld', boss, ''))).toEqual([400, 'badRequest'])
  })

  it('names to its tent no netID of others, in whatever people write', async () => {
    const id = idOf(await file(await checked(), tenter, 'I am al1, and bc2 was there, too.'))
    await server.signIn('lm5', { isLineMonitor: true })
    await answer(id, 'upheld', boss, 'cd3, lm5 and lead say no.')
    expect(await list(tenter)).toMatchObject([
      { text: 'I am al1, and was there, too.', answer: { text: 'and lead say no.' } },
    ])
    expect(await list(boss)).toMatchObject([{ text: 'I am al1, and bc2 was there, too.' }])
  })

  it('keeps what only looks like a netID', async () => {
    const text = 'We stood in row b3 beside tent A12, see photo1.'
    await file(await checked(), tenter, text)
    expect(await list(tenter)).toMatchObject([{ text }])
  })

  it('is made of words', async () => {
    const checkId = await checked()
    const blank = { status: 400, body: { code: 'badRequest' } }
    expect(await file(checkId, tenter, ' '.repeat(12))).toMatchObject(blank)
    const id = idOf(await file(checkId))
    expect(await answer(id, 'upheld', boss, '   ')).toMatchObject(blank)
  })

  it('of a closed season moves no tent of the next one, and is not shown to it', async () => {
    const id = idOf(await file(await checked()))
    await server.db.transaction((tx) => closeSeason(tx, server.now()))
    await server.db.transaction((tx) => importRoster(systemContext, tx, roster, { results: true }))
    hoursLater(1)
    await checked()
    expect(await tentA()).toMatchObject({ numberOfMisses: 1 })
    expect(await list(tenter)).toEqual([])
    expect((await answer(id, 'vacated')).status).toBe(200)
    expect(await tentA()).toMatchObject({ numberOfMisses: 1, lastMissLM: 'Lena' })
  })

  it('loses its words with the season, and keeps its outcome', async () => {
    const id = idOf(await file(await checked()))
    await answer(id, 'upheld')
    await server.db.transaction((tx) => closeSeason(tx, server.now()))
    expect(await list(boss)).toMatchObject([{ text: '', answer: { outcome: 'upheld', text: '' } }])
  })

  it('of a closed season names nobody who filed it, and stands behind those that are open', async () => {
    await file(await checked())
    await server.db.transaction((tx) => closeSeason(tx, server.now()))
    const [left] = await list(boss)
    expect(left).toMatchObject({
      by: { netID: null, name: '' },
      text: '',
      answer: null,
      seasonClosed: true,
    })
    expect(JSON.stringify(left)).not.toMatch(/al1|Ann/)
    const kept = await server.db.read(({ queries }) => queries.select().from(disputes))
    expect(JSON.stringify(kept)).not.toContain('al1')
    await server.db.transaction((tx) => importRoster(systemContext, tx, roster, { results: true }))
    hoursLater(1)
    await file(await checked())
    hoursLater(1)
    const third = await checked()
    await answer(idOf(await file(third)), 'upheld')
    const open = (await list(boss)).map(({ answer, seasonClosed = false }) => [
      answer === null,
      seasonClosed,
    ])
    expect(open).toEqual([
      [true, false],
      [false, false],
      [true, true],
    ])
  })

  it('of a closed season takes no words any more: not of an answer, nor of a further dispute', async () => {
    const checkId = await checked()
    const id = idOf(await file(checkId))
    await server.db.transaction((tx) => closeSeason(tx, server.now()))
    await server.db.transaction((tx) => importRoster(systemContext, tx, roster, { results: true }))
    expect((await answer(id, 'vacated', boss, 'Ann was there.')).status).toBe(200)
    expect(await list(boss)).toMatchObject([{ answer: { outcome: 'vacated', text: '' } }])
    const whole = await server
      .withToken(boss)
      .call('getCheck', undefined, { params: { id: checkId } })
    expect(JSON.stringify(whole)).not.toContain('Ann was there')
    expect((await file(checkId, tenter)).body).toMatchObject({ code: 'nothingToDispute' })
  })
})
