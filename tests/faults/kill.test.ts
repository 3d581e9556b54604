import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { io, type Socket } from 'socket.io-client'
import { afterAll, describe, expect, inject, it } from 'vitest'
import { systemContext } from '../../src/server/context.ts'
import { demoSeason } from '../../src/server/tents/demo-season.ts'
import { importRoster } from '../../src/server/tents/roster-import.ts'
import type { WholeCheck } from '../../src/shared/check-history/contract.ts'
import type { Dispute } from '../../src/shared/disputes/contract.ts'
import { get, isAnsweredAgain, post, signInTo } from '../support/calls.ts'
import { createDatabase, migrated } from '../support/database.ts'
import { type ServerProcess, startServer } from '../support/server-process.ts'
import { addTenters } from '../support/tenters.ts'
import { seed, times } from '../support/times.ts'

/**
 * What a phone sends, again and again until it is answered: a call of the API; if `path` is
 * `excluding`, what the Duke Card Checker sends on its socket; if it is `answering`, an answer to the
 * dispute of this tent. `wrote`: what it leaves behind, in which check. `wasDone`: the refusal of an act
 * without an id of its own that was done before.
 */
type Act = {
  path: string
  body: object
  wrote: readonly [checkId: string, ...events: string[]]
  wasDone?: string
}
/** One after the other; each phone goes its own way. */
type Way = Act[]
type Tent = { id: string; members: string; numberOfMisses: number }
type Outcome = 'make' | 'miss' | 'none'
/** How each tent stands in a check, by its id. */
type Standing = Map<string, Outcome>
type Check = { checkId: string; standing: Standing }

const folder = mkdtempSync(join(tmpdir(), 'tent-city-kill-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const monitor = { netID: 'monitor9', password: 'gloves-at-2-am' }

describe.each(['embedded', 'PostgreSQL'])(
  'kill -9 of the server while tents are marked (%s)',
  (engine) => {
    it.skipIf(engine === 'PostgreSQL' && inject('postgresUrl') === '')(
      'loses nothing acknowledged and doubles nothing, whatever is sent, and the check goes on',
      { timeout: times(120_000, 3_600_000) },
      async () => {
        const where =
          engine === 'embedded'
            ? { DATA_DIR: join(folder, 'data') }
            : {
                DATABASE_URL: await createDatabase(inject('postgresUrl'), migrated),
                DATA_DIR: folder,
              }
        // The embedded database of an empty folder begins with the demo season by itself.
        if (engine === 'PostgreSQL') {
          await addTenters(where, [], monitor, async (tx) => {
            await importRoster(systemContext, tx, demoSeason(), { results: false })
          })
        }

        // After how many answers the server is killed: first while tents are marked, then while the check
        // is closed and reopened.
        const moments = fc.sample(fc.tuple(fc.nat(89), fc.integer({ min: 10, max: 24 })), {
          seed,
          // A second round, about a check of which not all tents have a Miss, is tried on PostgreSQL.
          numRuns: engine === 'embedded' ? times(1, 100) : times(2, 100),
        })
        const acknowledged: Act[] = []
        const checks: Check[] = []
        let kills = 0
        let inTheMiddle = 0
        let server = await startServer(where)
        const account = engine === 'PostgreSQL' ? monitor : server.account('super user')
        const token = await signInTo(server, account)

        const written = (id: string) =>
          acknowledged.flatMap(({ wrote: [checkId, ...events] }) => (checkId === id ? events : []))
        const take = async (act: Act, how: How = {}) => {
          expect([act.path, await isTaken(server, token, act, how)]).toEqual([act.path, true])
          acknowledged.push(act)
        }

        /** Kills the server after so many answers; what has no answer by then is sent again. */
        const killDuring = async (ways: readonly Way[], answered: number) => {
          const phone = await connectTo(server, token)
          const killAt = acknowledged.length + answered
          let isReached = () => {}
          const reached = new Promise<void>((resolve) => {
            isReached = resolve
          })
          const sending = ways.map(async (way) => {
            for (const act of way) {
              if (!(await isTaken(server, token, act, { socket: phone }))) break
              acknowledged.push(act)
              if (acknowledged.length >= killAt) isReached()
            }
          })
          await Promise.race([reached, Promise.all(sending)])
          await server.kill('SIGKILL')
          await Promise.all(sending)
          phone.disconnect()
          const unanswered = ways.flat().filter((act) => !acknowledged.includes(act))
          kills += 1
          if (unanswered.length > 0 && unanswered.length < ways.flat().length) inTheMiddle += 1

          server = await startServer(where)
          for (const { checkId } of checks.slice(-2)) {
            const left = await eventsIn(server, token, checkId)
            for (const event of written(checkId)) {
              expect(left).toContain(event)
              left.splice(left.indexOf(event), 1)
            }
            // An act without an answer is there wholly or not at all.
            for (const { wrote } of unanswered.filter(({ wrote: [id] }) => id === checkId)) {
              const events = wrote.slice(1)
              const done = events.filter((event) => left.includes(event))
              expect([[], events]).toContainEqual(done)
            }
          }
          const again = await connectTo(server, token)
          const repeating = ways.map(async (way) => {
            const missed = way.filter((act) => unanswered.includes(act))
            // Only the first of them was sent.
            for (const [place, act] of missed.entries()) {
              await take(act, { socket: again, isRepeat: place === 0 })
            }
          })
          await Promise.all(repeating)
          again.disconnect()
        }

        const before = await misses(server, token)
        // A check that is over, which is corrected and disputed while the next one is on.
        const { checkId, activeTents } = await ensureCheck(server, token)
        await joinTents(server, token, account.netID, disputing(activeTents))
        const ids = activeTents.map(({ id }) => id)
        await take(missing(checkId, ids))
        await take(ending(checkId))
        checks.push({ checkId, standing: new Map(ids.map((id) => [id, 'miss'])) })
        for (const [answered, answeredTurns] of moments) {
          const last = checks.at(-1) as Check
          const { checkId, activeTents } = await ensureCheck(server, token)
          const check: Check = { checkId, standing: new Map() }
          checks.push(check)
          await killDuring(waysOf(activeTents, check, last), answered)
          await killDuring([turnsOf(checkId), ...disputesOf(activeTents, last)], answeredTurns)
          await take(ending(checkId))
        }

        const expected = new Map(before)
        for (const { standing } of checks) {
          for (const [id, outcome] of standing) {
            expected.set(id, (expected.get(id) ?? 0) + Number(outcome === 'miss'))
          }
        }
        const expectAll = async () => {
          expect(await misses(server, token)).toEqual(expected)
          for (const { checkId } of checks) {
            expect(await eventsIn(server, token, checkId)).toEqual(written(checkId).sort())
          }
        }
        await expectAll()
        const remembered = acknowledged.filter(({ path }) => isAnsweredAgain(path))
        for (const { checkId } of checks) {
          const ofCheck = remembered.filter(({ wrote }) => wrote[0] === checkId)
          const answers = ofCheck.map((act) => isTaken(server, token, act))
          expect(await Promise.all(answers)).not.toContain(false)
        }
        await expectAll()
        expect(inTheMiddle).toBeGreaterThan(kills / 4)
        await server.kill('SIGTERM')
      },
    )
  },
)

/**
 * What all phones send: a mark of every tent, every third of them taken back; instead, for the last
 * ten tents, two acts that miss five each; a correction of every tenth tent in the check before;
 * all calls; and exclusions of a few members. Sets `standing` to how the tents stand after that.
 */
function waysOf(activeTents: readonly Tent[], { checkId, standing }: Check, last: Check): Way[] {
  const ofTents = activeTents.slice(0, -10).map(({ id }, place): Way => {
    const outcome = place % 2 === 0 ? 'miss' : 'make'
    const said = outcome === 'miss' ? { misses: 1 } : { lastCheck: '' }
    const mark: Act = {
      path: 'tent-checks/update',
      body: { id, markId: randomUUID(), ...said },
      wrote: [checkId, `marked ${id} ${outcome}`],
    }
    const undo: Act = {
      path: 'tent-checks/undo',
      body: { id, checkId, undoId: randomUUID() },
      wrote: [checkId, `undone ${id} ${outcome}`],
    }
    standing.set(id, place % 3 === 0 ? 'none' : outcome)
    return place % 3 === 0 ? [mark, undo] : [mark]
  })
  const missRest = [activeTents.slice(-10, -5), activeTents.slice(-5)].map((rest): Act => {
    const ids = rest.map(({ id }) => id)
    for (const id of ids) standing.set(id, 'miss')
    return missing(checkId, ids)
  })
  const corrections = activeTents.flatMap(({ id }, place): Way[] => {
    if (place % 10 !== 0) return []
    const outcome = last.standing.get(id) === 'none' ? 'miss' : 'none'
    last.standing.set(id, outcome)
    const path = `checks/${last.checkId}/corrections`
    const body = { tentId: id, outcome, reason: 'So it was', correctionId: randomUUID() }
    return [[{ path, body, wrote: [last.checkId, `corrected ${id} ${outcome}`] }]]
  })
  const calls = [1, 2, 3].map((call) => calling(checkId, call))
  const names = new Set(activeTents.slice(0, 5).flatMap(({ members }) => members.split(', ')[0]))
  const exclusions = Array.from(names, (name): Act => {
    return { path: excluding, body: [name], wrote: [checkId, `excluded ${name}`] }
  })
  return [calls, exclusions, missRest, ...ofTents, ...corrections]
}

/**
 * After all calls, the latest first: each is undone, made again and undone again. In between the check is
 * ended and reopened.
 */
function turnsOf(checkId: string): Way {
  const reopening: Act = {
    path: `checks/${checkId}/reopen`,
    body: {},
    wrote: [checkId, 'reopened'],
    wasDone: 'checkRunning',
  }
  return [3, 2, 1].flatMap((call) => {
    const undo: Act = {
      path: 'check-calls/undo',
      body: { checkId, call },
      wrote: [checkId, `callUndone ${call}`],
      wasDone: 'callOutOfTurn',
    }
    return [undo, ending(checkId), reopening, calling(checkId, call), undo].map((act) => ({
      ...act,
    }))
  })
}

/** The tents whose Misses are disputed: most of them have one in each check. */
function disputing(tents: readonly Tent[]): Tent[] {
  return tents.filter((_, place) => place % 10 === 2)
}

/** Each Miss of theirs in this check is disputed, and every second one taken away. */
function disputesOf(activeTents: readonly Tent[], { checkId, standing }: Check): Way[] {
  const missed = disputing(activeTents).filter(({ id }) => standing.get(id) === 'miss')
  return missed.map(({ id: tentId }, place) => {
    const outcome = place % 2 === 0 ? 'vacated' : 'upheld'
    if (outcome === 'vacated') standing.set(tentId, 'none')
    const corrections = outcome === 'vacated' ? [`corrected ${tentId} none`] : []
    return [
      {
        path: 'disputes',
        body: { checkId, tentId, text: 'We were there.' },
        wrote: [checkId, `disputed ${tentId}`],
        wasDone: 'disputedAlready',
      },
      {
        path: answering,
        body: { checkId, tentId, outcome, text: 'So it was' },
        wrote: [checkId, `answered ${tentId} ${outcome}`, ...corrections],
        wasDone: 'answeredAlready',
      },
    ]
  })
}

function missing(checkId: string, ids: readonly string[]): Act {
  return {
    path: 'tent-checks/miss-rest',
    body: { checkId, ids, restId: randomUUID() },
    wrote: [checkId, ...ids.map((id) => `marked ${id} miss`)],
  }
}

function calling(checkId: string, call: number): Act {
  return { path: 'check-calls', body: { checkId, call }, wrote: [checkId, `called ${call}`] }
}

function ending(checkId: string): Act {
  return { path: 'end-check', body: { checkId }, wrote: [checkId, 'ended'] }
}

const excluding = 'excludedNamesUpdated'
const answering = 'disputes/…/answer'

/** A page that is connected: what it sends gets an answer, or none as soon as its server is gone. */
async function connectTo({ url }: ServerProcess, token: string): Promise<Socket> {
  const options = { transports: ['websocket'], forceNew: true, reconnection: false }
  const socket = io(url, { ...options, auth: { token } })
  await new Promise<void>((resolve) => socket.once('connect', () => resolve()))
  return socket
}

/** `isRepeat`: it was sent before, and its answer may have been lost. */
type How = { socket?: Socket; isRepeat?: boolean }

/** Whether it was acknowledged. */
async function isTaken(
  server: ServerProcess,
  token: string,
  { path, body, wasDone }: Act,
  { socket, isRepeat = false }: How = {},
): Promise<boolean> {
  if (path === excluding) {
    const sent = socket?.timeout(20_000).emitWithAck(excluding, body, { base: [] })
    return (await sent?.catch(() => null))?.ok === true
  }
  try {
    const at = path === answering ? await answerPath(server, token, body) : path
    const answer = await post(server, token, at, body)
    if (answer.status === 200) return true
    return isRepeat && wasDone !== undefined && (await answer.json()).code === wasDone
  } catch {
    return false
  }
}

/** What people did in this check and about it, sorted; a text for each. */
async function eventsIn(server: ServerProcess, token: string, id: string): Promise<string[]> {
  const { events } = await get<WholeCheck>(server, token, `checks/${id}`)
  const done = events
    .filter(({ kind }) => kind !== 'started')
    .map(({ kind, tentId, outcome, names, call }) =>
      [kind, tentId, outcome, names?.join(), call].filter((part) => part !== undefined).join(' '),
    )
  const disputed = (await disputesIn(server, token, id)).flatMap(({ tentId, answer }) => [
    `disputed ${tentId}`,
    ...(answer === null ? [] : [`answered ${tentId} ${answer.outcome}`]),
  ])
  return [...done, ...disputed].sort()
}

/** Where the dispute of this tent about this check is answered. */
async function answerPath(server: ServerProcess, token: string, about: object): Promise<string> {
  const { checkId, tentId } = about as Pick<Dispute, 'checkId' | 'tentId'>
  const disputes = await disputesIn(server, token, checkId)
  return `disputes/${disputes.find((dispute) => dispute.tentId === tentId)?.id}/answer`
}

async function disputesIn(server: ServerProcess, token: string, id: string): Promise<Dispute[]> {
  const { disputes } = await get<{ disputes: Dispute[] }>(server, token, 'disputes')
  return disputes.filter(({ checkId }) => checkId === id)
}

/** Enough for more acts than the server answers before it is killed. */
const tentsInCheck = 70

/** Starts a check, unless one is on, and gives where it stands. */
async function ensureCheck(
  server: ServerProcess,
  token: string,
): Promise<{ activeTents: Tent[]; checkId: string }> {
  const tents = await get<Tent[]>(server, token, 'tent-checks')
  const chosen = tents.slice(0, tentsInCheck).map(({ id }) => ({ id, groupIndex: 0 }))
  await post(server, token, 'start-check', { tents: chosen, numCheckers: 2 })
  return get(server, token, 'check-status')
}

/** Makes the person of this netID a member of these tents. */
async function joinTents(
  server: ServerProcess,
  token: string,
  netIDs: string,
  tents: readonly Tent[],
) {
  const edits = tents.map(({ id }) => ({ id, fields: { netIDs } }))
  expect((await post(server, token, 'roster/edit', { edits })).status).toBe(200)
}

async function misses(server: ServerProcess, token: string): Promise<Map<string, number>> {
  const tents = await get<Tent[]>(server, token, 'tent-checks')
  return new Map(tents.map(({ id, numberOfMisses }) => [id, numberOfMisses]))
}
