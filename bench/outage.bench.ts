import { randomUUID } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { io } from 'socket.io-client'
import { openDatabase } from '../src/server/db/open.ts'
import type { CheckStatus } from '../src/shared/tent-check/contract.ts'
import { startBalancer } from '../tests/support/balancer.ts'
import { get, post, signInTo } from '../tests/support/calls.ts'
import { runCommand } from '../tests/support/command.ts'
import { createDatabase } from '../tests/support/database.ts'
import { addPastChecks } from '../tests/support/past-checks.ts'
import { startPostgres, startStandby } from '../tests/support/postgres.ts'
import { startServer } from '../tests/support/server-process.ts'
import { median, report, rounds } from './figures.ts'
import { writeRoster } from './roster.ts'

/**
 * What an outage costs in the middle of a check. PostgreSQL is killed and its standby promoted at
 * once, with synchronous commit and without; two servers are restarted one after the other, while
 * pages watch through a balancer; a season is backed up, and restored where nothing is.
 */
const tentCount = 600
const phones = 4
const pauseMs = 100
const pageCount = Number(process.env['PAGES'] ?? 1000)
const pastChecks = 500
const boss = { netID: 'boss', password: 'gloves-at-2-am' }
const limits = { NODE_ENV: 'production', RATE_LIMIT_FACTOR: '1000' }

const folder = mkdtempSync(join(tmpdir(), 'tent-city-bench-'))
chmodSync(folder, 0o755)
const roster = writeRoster(folder, tentCount)

const failedOver: string[][] = []
for (const isSynchronous of [true, false]) {
  const runs = []
  for (let round = 0; round < rounds; round += 1) runs.push(await failOver(isSynchronous))
  const again = runs.map(({ againMs }) => againMs)
  failedOver.push([
    isSynchronous ? 'on both' : 'on the first',
    ...[median(again), Math.max(...again)].map((ms) => ms.toFixed(0)),
    String(runs.reduce((sum, { acknowledged }) => sum + acknowledged, 0)),
    String(runs.reduce((sum, { lost }) => sum + lost, 0)),
  ])
}
report('failover', {
  head: ['a commit waits for the disk', 'marks go again after ms', 'worst', 'acknowledged', 'lost'],
  rows: failedOver,
})

const postgresFolder = newFolder()
const postgres = await startPostgres(postgresFolder, true)
const restarts: Restart[] = []
for (let round = 0; round < rounds; round += 1) restarts.push(await restartBoth())
const ofAll = (pick: (run: Restart) => number) => median(restarts.map(pick))
report('rolling-restart', {
  head: ['pages', 'cut off p50, worst ms', 'slowest mark ms', 'acknowledged', 'lost'],
  rows: [
    [
      String(pageCount),
      `${ofAll(({ cutOff }) => median(cutOff)).toFixed(0)}, ${ofAll(({ cutOff }) => Math.max(...cutOff)).toFixed(0)}`,
      ofAll(({ slowestMs }) => slowestMs).toFixed(0),
      String(restarts.reduce((sum, { acknowledged }) => sum + acknowledged, 0)),
      String(restarts.reduce((sum, { lost }) => sum + lost, 0)),
    ],
  ],
})

const drills: string[][] = []
for (const engine of ['embedded', 'PostgreSQL']) drills.push([engine, ...(await drill(engine))])
report('restore-drill', {
  head: ['engine', 'backup s', 'its size MB', 'restore s', 'start until it answers s'],
  rows: drills,
})
await postgres.stop()
for (const made of [folder, postgresFolder]) rmSync(made, { recursive: true, force: true })

/** The first PostgreSQL is killed while marks go; the second takes over. */
async function failOver(isSynchronous: boolean) {
  const folders = [newFolder(), newFolder()] as const
  const primary = await startPostgres(folders[0], true)
  const standby = await startStandby(folders[1], primary)
  if (isSynchronous) {
    await execute(primary.url, "alter system set synchronous_standby_names = '*'")
    await execute(primary.url, 'select pg_reload_conf()')
  }
  let inUse = primary.url
  const address = await startBalancer(() => [inUse])
  const where = { DATABASE_URL: inUse.replace(new URL(inUse).host, new URL(address.url).host) }
  await addSeason(where)
  const server = await startServer({ ...where, ...limits })
  const check = await startCheck(server.url)
  const marking = markAll(server.url, check)
  await delay(2000)

  const killedAt = performance.now()
  await primary.kill()
  await execute(standby.url, 'select pg_promote()')
  inUse = standby.url
  while (!marking.acknowledged.some(({ at }) => at > killedAt)) await delay(10)
  await delay(2000)
  await marking.stop()
  const [first] = marking.acknowledged.filter(({ at }) => at > killedAt)
  const lost = await lostOf(server.url, check.token, marking.acknowledged)
  await server.kill('SIGKILL')
  await address.close()
  await standby.stop()
  for (const made of folders) rmSync(made, { recursive: true, force: true })
  return {
    againMs: (first?.at ?? Number.NaN) - killedAt,
    acknowledged: marking.acknowledged.length,
    lost,
  }
}

/** `cutOff`: how long, in ms, each page was without a connection, once for each time. */
type Restart = { cutOff: number[]; slowestMs: number; acknowledged: number; lost: number }

/** Two servers behind a balancer are restarted one after the other, as an upgrade does. */
async function restartBoth(): Promise<Restart> {
  const where = { DATABASE_URL: await createDatabase(postgres.url), ...limits }
  await addSeason(where)
  const servers = [await startServer(where), await startServer(where)]
  const balancer = await startBalancer(() => servers.map(({ url }) => url))
  const check = await startCheck(balancer.url)
  const pages = await openPages(balancer.url)
  const marking = markAll(balancer.url, check)
  await delay(2000)
  for (const [place, server] of servers.entries()) {
    await server.kill('SIGTERM')
    servers[place] = await startServer(where)
    await pages.areConnected()
  }
  await delay(2000)
  await marking.stop()
  const lost = await lostOf(balancer.url, check.token, marking.acknowledged)
  pages.close()
  await Promise.all(servers.map((server) => server.kill('SIGKILL')))
  await balancer.close()
  return {
    cutOff: pages.cutOff,
    slowestMs: Math.max(...marking.acknowledged.map(({ tookMs }) => tookMs)),
    acknowledged: marking.acknowledged.length,
    lost,
  }
}

/** A season of checks is backed up and restored, as after the loss of a machine. */
async function drill(engine: string): Promise<string[]> {
  const isEmbedded = engine === 'embedded'
  const place = async (name: string) =>
    isEmbedded
      ? { DATA_DIR: join(folder, name), DATABASE_URL: '' }
      : { DATA_DIR: join(folder, name), DATABASE_URL: await createDatabase(postgres.url) }
  const before = await place(`${engine}-before`)
  await addSeason(before)
  const db = await openDatabase({
    databaseUrl: before.DATABASE_URL === '' ? null : before.DATABASE_URL,
    dataDir: before.DATA_DIR,
    onError: (error) => console.error(error),
  })
  await addPastChecks(db, 1, pastChecks)
  await db.close()
  const file = join(folder, `${engine}.backup`)
  const after = await place(`${engine}-after`)
  const backup = await seconds(() => runCommand(['backup', file], before))
  const restore = await seconds(() => runCommand(['restore', file], after))
  let server: Awaited<ReturnType<typeof startServer>> | undefined
  const start = await seconds(async () => {
    server = await startServer({ ...after, ...limits })
  })
  await server?.kill('SIGKILL')
  return [backup, (statSync(file).size / 1_000_000).toFixed(1), restore, start]
}

async function seconds(work: () => Promise<unknown>): Promise<string> {
  const startedAt = performance.now()
  await work()
  return ((performance.now() - startedAt) / 1000).toFixed(1)
}

function newFolder(): string {
  return mkdtempSync(join(tmpdir(), 'tent-city-bench-'))
}

async function execute(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(statement)
  await client.end()
}

async function addSeason(where: Record<string, string>): Promise<void> {
  const names = ['--first-name', 'Robin', '--last-name', 'Test', '--email', 'b@example.edu']
  await runCommand(['add-user', boss.netID, ...names, '--super-user'], where, boss.password)
  await runCommand(['import-roster', roster], where)
}

type Check = { token: string; tents: { id: string }[] }

async function startCheck(url: string): Promise<Check> {
  const token = await signInTo({ url }, boss)
  const tents = await get<{ id: string }[]>({ url }, token, 'tent-checks')
  await post({ url }, token, 'start-check', { tents, numCheckers: phones })
  return { token, tents }
}

/** As phones mark: what was not answered is sent again with the same id, until it is acknowledged. */
function markAll(url: string, { token, tents }: Check) {
  const acknowledged: { id: string; at: number; tookMs: number }[] = []
  const waiting = tents.values()
  let isOver = false

  async function isTaken(id: string, markId: string): Promise<boolean> {
    try {
      const answer = await post({ url }, token, 'tent-checks/update', { id, markId, misses: 1 })
      await answer.arrayBuffer()
      return answer.status === 200
    } catch {
      return false
    }
  }

  async function phone(): Promise<void> {
    for (const { id } of waiting) {
      if (isOver) return
      const markId = randomUUID()
      const sentAt = performance.now()
      while (!(await isTaken(id, markId))) await delay(pauseMs)
      const at = performance.now()
      acknowledged.push({ id, at, tookMs: at - sentAt })
      await delay(pauseMs)
    }
  }
  const all = Promise.all(Array.from({ length: phones }, phone))
  const stop = async () => {
    isOver = true
    await all
  }
  return { acknowledged, stop }
}

/** How many acknowledged marks the check does not know. */
async function lostOf(
  url: string,
  token: string,
  acknowledged: readonly { id: string }[],
): Promise<number> {
  const { marked } = await get<CheckStatus>({ url }, token, 'check-status')
  const known = new Set(marked.map(({ tent }) => tent.id))
  return acknowledged.filter(({ id }) => !known.has(id)).length
}

/** Pages of visitors, by the client that ours use, with its own pauses before it connects again. */
async function openPages(url: string) {
  const cutOff: number[] = []
  const sockets = Array.from({ length: pageCount }, () => {
    const socket = io(url, { transports: ['websocket'], forceNew: true, auth: { speaks: 3 } })
    let left = 0
    socket.on('disconnect', () => {
      left = performance.now()
    })
    socket.on('connect', () => {
      if (left > 0) cutOff.push(performance.now() - left)
    })
    return socket
  })
  const areConnected = async () => {
    while (!sockets.every(({ connected }) => connected)) await delay(50)
  }
  await areConnected()
  return {
    cutOff,
    areConnected,
    close() {
      for (const socket of sockets) socket.disconnect()
    },
  }
}
