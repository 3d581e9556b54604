import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { startServer } from '../tests/support/server-process.ts'
import { median, report, rounds } from './figures.ts'
import { residentMb, startFloor } from './processes.ts'
import { openSockets } from './sockets.ts'

/** What the process holds at rest and with pages open, beside the engine alone and with bare ws. */
const pages = 2000
/** How long to wait until memory that only the start needed is given back, if it ever is. */
const restMs = 5000

const folder = mkdtempSync(join(tmpdir(), 'tent-city-bench-'))
const data = join(folder, 'data')
const floorData = join(folder, 'floor')
await (await startServer({ DATA_DIR: data })).kill('SIGTERM')

const rest = { ours: [] as number[], floor: [] as number[] }
const open = { ours: [] as number[], floor: [] as number[] }
for (let round = 0; round < rounds; round += 1) {
  rmSync(floorData, { recursive: true, force: true })
  cpSync(join(data, 'db'), floorData, { recursive: true })
  const engine = await startFloor('engine', { DATA_DIR: floorData })
  rest.floor.push(await held(engine.pid))
  await engine.stop()
  const bare = await startFloor('ws', { DATA_DIR: floorData })
  open.floor.push(await heldWithPages(bare))
  await bare.stop()
  const server = await startServer({ DATA_DIR: data, RATE_LIMIT_FACTOR: '1000' })
  rest.ours.push(await held(server.pid))
  open.ours.push(await heldWithPages(server))
  await server.kill('SIGTERM')
}
report('memory', {
  head: ['', 'ours MB', 'floor MB', 'more MB'],
  rows: Object.entries({ 'at rest': rest, [`${pages} pages`]: open }).map(([name, held]) => [
    name,
    median(held.ours).toFixed(0),
    median(held.floor).toFixed(0),
    (median(held.ours) - median(held.floor)).toFixed(0),
  ]),
})
rmSync(folder, { recursive: true, force: true })

async function held(pid: number): Promise<number> {
  await delay(restMs)
  return residentMb(pid)
}

async function heldWithPages({ url, pid }: { url: string; pid: number }): Promise<number> {
  const sockets = await openSockets(url, pages)
  const result = await held(pid)
  await Promise.all(sockets.map((socket) => socket.close()))
  return result
}
