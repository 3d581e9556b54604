import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it, onTestFinished } from 'vitest'
import { randomOf } from '../../src/server/random.ts'
import { demoSeason } from '../../src/server/tents/demo-season.ts'
import { writeRosterCsv } from '../../src/server/tents/roster-csv.ts'
import type { Tent } from '../../src/shared/tents/contract.ts'
import { get, post, signInTo } from '../support/calls.ts'
import { findPostgres } from '../support/find-programs.js'
import { startPostgres } from '../support/postgres.ts'
import { startServer } from '../support/server-process.ts'
import { addTenters } from '../support/tenters.ts'
import { seed, times } from '../support/times.ts'
import { until } from '../support/until.ts'

const folder = mkdtempSync(join(tmpdir(), 'tent-city-postgres-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const boss = { netID: 'boss', password: 'postgres-comes-back' }
const kills = times(2, 200)

it.skipIf(findPostgres() === null)(
  'kill -9 of PostgreSQL while tents are marked loses no acknowledged mark, doubles none, and the server goes on',
  { timeout: times(180_000, 3_600_000) },
  async () => {
    const random = randomOf(seed)
    const postgres = await startPostgres(folder)
    onTestFinished(() => postgres.stop())
    const where = { DATABASE_URL: postgres.url, DATA_DIR: folder }
    await addTenters(where, [], boss)
    const server = await startServer({ ...where, LOG_LEVEL: 'fatal' })
    const token = await signInTo(server, boss)
    const csv = writeRosterCsv(demoSeason())
    expect((await post(server, token, 'roster/import', { csv })).status).toBe(200)
    const misses = async () => {
      const tents = await get<Tent[]>(server, token, 'tent-checks')
      return new Map(tents.map(({ id, numberOfMisses }) => [id, numberOfMisses ?? 0]))
    }

    const expected = await misses()
    let inTheMiddle = 0
    for (let kill = 0; kill < kills; kill += 1) {
      const tents = [...expected.keys()].map((id) => ({ id }))
      const started = await post(server, token, 'start-check', { tents, numCheckers: 2 })
      expect(started.status).toBe(200)
      // At most half of them, so that some are left when it is gone.
      const killAt = Math.floor((random() * tents.length) / 2)
      let answered = 0
      let isReached = () => {}
      const reached = new Promise<void>((resolve) => {
        isReached = resolve
      })
      /** As a phone does: sent again until it is answered. A server that is there never hangs. */
      const mark = async (id: string) => {
        const body = { id, markId: randomUUID(), misses: 1 }
        await until(async () => {
          const { status } = await post(server, token, 'tent-checks/update', body)
          expect([200, 503]).toContain(status)
          return status === 200
        })
        answered += 1
        if (answered >= killAt) isReached()
        expected.set(id, (expected.get(id) ?? 0) + 1)
      }
      const marking = Promise.all(tents.map(({ id }) => mark(id)))
      // Awaited after the restart; until then, a failure must not be an unhandled rejection.
      marking.catch(() => {})
      await Promise.race([reached, marking])
      await postgres.kill()
      if (answered < tents.length) inTheMiddle += 1
      await postgres.startAgain()
      await marking
      expect((await post(server, token, 'end-check', {})).status).toBe(200)
    }
    expect(await misses()).toEqual(expected)
    expect(inTheMiddle).toBeGreaterThan(0)
    await server.kill('SIGTERM')
  },
)
