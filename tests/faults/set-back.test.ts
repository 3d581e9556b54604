import { randomUUID } from 'node:crypto'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { io, type Socket } from 'socket.io-client'
import { afterAll, describe, expect, inject, it, onTestFinished } from 'vitest'
import { backup } from '../../src/server/db/backup.ts'
import type { Database } from '../../src/server/db/database.ts'
import { openDatabase } from '../../src/server/db/open.ts'
import { randomOf } from '../../src/server/random.ts'
import { findEpoch } from '../../src/server/tent-check/ledger/store.ts'
import type { CheckStatus } from '../../src/shared/tent-check/contract.ts'
import { get, post, signInTo } from '../support/calls.ts'
import { clientOf } from '../support/client.ts'
import { commandHere } from '../support/command.ts'
import { createDatabase, migrated } from '../support/database.ts'
import { writeDemoRoster } from '../support/demo-roster.ts'
import { freePort } from '../support/free-port.ts'
import { type ServerProcess, startServer } from '../support/server-process.ts'
import { setBack, takeMoment } from '../support/set-back.ts'
import { startCheck } from '../support/start-check.ts'
import { seed, times } from '../support/times.ts'

const folder = mkdtempSync(join(tmpdir(), 'tent-city-set-back-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const monitor = { netID: 'monitor9', password: 'gloves-at-2-am' }
const rounds = times(1, 50)
const tentsInCheck = 40
const within = { timeout: 15_000 }

/** A PostgreSQL with a roster and a monitor, and a connection of the test to it. */
async function openCity(name: string) {
  const url = await createDatabase(inject('postgresUrl'), migrated)
  const where = { DATABASE_URL: url, DATA_DIR: folder }
  const names = ['--email', `${name}@example.edu`, '--first-name', 'Mo', '--last-name', 'N']
  const add = ['add-user', monitor.netID, ...names, '--line-monitor']
  await commandHere(add, where, monitor.password)
  await commandHere(['import-roster', writeDemoRoster(folder)], where)
  return { where, db: await handsOn(where) }
}

const handsOn = ({ DATABASE_URL }: { DATABASE_URL: string }) =>
  openDatabase({
    databaseUrl: DATABASE_URL,
    dataDir: '',
    onError: () => {},
  })

it('new embedded databases of one build have epochs of their own, also where the first start was killed once the files were there', async () => {
  const [one, cutOff] = [join(folder, 'one'), join(folder, 'cut-off')]
  cpSync('dist/server/first-database', join(cutOff, 'db'), { recursive: true })
  const epochs = []
  for (const dataDir of [one, one, cutOff]) {
    const db = await openDatabase({
      databaseUrl: null,
      dataDir,
      migrationsFolder: 'dist/server/migrations',
      onError: () => {},
    })
    epochs.push(await db.read(findEpoch))
    await db.close()
  }
  const [first, again] = epochs
  expect(again).toBe(first)
  expect(new Set(epochs).size).toBe(2)
})

/** What the server says now, and what a page that listens has been told last of all. */
type Page = { socket: Socket; epoch: () => string; marked: () => string[] }

/** A monitor's page, as simple as can be: whole pictures, and marks in between. */
function openPage(url: string, token: string): Page {
  const socket = io(url, { transports: ['websocket'], auth: { token }, reconnectionDelay: 100 })
  onTestFinished(() => void socket.disconnect())
  let epoch = ''
  let marked = new Set<string>()
  socket.on('checkStarted', (told: CheckStatus) => {
    epoch = told.epoch
    marked = new Set(told.marked.map(({ tent }) => tent.id))
  })
  socket.on('tentStatusUpdated', ({ id }: { id: string }) => void marked.add(id))
  return { socket, epoch: () => epoch, marked: () => [...marked].sort() }
}

const status = (server: ServerProcess, token: string) =>
  get<CheckStatus>(server, token, 'check-status')
const markedIn = ({ marked }: CheckStatus) => marked.map(({ tent }) => tent.id).sort()

/** Cancels the check that is on, if any, and starts another; gives the ids of its tents. */
async function startAnother(server: ServerProcess, token: string): Promise<string[]> {
  const client = clientOf(server.url, async () => token)
  await client.send('cancelCheck', {})
  const ids = (await client.call('listTents')).slice(0, tentsInCheck).map(({ id }) => id)
  await startCheck(client, ids, 2)
  return ids
}

/** Marks these tents at once, like phones; gives those that were acknowledged. */
async function markAll(
  server: ServerProcess,
  token: string,
  ids: string[],
  onAnswer = () => {},
): Promise<string[]> {
  const acknowledged: string[] = []
  await Promise.all(
    ids.map(async (id) => {
      const body = { id, misses: 1, markId: randomUUID() }
      const answer = await post(server, token, 'tent-checks/update', body).catch(() => null)
      if (answer?.status === 200) acknowledged.push(id)
      onAnswer()
    }),
  )
  return acknowledged
}

async function expectSound(db: Database): Promise<void> {
  const { rows } = await db.read(({ queries }) =>
    queries.execute(`select check_id from check_events group by check_id
      having max(number) <> count(*) or count(tent_id) <> count(distinct tent_id)`),
  )
  expect(rows).toEqual([])
}

describe.skipIf(inject('postgresUrl') === '')('in the middle of a check', () => {
  it('PostgreSQL is set back: nothing is lost that was acknowledged after it, and every page follows', {
    timeout: times(180_000, 3_600_000),
  }, async () => {
    const random = randomOf(seed)
    const { where, db } = await openCity('back')
    const server = await startServer({ ...where, LOG_LEVEL: 'fatal' })
    const token = await signInTo(server, monitor)
    const page = openPage(server.url, token)
    for (let round = 0; round < rounds; round += 1) {
      const ids = await startAnother(server, token)
      const before = Math.floor(random() * 15)
      await markAll(server, token, ids.slice(0, before))
      const moment = await takeMoment(db)
      const { epoch } = await status(server, token)
      await markAll(server, token, ids.slice(before, before + 1 + Math.floor(random() * 10)))

      // In the middle of further marks, which may be before it or after it.
      let left = Math.floor(random() * 10)
      let isSetBack: Promise<void> | null = null
      await markAll(server, token, ids.slice(25, 35), () => {
        if (left === 0) isSetBack = setBack(db, moment)
        left -= 1
      })
      await (isSetBack ?? setBack(db, moment))
      const acknowledged = await markAll(server, token, ids.slice(35))
      expect(acknowledged).toEqual(expect.arrayContaining(ids.slice(35)))

      const now = await status(server, token)
      expect(now.epoch).not.toBe(epoch)
      expect(markedIn(now)).toEqual(expect.arrayContaining(acknowledged))
      await expectSound(db)
      const shown = () => [page.epoch(), page.marked()]
      await expect.poll(shown, within).toEqual([now.epoch, markedIn(now)])
      const again = await startServer({ ...where, LOG_LEVEL: 'fatal' })
      expect(markedIn(await status(again, token))).toEqual(markedIn(now))
      await again.kill('SIGKILL')
    }
    await server.kill('SIGTERM')
    await db.close()
  })

  it('a backup is restored: the check goes on from there, and what was shown is void', {
    timeout: times(180_000, 3_600_000),
  }, async () => {
    const random = randomOf(seed + 1)
    let { where, db } = await openCity('restored')
    const settings = { LOG_LEVEL: 'fatal', PORT: String(await freePort()) }
    let server = await startServer({ ...where, ...settings })
    const token = await signInTo(server, monitor)
    for (let round = 0; round < rounds; round += 1) {
      const ids = await startAnother(server, token)
      const page = openPage(server.url, token)
      await expect.poll(page.epoch, within).not.toBe('')
      await markAll(server, token, ids.slice(0, Math.floor(random() * 20)))
      const file = join(folder, 'backup')
      await backup(db, new Date(), file)
      const saved = await status(server, token)
      await markAll(server, token, ids.slice(20, 21 + Math.floor(random() * 10)))

      await server.kill('SIGKILL')
      await db.close()
      where = { ...where, DATABASE_URL: await createDatabase(inject('postgresUrl')) }
      await commandHere(['restore', file], where)
      db = await handsOn(where)
      server = await startServer({ ...where, ...settings })
      const now = await status(server, token)
      expect(now.epoch).not.toBe(saved.epoch)
      expect({ ...now, epoch: '' }).toEqual({ ...saved, epoch: '' })
      const acknowledged = await markAll(server, token, ids.slice(30))
      expect(acknowledged).toHaveLength(tentsInCheck - 30)
      const after = markedIn(await status(server, token))
      expect(after).toEqual([...markedIn(saved), ...ids.slice(30)].sort())
      await expectSound(db)
      await expect.poll(() => [page.epoch(), page.marked()], within).toEqual([now.epoch, after])
      page.socket.disconnect()
    }
    await server.kill('SIGTERM')
    await db.close()
  })
})
