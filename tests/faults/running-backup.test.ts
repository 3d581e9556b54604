import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { get, post, signInTo } from '../support/calls.ts'
import { runCommand } from '../support/command.ts'
import { type ServerProcess, startServer } from '../support/server-process.ts'

const folder = mkdtempSync(join(tmpdir(), 'tent-city-running-'))
const where = { DATA_DIR: join(folder, 'data') }
/** Where that backup is restored, by a server that is killed. */
const other = { DATA_DIR: join(folder, 'restored') }
const socketOf = ({ DATA_DIR }: typeof where) => join(DATA_DIR, 'backup.sock')
let server: ServerProcess

beforeAll(async () => {
  server = await startServer(where)
})
afterAll(async () => {
  await server.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

describe('a backup of the embedded database while its server runs', { timeout: 120_000 }, () => {
  it('is had by the command as ever, in the middle of a check, and holds what was marked', async () => {
    expect(statSync(socketOf(where)).mode & 0o777).toBe(0o600)
    const account = server.accounts.find(({ role }) => role === 'line monitor')
    if (account === undefined) throw new Error('No line monitor was printed')
    const token = await signInTo(server, account)
    const tents = await get<{ id: string }[]>(server, token, 'tent-checks')
    const body = { tents: tents.map(({ id }) => ({ id, groupIndex: 0 })), numCheckers: 1 }
    await post(server, token, 'start-check', body)
    const mark = (id: string) => post(server, token, 'tent-checks/update', { id, misses: 1 })
    for (const { id } of tents.slice(0, 3)) expect((await mark(id)).status).toBe(200)

    const file = join(folder, 'while-running.backup')
    const marking = Promise.all(tents.slice(3, 60).map(({ id }) => mark(id)))
    expect(await runCommand(['backup', file], where)).toContain(`Wrote ${file}`)
    expect((await marking).every(({ status }) => status === 200)).toBe(true)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(readdirSync(folder)).not.toContain('while-running.backup.part')

    await runCommand(['restore', file], other)
    const restored = await startServer(other)
    const left = await get<{ activeTents: unknown[] }>(restored, token, 'check-status')
    await restored.kill('SIGKILL')
    expect(left.activeTents.length).toBeGreaterThanOrEqual(tents.length - 60)
    expect(left.activeTents.length).toBeLessThanOrEqual(tents.length - 3)
  })

  it('is had without the server too, whether it stopped or was killed', async () => {
    const file = join(folder, 'stopped.backup')
    expect(existsSync(socketOf(other))).toBe(true)
    expect(await runCommand(['backup', file], other)).toContain(`Wrote ${file}`)
    const first = readFileSync(file)
    await server.kill('SIGTERM')
    expect(existsSync(socketOf(where))).toBe(false)
    expect(await runCommand(['backup', file], where)).toContain(`Wrote ${file}`)
    expect(readFileSync(file).byteLength).toBeGreaterThan(first.byteLength / 2)
  })
})
