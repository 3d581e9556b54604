import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, inject, it } from 'vitest'
import { get, post, signInTo } from '../support/calls.ts'
import { runCommand } from '../support/command.ts'
import { createDatabase } from '../support/database.ts'
import { writeDemoRoster } from '../support/demo-roster.ts'
import { type ServerProcess, startServer } from '../support/server-process.ts'
import { seed, times } from '../support/times.ts'

/**
 * One mark that a phone sends, again and again until it is answered; then, of every third tent, what
 * takes it back.
 */
type Act =
  | { path: 'tent-checks/update'; body: { id: string; markId: string; misses: number } }
  | { path: 'tent-checks/undo'; body: { id: string; checkId: string; undoId: string } }
type Tent = { id: string; numberOfMisses: number }

const folder = mkdtempSync(join(tmpdir(), 'tent-city-kill-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const monitor = { netID: 'monitor9', password: 'gloves-at-2-am' }

describe.each(['embedded', 'PostgreSQL'])(
  'kill -9 of the server while tents are marked (%s)',
  (engine) => {
    it.skipIf(engine === 'PostgreSQL' && inject('postgresUrl') === '')(
      'loses no acknowledged mark or undo, doubles none, and the check goes on',
      { timeout: times(120_000, 3_600_000) },
      async () => {
        const where =
          engine === 'embedded'
            ? { DATA_DIR: join(folder, 'data') }
            : { DATABASE_URL: await createDatabase(inject('postgresUrl')), DATA_DIR: folder }
        const add = [
          'add-user',
          monitor.netID,
          '--email',
          'm@example.edu',
          '--first-name',
          'Mo',
          '--last-name',
          'N',
          '--line-monitor',
        ]
        await runCommand(add, where, monitor.password)
        await runCommand(['import-roster', writeDemoRoster(folder)], where)

        // After how many answers the server is killed.
        const moments = fc.sample(fc.integer({ min: 0, max: 129 }), {
          seed,
          numRuns: times(2, 200),
        })
        const acknowledged: Act[] = []
        let inTheMiddle = 0
        let server = await startServer(where)
        const token = await signInTo(server, monitor)
        const before = await misses(server, token)
        for (const answered of moments) {
          await post(server, token, 'start-check', await everyTent(server, token)).catch(() => {})
          const status = await get<CheckStatus>(server, token, 'check-status')
          const ofTents = status.activeTents.map(({ id }, place) =>
            actsOf(id, status.checkId, place % 3 === 0),
          )
          const acts = ofTents.flat()
          const killAt = acknowledged.length + answered
          let isReached = () => {}
          const reached = new Promise<void>((resolve) => {
            isReached = resolve
          })
          const sending = ofTents.map(async (ofTent) => {
            for (const act of ofTent) {
              const answer = await post(server, token, act.path, act.body).catch(() => null)
              if (answer?.status !== 200) break
              acknowledged.push(act)
              if (acknowledged.length >= killAt) isReached()
            }
            if (acknowledged.length >= killAt) isReached()
          })
          await reached
          await server.kill('SIGKILL')
          await Promise.all(sending)
          const taken = acts.filter((act) => acknowledged.includes(act)).length
          if (taken > 0 && taken < acts.length) inTheMiddle += 1

          server = await startServer(where)
          // A phone that got no answer sends the same again: now all of it is answered.
          for (const act of acts.filter((one) => !acknowledged.includes(one))) {
            const answer = await post(server, token, act.path, act.body)
            expect([act.path, answer.status]).toEqual([act.path, 200])
            acknowledged.push(act)
          }
          await post(server, token, 'end-check', {})
        }

        const expected = new Map(before)
        for (const { path, body } of acknowledged) {
          const change = path === 'tent-checks/update' ? 1 : -1
          expected.set(body.id, (expected.get(body.id) ?? 0) + change)
        }
        expect(await misses(server, token)).toEqual(expected)
        for (const { path, body } of acknowledged) {
          expect((await post(server, token, path, body)).status).toBe(200)
        }
        expect(await misses(server, token)).toEqual(expected)
        expect(inTheMiddle).toBeGreaterThan(moments.length / 4)
        await server.kill('SIGTERM')
      },
    )
  },
)

type CheckStatus = { activeTents: Tent[]; checkId: string }

function actsOf(id: string, checkId: string, isUndone: boolean): Act[] {
  const mark: Act = {
    path: 'tent-checks/update',
    body: { id, markId: randomUUID(), misses: 1 },
  }
  const undo: Act = {
    path: 'tent-checks/undo',
    body: { id, checkId, undoId: randomUUID() },
  }
  return isUndone ? [mark, undo] : [mark]
}

async function everyTent(server: ServerProcess, token: string) {
  const tents = await get<Tent[]>(server, token, 'tent-checks')
  return { tents: tents.map(({ id }) => ({ id, groupIndex: 0 })), numCheckers: 2 }
}

async function misses(server: ServerProcess, token: string): Promise<Map<string, number>> {
  const tents = await get<Tent[]>(server, token, 'tent-checks')
  return new Map(tents.map(({ id, numberOfMisses }) => [id, numberOfMisses]))
}
