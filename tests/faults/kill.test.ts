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
import { get, isAnsweredAgain, post, signInTo } from '../support/calls.ts'
import { createDatabase, migrated } from '../support/database.ts'
import { type ServerProcess, startServer } from '../support/server-process.ts'
import { addTenters } from '../support/tenters.ts'
import { seed, times } from '../support/times.ts'

/**
 * What a phone sends, again and again until it is answered: a call of the API or, if `path` is
 * `excluding`, what the Duke Card Checker sends on its socket. `wrote`: the events that it writes, in
 * which check.
 */
type Act = { path: string; body: object; wrote: readonly [checkId: string, ...events: string[]] }
/** One after the other; each phone goes its own way. */
type Way = Act[]
type Tent = { id: string; members: string; numberOfMisses: number }
type Outcome = 'make' | 'miss' | 'none'
/** How each tent stands in a check, by its id. */
type Standing = Map<string, Outcome>

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

        // After how many answers the server is killed.
        const moments = fc.sample(fc.integer({ min: 0, max: 89 }), {
          seed,
          // A second kill, and corrections of the check before it, are tried on PostgreSQL.
          numRuns: engine === 'embedded' ? times(1, 200) : times(2, 200),
        })
        const acknowledged: Act[] = []
        const checks: { checkId: string; standing: Standing }[] = []
        let inTheMiddle = 0
        let server = await startServer(where)
        const account = engine === 'PostgreSQL' ? monitor : server.account('super user')
        const token = await signInTo(server, account)
        const before = await misses(server, token)
        // A check that is over, which is corrected while the next one is on.
        const first = await missedCheck(server, token)
        acknowledged.push(first.act)
        checks.push(first)
        for (const answered of moments) {
          const phone = await connectTo(server, token)
          const { checkId, activeTents } = await ensureCheck(server, token)
          const last = checks.at(-1)
          const standing: Standing = new Map()
          const ways = waysOf({ checkId, activeTents, standing }, last)
          checks.push({ checkId, standing })
          const acts = ways.flat()
          const killAt = acknowledged.length + answered
          let isReached = () => {}
          const reached = new Promise<void>((resolve) => {
            isReached = resolve
          })
          const sending = ways.map(async (way) => {
            for (const act of way) {
              if (!(await isTaken(server, token, act, phone))) break
              acknowledged.push(act)
              if (acknowledged.length >= killAt) isReached()
            }
            if (acknowledged.length >= killAt) isReached()
          })
          await reached
          await server.kill('SIGKILL')
          await Promise.all(sending)
          phone.disconnect()
          const taken = acts.filter((act) => acknowledged.includes(act)).length
          if (taken > 0 && taken < acts.length) inTheMiddle += 1

          server = await startServer(where)
          const again = await connectTo(server, token)
          // A phone that got no answer sends the same again: now all of it is answered.
          const repeating = ways.map(async (way) => {
            for (const act of way.filter((one) => !acknowledged.includes(one))) {
              expect([act.path, await isTaken(server, token, act, again)]).toEqual([act.path, true])
              acknowledged.push(act)
            }
          })
          await Promise.all(repeating)
          again.disconnect()
          await post(server, token, 'end-check', {})
        }

        const expected = new Map(before)
        for (const { standing } of checks) {
          for (const [id, outcome] of standing) {
            expected.set(id, (expected.get(id) ?? 0) + Number(outcome === 'miss'))
          }
        }
        const written = (id: string) =>
          acknowledged.flatMap(({ wrote: [checkId, ...events] }) => (checkId === id ? events : []))
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
        expect(inTheMiddle).toBeGreaterThan(moments.length / 4)
        await server.kill('SIGTERM')
      },
    )
  },
)

type CheckStatus = { activeTents: Tent[]; checkId: string }

/**
 * What all phones send: a mark of every tent, every third of them taken back; instead, for the last
 * ten tents, two acts that miss five each; a correction of every tenth tent in the check before;
 * all calls; and exclusions of a few members. Sets `standing` to how the tents stand after that.
 */
function waysOf(
  { checkId, activeTents, standing }: CheckStatus & { standing: Standing },
  last: { checkId: string; standing: Standing } | undefined,
): Way[] {
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
    const body = { checkId, ids, restId: randomUUID() }
    return {
      path: 'tent-checks/miss-rest',
      body,
      wrote: [checkId, ...ids.map((id) => `marked ${id} miss`)],
    }
  })
  const corrections = activeTents.flatMap(({ id }, place): Way[] => {
    if (last === undefined || place % 10 !== 0) return []
    const outcome = last.standing.get(id) === 'none' ? 'miss' : 'none'
    last.standing.set(id, outcome)
    const path = `checks/${last.checkId}/corrections`
    const body = { tentId: id, outcome, reason: 'So it was', correctionId: randomUUID() }
    return [[{ path, body, wrote: [last.checkId, `corrected ${id} ${outcome}`] }]]
  })
  const calls = [1, 2, 3].map((call): Act => {
    return { path: 'check-calls', body: { checkId, call }, wrote: [checkId, `called ${call}`] }
  })
  const names = new Set(activeTents.slice(0, 5).flatMap(({ members }) => members.split(', ')[0]))
  const exclusions = Array.from(names, (name): Act => {
    return { path: excluding, body: [name], wrote: [checkId, `excluded ${name}`] }
  })
  return [calls, exclusions, missRest, ...ofTents, ...corrections]
}

const excluding = 'excludedNamesUpdated'

/** A page that is connected: what it sends gets an answer, or none as soon as its server is gone. */
async function connectTo({ url }: ServerProcess, token: string): Promise<Socket> {
  const options = { transports: ['websocket'], forceNew: true, reconnection: false }
  const socket = io(url, { ...options, auth: { token } })
  await new Promise<void>((resolve) => socket.once('connect', () => resolve()))
  return socket
}

/** Whether it was acknowledged. */
async function isTaken(
  server: ServerProcess,
  token: string,
  { path, body }: Act,
  phone?: Socket,
): Promise<boolean> {
  if (path !== excluding) {
    const answer = await post(server, token, path, body).catch(() => null)
    return answer?.status === 200
  }
  const sent = phone?.timeout(20_000).emitWithAck(excluding, body, { base: [] })
  return (await sent?.catch(() => null))?.ok === true
}

/** What people did in this check, sorted; a text for each event. */
async function eventsIn(server: ServerProcess, token: string, id: string): Promise<string[]> {
  const { events } = await get<WholeCheck>(server, token, `checks/${id}`)
  return events
    .filter(({ kind }) => !['started', 'ended'].includes(kind))
    .map(({ kind, tentId, outcome, names, call }) =>
      [kind, tentId, outcome, names?.join(), call].filter((part) => part !== undefined).join(' '),
    )
    .sort()
}

/** Enough for more acts than the server answers before it is killed. */
const tentsInCheck = 70

/** Starts a check, unless one is on, and gives where it stands. */
async function ensureCheck(server: ServerProcess, token: string): Promise<CheckStatus> {
  const tents = await get<Tent[]>(server, token, 'tent-checks')
  const chosen = tents.slice(0, tentsInCheck).map(({ id }) => ({ id, groupIndex: 0 }))
  await post(server, token, 'start-check', { tents: chosen, numCheckers: 2 })
  return get(server, token, 'check-status')
}

/** A check that is over and in which every tent has a Miss. */
async function missedCheck(server: ServerProcess, token: string) {
  const { checkId, activeTents } = await ensureCheck(server, token)
  const ids = activeTents.map(({ id }) => id)
  const act: Act = {
    path: 'tent-checks/miss-rest',
    body: { checkId, ids, restId: randomUUID() },
    wrote: [checkId, ...ids.map((id) => `marked ${id} miss`)],
  }
  expect(await isTaken(server, token, act)).toBe(true)
  await post(server, token, 'end-check', {})
  return { act, checkId, standing: new Map(ids.map((id) => [id, 'miss' as Outcome])) }
}

async function misses(server: ServerProcess, token: string): Promise<Map<string, number>> {
  const tents = await get<Tent[]>(server, token, 'tent-checks')
  return new Map(tents.map(({ id, numberOfMisses }) => [id, numberOfMisses]))
}
