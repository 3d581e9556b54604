import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, expect, inject, it, onTestFinished } from 'vitest'
import { randomOf } from '../../src/server/random.ts'
import type { ShownNotice } from '../../src/shared/notices/contract.ts'
import { startMailServer } from '../../stand-ins/smtp.ts'
import { anyMomentWithin } from '../support/any-moment.ts'
import { get, post, signInTo } from '../support/calls.ts'
import { createDatabase, migrated } from '../support/database.ts'
import { freePort } from '../support/free-port.ts'
import { type ServerProcess, startServer } from '../support/server-process.ts'
import { addTenters, openAt, tentsOfPeople } from '../support/tenters.ts'
import { seed, times } from '../support/times.ts'

const folder = mkdtempSync(join(tmpdir(), 'tent-city-notices-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const boss = { netID: 'boss', password: 'told-once-and-no-more' }
const tents = tentsOfPeople(times(10, 40), 10)
const people = tents.length * 10

const engines =
  inject('postgresUrl') === '' ? ['embedded'] : ['embedded', 'PostgreSQL and two servers']

it.each(times(engines.slice(-1), engines))(
  `kill -9 while ${people} notices wait: each is sent, and none twice but where the answer of the mail server was lost (%s)`,
  { timeout: times(240_000, 3_600_000) },
  async (engine) => {
    // How it comes back after more than one kill is seen with two servers.
    const kills = engine === 'embedded' ? times(1, 50) : times(2, 50)
    const random = randomOf(seed)
    const mails = await startMailServer()
    onTestFinished(mails.close)
    const where =
      engine === 'embedded'
        ? { DATA_DIR: join(folder, 'data') }
        : { DATA_DIR: folder, DATABASE_URL: await createDatabase(inject('postgresUrl'), migrated) }
    await addTenters(where, tents, boss)
    const env = {
      ...where,
      SMTP_URL: mails.url,
      NOTICE_DELAY_SECONDS: '0',
    }
    const ports = [await freePort(), await freePort()].slice(0, engine === 'embedded' ? 1 : 2)
    const start = (port: number) =>
      startServer({ ...env, PORT: String(port), PUBLIC_URL: `http://127.0.0.1:${port}` })
    const servers: ServerProcess[] = []
    for (const port of ports) servers.push(await start(port))
    const [first] = servers as [ServerProcess]
    const token = await signInTo(first, boss)
    // Slow enough for every kill to come while some wait: of two servers, one goes on meanwhile.
    mails.faults.latencyMs = engine === 'embedded' ? 1000 : times(2000, 4000)
    /** Of how many people the mail server has no mail yet. */
    const unsent = () => people - new Set(mails.caught.map(({ to }) => to)).size
    const ids = tents.map(({ id }) => id)
    const body = { tents: ids.map((id) => ({ id })), numCheckers: 1 }
    const { checkId } = await (await post(first, token, 'start-check', body)).json()
    const rest = { checkId, ids, restId: randomUUID() }
    expect((await post(first, token, 'tent-checks/miss-rest', rest)).status).toBe(200)
    expect((await post(first, token, 'end-check', {})).status).toBe(200)
    const left = async () => {
      const { notices } = await get<{ notices: ShownNotice[] }>(
        servers[0] as ServerProcess,
        token,
        'notices',
      )
      return notices.filter(({ state }) => state !== 'sent').length
    }

    for (let kill = 0; kill < kills; kill += 1) {
      await anyMomentWithin(1500, random)
      const place = Math.floor(random() * servers.length)
      expect(unsent()).toBeGreaterThan(0)
      await servers[place]?.kill('SIGKILL')
      servers[place] = await start(ports[place] ?? 0)
    }
    // The time for which a killed server's mails are held passes while no server runs.
    for (const server of servers) await server.kill('SIGKILL')
    const db = await openAt(where)
    await db.transaction(({ queries }) =>
      queries.execute(sql`update notices set due_at = due_at - interval '1 hour'`),
    )
    await db.close()
    mails.faults.latencyMs = 0
    for (const [place, port] of ports.entries()) servers[place] = await start(port)
    await expect.poll(left, { timeout: 120_000, interval: 500 }).toBe(0)

    const byPerson = new Map<string, typeof mails.caught>()
    for (const mail of mails.caught) {
      byPerson.set(mail.to, [...(byPerson.get(mail.to) ?? []), mail])
    }
    expect(byPerson.size).toBe(people)
    const twice = [...byPerson.values()].filter((mails) => mails.length > 1)
    for (const same of twice) {
      expect(new Set(same.map(({ messageID }) => messageID)).size).toBe(1)
    }
    const { notices } = await get<{ notices: ShownNotice[] }>(
      servers[0] as ServerProcess,
      token,
      'notices',
    )
    const said = new Set(
      notices.flatMap(({ to, error }) => (error === null ? [] : `${to}@example.edu`)),
    )
    expect([...byPerson].filter(([to, all]) => all.length > 1 && !said.has(to))).toEqual([])
    console.log(
      `${kills} kills (${engine}): ${twice.length} of ${people} sent again, ${said.size} said so`,
    )
    for (const server of servers) await server.kill('SIGTERM')
  },
)
