import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { io } from 'socket.io-client'
import { afterAll, beforeEach, expect, inject, it, onTestFinished, vi } from 'vitest'
import { randomOf } from '../../src/server/random.ts'
import { demoSeason } from '../../src/server/tents/demo-season.ts'
import { writeRosterCsv } from '../../src/server/tents/roster-csv.ts'
import type { CheckStatus } from '../../src/shared/tent-check/contract.ts'
import type { Tent } from '../../src/shared/tents/contract.ts'
import { LiveCheck } from '../../src/web/tent-check/live/live-check.ts'
import { anyMomentWithin } from '../support/any-moment.ts'
import { startBalancer } from '../support/balancer.ts'
import { commandHere } from '../support/command.ts'
import { createDatabase, migrated } from '../support/database.ts'
import { freePort } from '../support/free-port.ts'
import { headlessPage } from '../support/headless-page.ts'
import { type ServerProcess, startServer } from '../support/server-process.ts'
import { seed, times } from '../support/times.ts'
import { until } from '../support/until.ts'

const folder = mkdtempSync(join(tmpdir(), 'tent-city-servers-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
beforeEach(() => void vi.stubGlobal('navigator', { onLine: true }))

const boss = { netID: 'boss', password: 'any-number-of-servers' }
const monitors = times(3, 8)
const checks = times(1, 20)
/** Each takes the start of a server. */
const killsAtMost = times(2, Infinity)

it.skipIf(inject('postgresUrl') === '').each(times([2], [2, 3]))(
  '%i servers behind a balancer, killed at random during checks of 130 tents: nothing lost, nothing doubled, every phone equal',
  { timeout: times(180_000, 3_600_000) },
  async (count) => {
    const random = randomOf(seed)
    const where = {
      DATABASE_URL: await createDatabase(inject('postgresUrl'), migrated),
      DATA_DIR: folder,
      RATE_LIMIT_FACTOR: '1000',
    }
    const person = ['--email', 'b@example.edu', '--first-name', 'Boss', '--last-name', 'B']
    await commandHere(['add-user', boss.netID, ...person, '--super-user'], where, boss.password)
    const servers: (ServerProcess | null)[] = await Promise.all(
      Array.from({ length: count }, async () =>
        // Where it starts again; nothing else is given the port meanwhile.
        startServer({ ...where, PORT: String(await freePort()) }),
      ),
    )
    const alive = () => servers.flatMap((server) => (server === null ? [] : [server.url]))
    const balancer = await startBalancer(alive)
    let isOver = false
    onTestFinished(async () => {
      isOver = true
      await balancer.close()
      for (const server of servers) await server?.kill('SIGKILL')
    })

    /** As a phone does: again, until it is answered by someone. */
    function ask(token: string, path: string, body?: object): Promise<Response> {
      return until(async () => {
        if (isOver) throw new Error('The test is over')
        const answer = await fetch(`${balancer.url}/api/${path}`, {
          method: body === undefined ? 'GET' : 'POST',
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        }).catch(() => null)
        const isWhole = await answer
          ?.clone()
          .text()
          .then(
            () => true,
            () => false,
          )
        return isWhole && answer !== null && answer.status < 500 && answer
      })
    }
    const signIn = async () => (await (await ask('', 'profile/login', boss)).json()).token

    const token = await signIn()
    const csv = writeRosterCsv(demoSeason())
    await ask(token, 'roster/import', { csv })
    const pages = await Promise.all(
      Array.from({ length: monitors }, async () => openPage(balancer.url, await signIn(), ask)),
    )
    onTestFinished(() => {
      for (const { live, socket } of pages) {
        live.close()
        socket.disconnect()
      }
    })
    const missesNow = async () => {
      const tents: Tent[] = await (await ask(token, 'tent-checks')).json()
      return new Map(tents.map(({ id, numberOfMisses }) => [id, numberOfMisses ?? 0]))
    }

    let killed = 0
    let slowestMs = 0
    for (let check = 0; check < checks; check += 1) {
      const before = await missesNow()
      const ids = [...before.keys()]
      await ask(token, 'start-check', { tents: ids.map((id) => ({ id })), numCheckers: 3 })
      const { checkId }: CheckStatus = await (await ask(token, 'check-status')).json()

      let isMarking = true
      const killing = (async () => {
        while (isMarking && killed < killsAtMost) {
          await anyMomentWithin(500, random)
          const place = Math.floor(random() * count)
          const server = servers[place]
          if (!server || alive().length === 1) continue
          servers[place] = null
          await server.kill('SIGKILL')
          killed += 1
          servers[place] = await startServer({ ...where, PORT: new URL(server.url).port })
        }
      })()
      onTestFinished(async () => {
        isMarking = false
        await killing
      })
      const missed = new Map<string, boolean>()
      const mark = async (page: (typeof pages)[number], id: string, isMiss: boolean) => {
        const said = isMiss ? { misses: 1 } : { lastCheck: '' }
        const body = { id, ...said, markId: randomUUID(), checkId }
        const answer = await page.ask('tent-checks/update', body)
        const { mark } = await answer.json()
        const isMissed = mark?.outcome === 'miss'
        expect([answer.status, mark?.id]).toEqual([isMissed === isMiss ? 200 : 409, id])
        expect(missed.get(id) ?? isMissed).toBe(isMissed)
        missed.set(id, isMissed)
      }
      // With no tent left the server would end the check by itself: one stays out.
      const [, ...others] = ids
      await Promise.all(
        pages.map(async (page, place) => {
          // Everyone marks every tent, each beginning elsewhere: the first to arrive stands.
          for (const [index] of others.entries()) {
            const id = others[(index + place * 17) % others.length] ?? ''
            await mark(page, id, random() < 0.5)
          }
        }),
      )
      isMarking = false
      const markedAt = performance.now()
      for (const { live } of pages) {
        const shown = () => {
          const { check: now } = live.getState().picture
          return [now?.checkId, now?.number, now?.marked.length, now?.tents.length]
        }
        await expect.poll(shown, { timeout: 30_000 }).toEqual([checkId, 130, 129, 1])
        const marks = live.getState().picture.check?.marked ?? []
        expect(new Map(marks.map(({ mark }) => [mark.id, mark.outcome === 'miss']))).toEqual(missed)
      }
      slowestMs = Math.max(slowestMs, performance.now() - markedAt)
      await killing
      const expected = new Map(
        [...before].map(([id, misses]) => [id, misses + (missed.get(id) ? 1 : 0)]),
      )
      expect(await missesNow()).toEqual(expected)
      await ask(token, 'end-check', {})
      for (const { live } of pages) {
        await expect.poll(() => live.getState().picture.check, { timeout: 30_000 }).toBeNull()
      }
    }
    console.log(
      `${count} servers, ${checks} checks, ${monitors} phones: ${killed} kills, all phones equal ${Math.round(slowestMs)} ms after the last mark at the latest`,
    )
    expect(killed).toBeGreaterThan(0)
  },
)

/** The browser's own code for the live picture, as on a monitor's phone. */
function openPage(
  url: string,
  token: string,
  askAs: (token: string, path: string, body?: object) => Promise<Response>,
) {
  const socket = io(url, {
    transports: ['websocket'],
    forceNew: true,
    auth: { token },
    reconnectionDelay: 100,
    reconnectionDelayMax: 500,
  })
  const ask = (path: string, body?: object) => askAs(token, path, body)
  const live = new LiveCheck({
    socket,
    ask: async () => (await ask('check-status')).json(),
    ...headlessPage,
  })
  live.start()
  return { live, socket, ask }
}
