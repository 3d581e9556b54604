// On each engine: any sequence of acts, at once.
import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { tents } from '../../src/server/db/schema.ts'
import { groupedBy } from '../../src/shared/grouped.ts'
import type { Answer, TestApp } from '../support/app.ts'
import { isAnsweredAgain } from '../support/calls.ts'
import { type CheckNight, startCheckNight, tentRow, type Who } from '../support/check-night.ts'
import { watchCheck, watchNames } from '../support/check-view.ts'
import { courseOf, type LedgerRow, marksIn, standingIn } from '../support/ledger-facts.ts'
import { seed, times } from '../support/times.ts'

const timeout = times(120_000, 3_600_000)
const ids = ['tA', 'tB', 't2', 't10']
const names = ['Ed Fox', 'Cy Diaz', 'Ann Lee']
const rows = [
  tentRow('tA', 'Ed Fox, Flo Gray', { numberOfMisses: 1, dayNumber: 3, netIDs: 'lena' }),
  tentRow('tB', 'Cy Diaz, Di Eze', { netIDs: 'mo' }),
  tentRow('t2', 'Ann Lee', { netIDs: 'boss' }),
  tentRow('t10', 'Bo Chen'),
]

type Act = {
  kind:
    | 'start'
    | 'miss'
    | 'make'
    | 'undo'
    | 'correct'
    | 'exclude'
    | 'call'
    | 'undoCall'
    | 'missRest'
    | 'end'
    | 'cancel'
    | 'reopen'
    | 'dispute'
    | 'answer'
    | 'again'
    | 'import'
    | 'rules'
    | 'stop'
  who: Who
  id: string
  /** On which server, of those there are. */
  place: number
  pick: number
}

const act: fc.Arbitrary<Act> = fc.record({
  kind: fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom<Act['kind'][]>('miss', 'make', 'undo', 'undo') },
    {
      weight: 3,
      arbitrary: fc.constantFrom<Act['kind'][]>('exclude', 'call', 'undoCall', 'missRest'),
    },
    { weight: 3, arbitrary: fc.constantFrom<Act['kind'][]>('reopen', 'correct', 'again') },
    { weight: 2, arbitrary: fc.constantFrom<Act['kind'][]>('dispute', 'answer', 'answer') },
    { weight: 2, arbitrary: fc.constantFrom<Act['kind'][]>('start', 'end', 'cancel') },
    { weight: 2, arbitrary: fc.constantFrom<Act['kind'][]>('import', 'rules', 'stop') },
  ),
  who: fc.constantFrom<Who[]>('lena', 'mo', 'boss'),
  id: fc.constantFrom(...ids),
  place: fc.nat(1),
  pick: fc.nat(5),
})
/** The acts of one group are sent at the same moment. */
const groups = fc.array(fc.array(act, { minLength: 1, maxLength: 6 }), {
  minLength: 10,
  maxLength: 18,
})
const oneByOne = fc
  .array(act, { minLength: 25, maxLength: 45 })
  .map((acts) => acts.map((one) => [one]))

const byNumber = (one: { number: number }, other: { number: number }) => one.number - other.number

/** `lost`: how often it was sent before without an answer; each time it may have been done. */
type Sent = {
  path: string
  body: Record<string, unknown>
  who: Who
  answer: Answer
  lost: number
}
/** A check as far as it had come before somebody acted. */
type Before = { checkId: string | null; number: number }

const whoIs: Record<string, Who> = { Lena: 'lena', Mo: 'mo', Harper: 'boss' }

/** A server with pages of these versions, each with what it shows. */
async function openPlace(night: CheckNight, server: TestApp, versions: readonly number[]) {
  const pages = []
  /** Why pages were cut off; all by a server that stops. */
  const cut: string[] = []
  for (const who of ['lena', null] as const) {
    for (const speaks of versions) {
      const socket = server.connect(who === null ? undefined : night.tokens[who], { speaks })
      const connected = new Promise<void>((resolve) => socket.once('connect', () => resolve()))
      socket.on('disconnect', (reason) => cut.push(reason))
      const shown = watchCheck(socket)
      pages.push({ socket, shown, named: who === null ? null : watchNames(socket) })
      await connected
    }
  }
  // What they are told from now on, they are told as who they are.
  await server.ask('/api/check-status')
  return { server, pages, cut }
}

/**
 * A night and what it takes to act on it: on so many servers, which stop without an answer, and on
 * one that sees all of it.
 */
async function openStage(count: number) {
  const night = await startCheckNight(rows)
  const lasting = await openPlace(night, night.server, [1, 2, 3])
  // The newest version asks for a check that is on, instead of being told of it.
  const openAnother = async () => openPlace(night, await night.server.another(), [1, 2])
  // While one starts again, whoever asks it waits for that.
  const places = Array.from({ length: count }, openAnother)
  const sent: Sent[] = []
  /** Ends that were acknowledged, and names that were to count again. */
  const closed: Before[] = []
  const included: (Before & { names: string[] })[] = []
  const repeated: { first: Sent; answer: Answer }[] = []
  const checkIds: string[] = []
  /** Of each tent, what was not counted by checks but set by imports. */
  const imported = new Map(rows.map(({ id, numberOfMisses }) => [id ?? '', numberOfMisses]))

  function stopServer(place: number): Promise<unknown> {
    const index = place % places.length
    const ended = Promise.resolve(places[index]).then(async (at) => {
      // Who has no answer by now gets none, whether or not the database has taken what they asked.
      at?.server.app.server.closeAllConnections()
      await at?.server.close()
      return openAnother()
    })
    places[index] = ended
    return ended
  }

  /** Whoever gets no answer asks again. */
  async function post(path: string, body: object, { who, place }: Pick<Act, 'who' | 'place'>) {
    for (let lost = 0; lost < 20; lost += 1) {
      const at = await places[place % places.length]
      const answer = await night.post(path, body, who, at?.server).catch(() => null)
      if (answer === null || answer.status === 503) continue
      expect(answer.status).toBeLessThan(500)
      sent.push({ path, body: { ...body }, who, answer, lost })
      return answer
    }
    throw new Error(`No answer to ${path}`)
  }

  async function start(given: Pick<Act, 'who' | 'place'>): Promise<void> {
    const onRoster = await night.as('lena').call('listTents')
    const body = { tents: onRoster.map(({ id }) => ({ id })), numCheckers: 2 }
    const { status, body: answer } = await post('start-check', body, given)
    if (status === 200) checkIds.push(String(answer['checkId']))
  }

  /** Other members, numbers far above 0, or a tent less; during a check only what does no harm. */
  async function importRows(pick: number): Promise<void> {
    const given = rows.slice(0, pick === 5 ? 3 : 4).map((row, place) => ({
      ...row,
      members: rows[(place + pick) % rows.length]?.members ?? '',
      numberOfMisses: 50 + pick,
    }))
    const { change } = await night.importRows(given, pick % 2 === 0)
    for (const { id, before, after } of change) {
      const changed = after.numberOfMisses - before.numberOfMisses
      imported.set(id, (imported.get(id) ?? 0) + changed)
    }
  }

  /** The ids of a tent's people, and one that nobody has. */
  async function peopleOf(id: string): Promise<string[]> {
    const { activeTents } = await night.status('lena')
    const people = activeTents.find((tent) => tent.id === id)?.people ?? []
    return [...people.map((person) => person.id), 'nobody']
  }

  async function perform(given: Act): Promise<void> {
    const { kind, id, place, pick } = given
    const checkId = checkIds.at(-1) ?? randomUUID()
    switch (kind) {
      case 'start':
        await start(given)
        return
      case 'miss':
      case 'make': {
        const said = kind === 'miss' ? { misses: 1 } : { lastCheck: names.join(', ') }
        const meant = pick % 2 === 0 ? { checkId } : {}
        const ticked = kind === 'make' && pick > 2 ? { present: await peopleOf(id) } : {}
        const noted = pick % 3 === 0 ? { note: randomUUID() } : {}
        const mark = { id, ...said, ...meant, ...ticked, ...noted, markId: randomUUID() }
        await post('tent-checks/update', mark, given)
        return
      }
      case 'undo': {
        // Mostly of a mark that stands, by whoever made it.
        const { marked } = await night.status('lena')
        const mark = marked[pick % Math.max(1, marked.length)]?.mark
        const who = whoIs[mark?.by ?? ''] ?? given.who
        // With its number, sometimes another; with a reason, or without.
        const number = mark === undefined || pick < 2 ? {} : { number: mark.number + (pick % 2) }
        const reason = pick % 2 === 0 ? { reason: randomUUID() } : {}
        const meant = { id: mark?.id ?? id, checkId, undoId: randomUUID(), ...number, ...reason }
        await post('tent-checks/undo', meant, pick < 5 ? { ...given, who } : given)
        return
      }
      case 'missRest':
        await post(
          'tent-checks/miss-rest',
          { ids: ids.slice(pick % 4), checkId, restId: randomUUID() },
          given,
        )
        return
      case 'call':
      case 'undoCall': {
        // Mostly the one whose turn it is.
        const { calls } = await night.status('lena')
        const last = calls.length + (pick < 5 ? 0 : 1)
        if (kind === 'call') await post('check-calls', { checkId, call: last + 1 }, given)
        else await post('check-calls/undo', { checkId, call: last }, given)
        return
      }
      case 'end': {
        const before = await night.status('lena')
        const ifEmpty = pick % 2 === 0
        const { checkId, number } = before
        const known = pick > 2 && checkId !== null ? { checkId, number } : {}
        await post('end-check', { ifEmpty, ...known }, given)
        if (!ifEmpty) closed.push(before)
        return
      }
      case 'cancel': {
        const before = await night.status('lena')
        await post('cancel-check', {}, given)
        closed.push(before)
        return
      }
      case 'reopen':
        await post(`checks/${checkIds.at(pick < 5 ? -1 : -2) ?? checkId}/reopen`, {}, given)
        return
      case 'exclude': {
        const before = await night.status('lena')
        const list = names.slice(pick % 3)
        const base = pick < 3 ? [] : names
        const socket = lasting.pages[0]?.socket
        // A page that was cut off would wait for an answer in vain.
        expect([socket?.connected, lasting.cut]).toEqual([true, []])
        await socket?.timeout(20_000).emitWithAck('excludedNamesUpdated', list, { base })
        included.push({ ...before, names: base.slice(0, base.length - list.length) })
        return
      }
      case 'correct': {
        const outcome = (['make', 'miss', 'none'] as const)[pick % 3]
        const path = `checks/${checkIds[pick % checkIds.length] ?? checkId}/corrections`
        const seen = place === 0 ? { from: pick > 2 ? 'miss' : 'make' } : {}
        const asked = { tentId: id, outcome, reason: 'So it was', correctionId: randomUUID() }
        await post(path, { ...asked, ...seen }, { ...given, who: 'boss' })
        return
      }
      case 'dispute': {
        // Mostly of a check in which somebody can.
        const { checks } = await night.as('lena').call('listChecks')
        const missed = checks.filter(({ misses, ending }) => misses > 0 && ending !== null)
        const about = missed[pick % Math.max(1, missed.length)]?.id ?? checkId
        const meant = pick % 2 === 0 ? {} : { tentId: id }
        const body = { checkId: about, text: 'We were there.', ...meant }
        for (const who of Object.values(whoIs)) await post('disputes', body, { ...given, who })
        return
      }
      case 'answer': {
        const { disputes } = await night.as('boss').call('listDisputes')
        // Mostly one that is open.
        const { id } = disputes[pick === 5 ? disputes.length - 1 : 0] ?? { id: randomUUID() }
        const outcome = pick % 3 === 0 ? 'upheld' : 'vacated'
        const answer = { outcome, text: randomUUID() }
        await post(`disputes/${id}/answer`, answer, { ...given, who: 'boss' })
        return
      }
      case 'again': {
        const first = sent.filter(({ path }) => isAnsweredAgain(path)).at(-1 - pick)
        if (first === undefined) return
        const answer = await post(first.path, first.body, { ...given, who: first.who })
        repeated.push({ first, answer })
        return
      }
      case 'import':
        await importRows(pick)
        return
      case 'rules': {
        const { now: _, ...season } = await night.as('boss').call('getSeason')
        const changed = { ...season, calls: pick % 4, graceMinutes: pick, disputeHours: 24 + pick }
        // Of those that come together one is saved.
        await night.as('boss').send('saveSeason', changed)
        return
      }
      case 'stop':
        await stopServer(given.place)
        return
    }
  }

  async function play(sequence: readonly (readonly Act[])[]): Promise<void> {
    // So that there is something to dispute, to correct and to go on with, and no kind is left out.
    const first: [Act['kind'], pick?: number][] = [
      ['start'],
      ['missRest'],
      ['end'],
      ['reopen'],
      ['end', 1],
      ['dispute'],
      ['start'],
      ['exclude'],
      ['exclude', 5],
      ['call'],
      ['undoCall'],
      ['call'],
    ]
    for (const [kind, pick = 0] of first) {
      await perform({ kind, who: 'lena', id: 'tA', place: 0, pick })
    }
    for (const group of sequence) {
      night.pass(1000)
      await Promise.all(group.map(perform))
    }
    await expectAgreement()
  }

  async function expectAgreement(): Promise<void> {
    const events = await night.ledger()
    const standing = standingIn(events)
    await expectWritten(events)
    const found = await night.server.db.read(({ queries }) => queries.select().from(tents))
    for (const { id, numberOfMisses } of found) {
      const misses = [...standing.values()].filter((own) => own.get(id) === 'miss').length
      expect(numberOfMisses).toBe(misses + (imported.get(id) ?? 0))
    }
    const { checkId } = await night.status()
    const marks = marksIn(events, checkId ?? '')
    const inCheck = startOf(events, checkId)?.data.tents?.map(({ id }) => id) ?? []
    const remaining = checkId === null ? null : inCheck.filter((id) => !marks.has(id)).sort()
    const facts = [...marks].map(([id, { number, outcome, by_name: by, net_id: netID, data }]) => {
      return { id, number, outcome, by, netID, present: data.present ?? [] }
    })
    const all = [lasting, ...(await Promise.all(places))]
    for (const { server } of all) {
      for (const who of ['lena', undefined] as const) {
        const { activeTents, isCheckInProgress, marked } = await night.status(who, server)
        const shown = isCheckInProgress ? activeTents.map(({ id }) => id).sort() : null
        expect(shown).toEqual(remaining)
        const told = marked.map(({ mark: { id, number, outcome, by, netID, present } }) => {
          return { id, number, outcome, by, netID, present }
        })
        expect(told.sort(byNumber)).toEqual(who === 'lena' ? facts.sort(byNumber) : [])
      }
    }
    const { excludedNames, calls } = await night.status('lena')
    if (checkId !== null) {
      const course = courseOf(events, checkId)
      expect([...excludedNames].sort()).toEqual([...course.excluded].sort())
      expect(calls.map(({ call }) => call)).toEqual(course.calls.map(({ data }) => data.call))
    }
    for (const { shown, named } of all.flatMap(({ pages }) => pages)) {
      await expect.poll(shown).toEqual(remaining)
      if (named !== null) await expect.poll(named).toEqual([...excludedNames].sort())
    }
    const { checks } = await night.as('lena').call('listChecks', undefined, { query: { limit: 9 } })
    for (const { id, tents, makes, misses, unmarked } of checks) {
      const outcomes = [...(standing.get(id)?.values() ?? [])]
      const count = (wanted: string) => outcomes.filter((outcome) => outcome === wanted).length
      expect([makes, misses, makes + misses + unmarked]).toEqual([
        count('make'),
        count('miss'),
        tents,
      ])
      await expectRecorded(id, events)
    }
  }

  /** The record of a check says what its ledger says. */
  async function expectRecorded(id: string, events: LedgerRow[]): Promise<void> {
    const record = await night.as('lena').call('getCheck', undefined, { params: { id } })
    const { ending, calls } = courseOf(events, id)
    expect(record.ending).toBe(ending)
    const told = calls.map(({ data, at, net_id }) => [data.call, +new Date(at), net_id])
    expect(record.calls.map(({ call, at, by }) => [call, +new Date(at), by?.netID])).toEqual(told)
    const ofCheck = events.filter(({ check_id }) => check_id === id)
    const written = ofCheck.map(({ number, kind, net_id, tent_id, data: { names, call } }) => {
      return { number, kind, by: net_id, tentId: tent_id, names, call }
    })
    const recorded = record.events.map(({ number, kind, by, tentId = null, names, call }) => {
      return { number, kind, by: by?.netID ?? null, tentId, names, call }
    })
    expect(recorded).toEqual(written)
  }

  /** Every act that was acknowledged is in the ledger, once; sent again it had its first answer. */
  async function expectWritten(events: LedgerRow[]): Promise<void> {
    const { disputes } = await night.as('boss').call('listDisputes')
    // Each counted once: after hundreds of sequences there are thousands of acts and events.
    const ofRequest = groupedBy(events, ({ request_id }) => `${request_id}`)
    const byRequest = (id: unknown) => ofRequest.get(`${id}`) ?? []
    const ofCheck = groupedBy(events, ({ check_id }) => check_id)
    const ofTent = groupedBy(events, ({ tent_id }) => `${tent_id}`)
    const ofReason = groupedBy(events, ({ data }) => `${data.reason}`)
    for (const { path, body, answer } of sent.filter(({ answer }) => answer.status === 200)) {
      if (path === 'start-check') {
        const started = ofCheck.get(`${answer.body['checkId']}`) ?? []
        expect(started.map(({ kind }) => kind)).toContain('started')
      }
      if (path === 'check-calls') {
        const { call, at } = answer.body
        const called = ofCheck
          .get(`${body['checkId']}`)
          ?.filter(({ kind, data }) => kind === 'called' && data.call === call)
        expect(called?.map((event) => new Date(event.at).toISOString())).toContain(at)
      }
      if (path === 'tent-checks/undo') {
        const undone = byRequest(body['undoId'])
        expect(undone).toMatchObject([{ kind: 'undone', number: answer.body['number'] }])
        const data = undone[0]?.data
        expect(data?.reason).toBe(body['reason'])
        expect(body['number'] ?? data?.markNumber).toBe(data?.markNumber)
      }
      if (path.endsWith('/corrections')) {
        const corrected = byRequest(body['correctionId'])
        expect(corrected).toMatchObject([{ kind: 'corrected' }])
        expect(body['from'] ?? corrected[0]?.data.from).toBe(corrected[0]?.data.from)
      }
      if (path === 'disputes') {
        const filed = disputes.filter(({ id }) => id === answer.body['id'])
        expect(filed.map(({ tentId }) => tentId)).toEqual([body['tentId'] ?? expect.anything()])
      }
      if (path.endsWith('/answer')) {
        const answered = disputes.find(({ id }) => path.includes(id))
        expect(answered).toMatchObject({ answer: { outcome: body['outcome'], text: body['text'] } })
        const corrections = ofReason.get(`${body['text']}`) ?? []
        expect(corrections.length).toBeLessThan(body['outcome'] === 'vacated' ? 2 : 1)
      }
      if (path === 'tent-checks/miss-rest') {
        const written = byRequest(body['restId']).map(({ tent_id }) => tent_id)
        expect(written).toEqual(answer.body['missed'])
      }
      if (path === 'tent-checks/update') {
        const marked = byRequest(body['markId']).filter(({ kind }) => kind === 'marked')
        expect(marked.length).toBeLessThan(2)
        for (const { data } of marked) expect(data.note).toBe(body['note'])
        const { number } = answer.body['mark'] as { number: number }
        const isOfTent = ofTent.get(`${body['id']}`)?.some((event) => event.number === number)
        expect([number, isOfTent]).toEqual([number, true])
      }
    }
    for (const { checkId, number } of closed) {
      const isClosed =
        ofCheck
          .get(`${checkId}`)
          ?.some((event) => event.number > number && ['ended', 'cancelled'].includes(event.kind)) ??
        false
      expect([checkId, isClosed]).toEqual([checkId, checkId !== null])
    }
    for (const { checkId, number, names } of included) {
      const all = ofCheck.get(`${checkId}`) ?? []
      const before = courseOf(
        all.filter((event) => event.number <= number),
        checkId ?? '',
      )
      const since = all.filter((event) => event.number > number)
      const mayBeOver = since.some(({ kind }) => kind === 'ended' || kind === 'cancelled')
      const counts = since.flatMap(({ kind, data }) => (kind === 'included' ? data.names : []))
      const stayed = names.filter((name) => before.excluded.has(name) && !counts.includes(name))
      expect(mayBeOver ? [] : stayed).toEqual([])
    }
    // Acts without an id: as often as they were acknowledged, or lost their answer.
    const actsOf = groupedBy(sent, keyOfAct)
    const eventsOf = groupedBy(events, keyOfEvent)
    const keys = [...new Set([...eventsOf.keys(), ...actsOf.keys()])]
    for (const key of keys.filter((key) => key !== null)) {
      const acts = actsOf.get(key) ?? []
      const acknowledged = acts.filter(({ answer }) => answer.status === 200).length
      const lost = acts.reduce((sum, act) => sum + act.lost, 0)
      const written = eventsOf.get(key)?.length ?? 0
      const least = key.startsWith('called') ? Math.min(1, acknowledged) : acknowledged
      expect([key, written >= least, written <= acknowledged + lost]).toEqual([key, true, true])
    }
    for (const { check_id, kind, data } of events) {
      if (kind !== 'called') continue
      const started = startOf(ofCheck.get(check_id) ?? [], check_id)
      expect(data.call).toBeLessThanOrEqual(started?.data.calls ?? 0)
    }
    for (const { first, answer } of repeated) {
      if (first.answer.status === 200) expect(answer.body).toEqual(first.answer.body)
    }
  }

  return {
    play,
    async close() {
      for (const { server } of await Promise.all(places)) await server.close()
      await night.close()
    },
  }
}

/** The first event of this check. */
function startOf(events: LedgerRow[], checkId: string | null): LedgerRow | undefined {
  return events.find(({ check_id, number }) => check_id === checkId && number === 1)
}

/** What the ledger calls a call, the taking back of one or a reopening; null: it is another act. */
function keyOfAct({ path, body }: Sent): string | null {
  const [, reopened] = /^checks\/(.*)\/reopen$/.exec(path) ?? []
  if (reopened !== undefined) return `reopened ${reopened}`
  if (path === 'check-calls') return `called ${body['checkId']} ${body['call']}`
  return path === 'check-calls/undo' ? `callUndone ${body['checkId']} ${body['call']}` : null
}

function keyOfEvent({ kind, check_id, data }: LedgerRow): string | null {
  if (kind === 'reopened') return `${kind} ${check_id}`
  return kind === 'called' || kind === 'callUndone' ? `${kind} ${check_id} ${data.call}` : null
}

/** How many servers there are beside the one that is never stopped. */
const servers = inject('postgresUrl') === '' ? 1 : 2

/** What a run finds on one engine, a second one finds on the other. */
const runs = times(servers, 300)

describe('any sequence of acts, also by clients of servers that stop without an answer', () => {
  let stage: Awaited<ReturnType<typeof openStage>>
  beforeEach(async () => {
    stage = await openStage(servers)
  })
  afterEach(() => stage.close())

  it.each([
    ['one after the other', oneByOne],
    ['many at the same moment', groups],
  ])('%s: misses, marks, the ledger and every picture agree', { timeout }, async (_, sequences) => {
    // What one run leaves is what the next begins with.
    const play = fc.asyncProperty(sequences, (sequence) => stage.play(sequence))
    await fc.assert(play, { seed, numRuns: runs, endOnFailure: true })
  })
})
