import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { io } from 'socket.io-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CheckStatus } from '../../src/shared/tent-check/contract.ts'
import type { Tent } from '../../src/shared/tents/contract.ts'
import { get, post, signInTo } from '../support/calls.ts'
import { runCommand } from '../support/command.ts'
import { type ServerProcess, startServer } from '../support/server-process.ts'

const folder = mkdtempSync(join(tmpdir(), 'tent-city-embedded-'))
const where = { DATA_DIR: join(folder, 'data') }
/** Where its backup is restored, by a server that is killed. */
const other = { DATA_DIR: join(folder, 'restored') }
const socketOf = ({ DATA_DIR }: typeof where) => join(DATA_DIR, 'backup.sock')
let server: ServerProcess
let token: string
/** The Misses before the check, by the ids of the tents. */
let before: Map<string, number>

const status = (from = server) => get<CheckStatus>(from, token, 'check-status')
const ask = (path: string, body: object) => post(server, token, path, body)
async function misses(from: ServerProcess) {
  const tents = await get<Tent[]>(from, token, 'tent-checks')
  return new Map(tents.map(({ id, numberOfMisses }) => [id, numberOfMisses ?? 0]))
}
async function mark(id: string): Promise<void> {
  const body = { id, misses: 1, markId: randomUUID() }
  expect((await ask('tent-checks/update', body)).status).toBe(200)
}

beforeAll(async () => {
  server = await startServer(where)
  token = await signInTo(server, server.account('line monitor'))
  before = await misses(server)
  const ids = [...before.keys()]
  await ask('start-check', { tents: ids.map((id) => ({ id })), numCheckers: 3 })
  for (const id of ids.slice(0, 3)) await mark(id)
})
afterAll(async () => {
  await server.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

describe('a server on the embedded database, in the middle of a check', {
  timeout: 120_000,
}, () => {
  it('is backed up by the command as ever, and the backup holds what was marked', async () => {
    expect(statSync(socketOf(where)).mode & 0o777).toBe(0o600)
    const { checkId, number: first } = await status()
    const undo = async (id: string) => {
      const body = { id, checkId, undoId: randomUUID() }
      expect((await ask('tent-checks/undo', body)).status).toBe(200)
    }
    const ids = [...before.keys()]

    const file = join(folder, 'while-running.backup')
    let isOver = false
    const acting = ids.slice(3, 8).map(async (id) => {
      while (!isOver) {
        await mark(id)
        await undo(id)
      }
    })
    const backup = runCommand(['backup', file], where).finally(() => {
      isOver = true
    })
    await Promise.all([expect(backup).resolves.toContain(`Wrote ${file}`), ...acting])
    const { number: last } = await status()
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(readdirSync(folder)).not.toContain('while-running.backup.part')

    await runCommand(['restore', file], other)
    const restored = await startServer(other)
    const { number, marked } = await status(restored)
    const now = await misses(restored)
    await restored.kill('SIGKILL')
    expect(number).toBeGreaterThan(first)
    expect(number).toBeLessThan(last)
    expect(marked.map(({ tent }) => tent.id)).toEqual(expect.arrayContaining(ids.slice(0, 3)))
    const expected = new Map(before)
    for (const { tent } of marked) expected.set(tent.id, (before.get(tent.id) ?? 0) + 1)
    expect(now).toEqual(expected)
  })

  it('goes on with it after SIGTERM: the same tents, the same names, whoever was signed in still is', async () => {
    const tents = await get<Pick<Tent, 'members'>[]>(server, token, 'tent-checks')
    const late = tents[9]?.members.split(', ')[0] ?? ''
    const socket = io(server.url, { transports: ['websocket'], auth: { token } })
    await socket.emitWithAck('excludedNamesUpdated', [late], { base: [] })
    socket.disconnect()
    const stopped = await status()
    expect(stopped.activeTents).toHaveLength(before.size - 3)
    expect(stopped.excludedNames).toEqual([late])

    await server.kill('SIGTERM')
    server = await startServer(where)
    expect(await status()).toEqual(stopped)
    const [next] = stopped.activeTents
    expect((await ask('tent-checks/update', { id: next?.id, lastCheck: '' })).status).toBe(200)
    expect((await status()).activeTents).toHaveLength(before.size - 4)
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
    expect(readdirSync(where.DATA_DIR).filter((name) => name.startsWith('lock-'))).toEqual([])
  })

  // Of the server that the first test killed, and of that which the test before stops.
  it('is backed up without being there, too, whether it stopped or was killed', async () => {
    const file = join(folder, 'stopped.backup')
    expect(existsSync(socketOf(other))).toBe(true)
    expect(await runCommand(['backup', file], other)).toContain(`Wrote ${file}`)
    const first = readFileSync(file)
    expect(existsSync(socketOf(where))).toBe(false)
    expect(await runCommand(['backup', file], where)).toContain(`Wrote ${file}`)
    expect(readFileSync(file).byteLength).toBeGreaterThan(first.byteLength / 2)
  })
})
