import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startApp, type TestApp } from '../../../tests/support/app.ts'
import { restore } from './backup.ts'
import { backUpHourly } from './hourly-backup.ts'

let server: TestApp
let folder: string
let minutes: number

beforeEach(async () => {
  minutes = 0
  server = await startApp()
  folder = join(mkdtempSync(join(tmpdir(), 'tent-city-backups-')), 'backups')
})
afterEach(async () => {
  await server.close()
  rmSync(join(folder, '..'), { recursive: true, force: true })
})

/** A clock that is an hour on at each look. */
function now(): Date {
  minutes += 60
  return new Date(Date.UTC(2026, 0, 19, 0, minutes))
}

function listBackups(): string[] {
  try {
    return readdirSync(folder).filter((name) => name.endsWith('.backup'))
  } catch {
    return []
  }
}

it('writes backups that can be restored, and keeps the newest 24', async () => {
  await server.signIn('lena', { isSuperUser: true })
  const stop = backUpHourly({ db: server.db, log: server.app.log, now }, folder, 5)
  await expect.poll(() => minutes, { timeout: 20_000 }).toBeGreaterThan(26 * 60)
  await stop()
  const names = listBackups()
  expect(names).toHaveLength(24)
  expect(names.at(-1)).toBe(
    `${new Date(Date.UTC(2026, 0, 19, 0, minutes)).toISOString().replaceAll(':', '-')}.backup`,
  )
  expect(readdirSync(folder)).toHaveLength(24)
  const empty = await startApp()
  expect(await restore(empty.db, readFileSync(join(folder, names[0] ?? '')))).toBeGreaterThan(0)
  await empty.close()
})

it('goes on when one fails', async () => {
  writeFileSync(folder, 'a file where the folder should be')
  const stop = backUpHourly({ db: server.db, log: server.app.log, now }, folder, 5)
  await expect.poll(() => minutes, { timeout: 20_000 }).toBeGreaterThan(120)
  rmSync(folder)
  await expect.poll(() => listBackups().length, { timeout: 20_000 }).toBeGreaterThan(0)
  await stop()
})
