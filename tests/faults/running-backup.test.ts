import { randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CheckStatus } from '../../src/shared/tent-check/contract.ts'
import type { Tent } from '../../src/shared/tents/contract.ts'
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
    const token = await signInTo(server, server.account('line monitor'))
    const misses = async (from: ServerProcess) => {
      const tents = await get<Tent[]>(from, token, 'tent-checks')
      return new Map(tents.map(({ id, numberOfMisses }) => [id, numberOfMisses ?? 0]))
    }
    const status = (from: ServerProcess) => get<CheckStatus>(from, token, 'check-status')
    const before = await misses(server)
    const tents = [...before.keys()].map((id) => ({ id, groupIndex: 0 }))
    await post(server, token, 'start-check', { tents, numCheckers: 1 })
    const { checkId } = await status(server)
    const mark = async (id: string) => {
      const body = { id, misses: 1, markId: randomUUID() }
      expect((await post(server, token, 'tent-checks/update', body)).status).toBe(200)
    }
    const undo = async (id: string) => {
      const body = { id, checkId, undoId: randomUUID() }
      expect((await post(server, token, 'tent-checks/undo', body)).status).toBe(200)
    }
    for (const { id } of tents.slice(0, 3)) await mark(id)
    const { number: first } = await status(server)

    const file = join(folder, 'while-running.backup')
    let isOver = false
    const acting = tents.slice(3, 8).map(async ({ id }) => {
      while (!isOver) {
        await mark(id)
        await undo(id)
      }
    })
    const backup = runCommand(['backup', file], where).finally(() => {
      isOver = true
    })
    await Promise.all([expect(backup).resolves.toContain(`Wrote ${file}`), ...acting])
    const { number: last } = await status(server)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(readdirSync(folder)).not.toContain('while-running.backup.part')

    await runCommand(['restore', file], other)
    const restored = await startServer(other)
    const { number, marked } = await status(restored)
    const now = await misses(restored)
    await restored.kill('SIGKILL')
    expect(number).toBeGreaterThan(first)
    expect(number).toBeLessThan(last)
    expect(marked.map(({ tent }) => tent.id)).toEqual(
      expect.arrayContaining(tents.slice(0, 3).map(({ id }) => id)),
    )
    const expected = new Map(before)
    for (const { tent } of marked) expected.set(tent.id, (before.get(tent.id) ?? 0) + 1)
    expect(now).toEqual(expected)
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
