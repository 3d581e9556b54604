// On each engine: any sequence of acts, at once.
import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { systemContext } from '../../src/server/context.ts'
import { correct } from '../../src/server/tent-check/ledger/commands/correct.ts'
import { openLedger } from '../../src/server/tent-check/ledger/ledger.ts'
import type { Answer, TestApp, TestSocket } from '../support/app.ts'
import { type CheckNight, startCheckNight, type Who } from '../support/check-night.ts'
import { watchCheck, watchNames } from '../support/check-view.ts'
import { type LedgerRow, marksIn, standingIn } from '../support/ledger-facts.ts'
import { seed, times } from '../support/times.ts'

const runs = times(2, 300)
const timeout = times(120_000, 3_600_000)
const ids = ['tA', 'tB', 't2', 't10']
const names = ['Ed Fox', 'Cy Diaz', 'Ann Lee']

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
    | 'again'
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
    { weight: 2, arbitrary: fc.constantFrom<Act['kind'][]>('start', 'end', 'cancel') },
  ),
  who: fc.constantFrom<Who[]>('lena', 'mo', 'boss'),
  id: fc.constantFrom(...ids),
  place: fc.nat(1),
  pick: fc.nat(5),
})
/** Those of one group are sent at the same moment. */
const groups = fc.array(fc.array(act, { minLength: 1, maxLength: 6 }), {
  minLength: 6,
  maxLength: 14,
})
const oneByOne = fc
  .array(act, { minLength: 20, maxLength: 45 })
  .map((acts) => acts.map((one) => [one]))

const byNumber = (one: { number: number }, other: { number: number }) => one.number - other.number

type Sent = { path: string; body: Record<string, unknown>; who: Who; answer: Answer }

const whoIs: Record<string, Who> = { Lena: 'lena', Mo: 'mo', Harper: 'boss' }
const startBody = { tents: ids.map((id) => ({ id })), numCheckers: 2 }

/** A night with pages of every sort on each server, and what it takes to act on it. */
async function openStage(count: number) {
  const night = await startCheckNight()
  const servers: TestApp[] = [night.server]
  while (servers.length < count) servers.push(await night.server.another())
  const pages: TestSocket[] = []
  const named: (() => string[])[] = []
  for (const server of servers) {
    for (const who of ['lena', null] as const) {
      for (const speaks of [1, 2, 3]) {
        const page = await connect(night, server, who, speaks)
        pages.push(page)
        if (who !== null) named.push(watchNames(page))
      }
    }
  }
  // Corrections come through the same door as everything else.
  const context = { ...systemContext, now: night.now, db: night.server.db, log: console }
  const ledger = openLedger(
    context as never,
    { notificationIn: (statement, what) => statement.notification(`corrections ${what}`) },
    () => {},
  )
  const sent: Sent[] = []
  const repeated: { first: Sent; answer: Answer }[] = []
  const corrections: { checkId: string; number: number }[] = []
  const checkIds: string[] = []
  const views = pages.map((socket) => ({ socket, shown: watchCheck(socket) }))

  async function post(path: string, body: object, { who, place }: Pick<Act, 'who' | 'place'>) {
    const at = servers[place % servers.length] ?? night.server
    const answer = await night.post(path, body, who, at)
    expect(answer.status).toBeLessThan(500)
    sent.push({ path, body: { ...body }, who, answer })
    return answer
  }

  function keepCheck({ status, body }: Answer): void {
    if (status === 200) checkIds.push(String(body['checkId']))
  }

  async function perform(given: Act): Promise<void> {
    const { kind, id, pick } = given
    const checkId = checkIds.at(-1) ?? randomUUID()
    switch (kind) {
      case 'start':
        keepCheck(await post('start-check', startBody, given))
        return
      case 'miss':
      case 'make': {
        const said = kind === 'miss' ? { misses: 1 } : { lastCheck: names.join(', ') }
        const meant = pick % 2 === 0 ? { checkId } : {}
        await post('tent-checks/update', { id, ...said, ...meant, markId: randomUUID() }, given)
        return
      }
      case 'undo': {
        // Mostly of a mark that stands, by whoever made it.
        const { marked } = await night.status('lena')
        const mark = marked[pick % Math.max(1, marked.length)]?.mark
        const who = whoIs[mark?.by ?? ''] ?? given.who
        const meant = { id: mark?.id ?? id, checkId, undoId: randomUUID() }
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
        await post('check-calls', { checkId, call: 1 + (pick % 3) }, given)
        return
      case 'undoCall':
        await post('check-calls/undo', { checkId, call: 1 + (pick % 3) }, given)
        return
      case 'end':
        await post('end-check', { ifEmpty: pick % 2 === 0 }, given)
        return
      case 'cancel':
        await post('cancel-check', {}, given)
        return
      case 'reopen':
        await post(`checks/${checkIds.at(pick < 5 ? -1 : -2) ?? checkId}/reopen`, {}, given)
        return
      case 'exclude': {
        const monitor = pages[0]
        await monitor
          ?.timeout(20_000)
          .emitWithAck('excludedNamesUpdated', names.slice(pick % 3), { base: [] })
        return
      }
      case 'correct': {
        const outcome = (['make', 'miss', 'none'] as const)[pick % 3] ?? 'none'
        const asked = {
          checkId: checkIds[pick % checkIds.length] ?? checkId,
          tentId: id,
          outcome,
          reason: 'So it was',
          correctionId: randomUUID(),
        }
        const user = { netID: 'boss', firstName: 'Harper', isLineMonitor: false, isSuperUser: true }
        const taken = await ledger
          .run(correct, asked, { user, tokenHash: null })
          .catch(expectRefusal)
        if (taken !== null) corrections.push({ checkId: asked.checkId, number: taken.number })
        return
      }
      case 'again': {
        const first = sent.filter(({ path }) => path.startsWith('tent-checks/')).at(-1 - pick)
        if (first === undefined) return
        const answer = await post(first.path, first.body, { ...given, who: first.who })
        repeated.push({ first, answer })
        return
      }
    }
  }

  async function play(sequence: readonly (readonly Act[])[]): Promise<void> {
    await post('start-check', startBody, { who: 'lena', place: 0 }).then(keepCheck)
    for (const group of sequence) {
      night.pass(1000)
      await Promise.all(group.map(perform))
    }
    await expectAgreement()
  }

  async function expectAgreement(): Promise<void> {
    const events = await night.ledger()
    const standing = standingIn(events)
    expectWritten(events)
    for (const id of ids) {
      const misses = [...standing.values()].filter((tents) => tents.get(id) === 'miss').length
      const { numberOfMisses } = await night.tent(id)
      expect(numberOfMisses).toBe(misses + (id === 'tA' ? 1 : 0))
    }
    const { checkId } = await night.status()
    const marks = marksIn(events, checkId ?? '')
    const remaining = checkId === null ? null : ids.filter((id) => !marks.has(id)).sort()
    const facts = [...marks].map(([id, { number, outcome, by_name: by, net_id: netID, data }]) => {
      return { id, number, outcome, by, netID, present: data.present ?? [] }
    })
    for (const server of servers) {
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
    for (const { shown } of views) await expect.poll(shown).toEqual(remaining)
    const { excludedNames } = await night.status('lena')
    for (const shown of named) await expect.poll(shown).toEqual([...excludedNames].sort())
    const { checks } = await night.as('lena').call('listChecks', undefined, { query: { limit: 9 } })
    for (const { id, tents, makes, misses, unmarked } of checks) {
      const outcomes = [...(standing.get(id)?.values() ?? [])]
      const count = (wanted: string) => outcomes.filter((outcome) => outcome === wanted).length
      expect([makes, misses, makes + misses + unmarked]).toEqual([
        count('make'),
        count('miss'),
        tents,
      ])
    }
  }

  /** Every act that was acknowledged is in the ledger, once; sent again it had its first answer. */
  function expectWritten(events: LedgerRow[]): void {
    const find = (checkId: unknown, number: unknown) =>
      events.find((event) => event.check_id === checkId && event.number === number)
    const byRequest = (id: unknown) => events.filter((event) => event.request_id === id)
    for (const { path, body, answer } of sent.filter(({ answer }) => answer.status === 200)) {
      if (path === 'tent-checks/undo') {
        expect(byRequest(body['undoId'])).toMatchObject([
          { kind: 'undone', number: answer.body['number'] },
        ])
      }
      if (path === 'tent-checks/miss-rest') {
        const written = byRequest(body['restId']).map(({ tent_id }) => tent_id)
        expect(written).toEqual(answer.body['missed'])
      }
      if (path === 'tent-checks/update') {
        expect(
          byRequest(body['markId']).filter(({ kind }) => kind === 'marked').length,
        ).toBeLessThan(2)
        const ofTent = events.filter(({ tent_id }) => tent_id === body['id'])
        const numbers = ofTent.map(({ number }) => number)
        expect(answer.body['mark']).toMatchObject({ number: expect.toBeOneOf(numbers) })
      }
    }
    for (const { checkId, number } of corrections) {
      expect(find(checkId, number)).toMatchObject({ kind: 'corrected' })
    }
    for (const { first, answer } of repeated) {
      if (first.answer.status === 200) expect(answer.body).toEqual(first.answer.body)
    }
  }

  return {
    play,
    async close() {
      for (const server of servers.slice(1)) await server.app.close()
      await night.close()
    },
  }
}

async function connect(night: CheckNight, server: TestApp, who: Who | null, speaks: number) {
  const socket = server.connect(who === null ? undefined : night.tokens[who], { speaks })
  const connected = new Promise<void>((resolve) => socket.once('connect', () => resolve()))
  await connected
  // What it is told from now on, it is told as who it is.
  await server.ask('/api/check-status')
  return socket
}

function expectRefusal(error: unknown): null {
  expect(error).toMatchObject({
    name: expect.any(String),
    code: expect.stringMatching(/^(checkRunning|unknownCheck|nothingToCorrect|notInThatCheck)$/),
  })
  return null
}

/** The embedded engine has one. */
const servers = inject('postgresUrl') === '' ? [1] : [1, 2]

describe.each(servers)('any sequence of acts, on %i servers', (count) => {
  let stage: Awaited<ReturnType<typeof openStage>>
  beforeEach(async () => {
    stage = await openStage(count)
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
