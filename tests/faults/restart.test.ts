import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { io } from 'socket.io-client'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { CheckStatus } from '../../src/shared/tent-check/contract.ts'
import type { Tent } from '../../src/shared/tents/contract.ts'
import { get, post, signInTo } from '../support/calls.ts'
import { type ServerProcess, startServer } from '../support/server-process.ts'

let dataDir: string
let server: ServerProcess
let token: string

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'tent-city-restart-'))
  server = await startServer({ DATA_DIR: dataDir })
  token = await signInTo(server, server.account('line monitor'))
})
afterAll(async () => {
  await server.kill('SIGKILL')
  rmSync(dataDir, { recursive: true, force: true })
})

const ask = (path: string, body: object) => post(server, token, path, body)
const status = () => get<CheckStatus>(server, token, 'check-status')

async function exclude(names: string[]): Promise<void> {
  const socket = io(server.url, { transports: ['websocket'], auth: { token } })
  await socket.emitWithAck('excludedNamesUpdated', names, { base: [] })
  socket.disconnect()
}

it('a check goes on after SIGTERM: the same tents, the same names, whoever was signed in still is', {
  timeout: 60_000,
}, async () => {
  const tents = await get<Pick<Tent, 'id' | 'members'>[]>(server, token, 'tent-checks')
  await ask('start-check', { tents: tents.map(({ id }) => ({ id })), numCheckers: 3 })
  for (const { id } of tents.slice(0, 7)) await ask('tent-checks/update', { id, misses: 1 })
  const late = tents[9]?.members.split(', ')[0] ?? ''
  await exclude([late])
  const before = await status()
  expect(before.activeTents).toHaveLength(123)
  expect(before.excludedNames).toEqual([late])

  await server.kill('SIGTERM')
  server = await startServer({ DATA_DIR: dataDir })
  expect(await status()).toEqual(before)
  const [next] = before.activeTents
  expect((await ask('tent-checks/update', { id: next?.id, lastCheck: '' })).status).toBe(200)
  expect((await status()).activeTents).toHaveLength(122)
  await ask('end-check', {})
})

it('stops cleanly when asked to, though connections say nothing or half of a request', async () => {
  const half =
    'POST /api/end-check HTTP/1.1\r\nHost: tents\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{'
  const { hostname, port } = new URL(server.url)
  for (const said of ['', half]) {
    const connection = connect(Number(port), hostname).on('error', () => {})
    await once(connection, 'connect')
    connection.write(said)
  }
  // The next answer shows that the server has seen both.
  await status()
  expect(await server.kill('SIGTERM')).toBe(0)
  expect(readdirSync(dataDir).filter((name) => name.startsWith('lock-'))).toEqual([])
})
