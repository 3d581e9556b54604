// On each engine: dumping goes by the engine’s own means.
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startApp, type TestApp } from '../../../tests/support/app.ts'
import { restore } from './backup.ts'
import { backUpHourly, findNewestBackup } from './hourly-backup.ts'

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

it('keeps the newest 24 and the first of each of 7 days, to be restored by their owner alone', async () => {
  await server.signIn('lena', { isSuperUser: true })
  const begin = Date.UTC(2026, 0, 19)
  const nameAt = (ms: number) => `${new Date(ms).toISOString().replaceAll(':', '-')}.backup`
  // Ten days and a half, one each hour; the next are real.
  mkdirSync(folder)
  for (let hour = 0; hour < 252; hour += 1) {
    writeFileSync(join(folder, nameAt(begin + hour * 3_600_000)), '')
  }
  const before = 251 * 60
  minutes = before
  const stop = backUpHourly({ db: server.db, log: server.app.log, now }, folder, 1)
  await expect.poll(() => minutes).toBeGreaterThan(before)
  await stop()
  const newest = begin + minutes * 60_000
  const hourly = Array.from({ length: 24 }, (_, ago) => newest - ago * 3_600_000)
  const midnight = Math.floor(newest / 86_400_000) * 86_400_000
  const daily = Array.from({ length: 7 }, (_, ago) => midnight - ago * 86_400_000)
  const expected = [...new Set([...hourly, ...daily])].map(nameAt).sort()
  expect(readdirSync(folder).sort()).toEqual(expected)

  const last = join(folder, nameAt(newest))
  expect(statSync(last).mode & 0o777).toBe(0o600)
  const empty = await startApp()
  expect(await restore(empty.db, last)).toBeGreaterThan(0)
  await empty.close()
})

it('makes one soon after a start, where the newest is missing or an hour old, and no other before', async () => {
  let at = Date.UTC(2026, 0, 19, 2)
  let looks = 0
  const clock = () => {
    looks += 1
    return new Date(at)
  }
  /** A server that runs for a few looks, all of them at this minute after 2. */
  async function run(minute: number): Promise<string[]> {
    at = Date.UTC(2026, 0, 19, 2, minute)
    looks = 0
    const stop = backUpHourly({ db: server.db, log: server.app.log, now: clock }, folder, 1)
    await expect.poll(() => looks).toBeGreaterThan(2)
    await stop()
    return listBackups().map((name) => name.slice(11, 16))
  }
  expect(await run(0)).toEqual(['02-00'])
  expect(await run(50)).toEqual(['02-00'])
  expect(await run(61)).toEqual(['02-00', '03-01'])
})

it('keeps what it writes beside those of a clock that was ahead and was set back', async () => {
  mkdirSync(folder)
  const ahead = Array.from({ length: 30 }, (_, hour) => `2030-01-19T${hour}-00-00.000Z.backup`)
  for (const name of ahead) writeFileSync(join(folder, name), '')
  const stop = backUpHourly({ db: server.db, log: server.app.log, now }, folder, 1)
  await expect.poll(() => minutes).toBeGreaterThan(120)
  await stop()
  const written = minutes / 60
  expect(listBackups()).toHaveLength(30 + written)
  const found = await findNewestBackup(folder, new Date(Date.UTC(2026, 0, 19, 0, minutes)))
  expect(found?.bytes).toBeGreaterThan(0)
})

it('writes one each hour, also while the names of a clock that was ahead come up', async () => {
  mkdirSync(folder)
  for (const hour of ['01', '02', '03', '04']) {
    writeFileSync(join(folder, `2026-01-19T${hour}-30-00.000Z.backup`), '')
  }
  const stop = backUpHourly({ db: server.db, log: server.app.log, now }, folder, 1)
  await expect.poll(() => minutes).toBeGreaterThan(180)
  await stop()
  const onTheHour = listBackups().filter((name) => name.includes('-00-00.'))
  expect(onTheHour).toHaveLength(minutes / 60)
})

it.each(['database', 'folder'])('that fails at its %s is made anew in an hour', async (what) => {
  let failures = 0
  let looks = 0
  const unread = new Proxy(server.db, {
    get() {
      throw new Error('The disk is full')
    },
  })
  const db = what === 'database' ? unread : server.db
  if (what === 'folder') writeFileSync(folder, 'a file where the folder should be')
  const clock = () => {
    looks += 1
    return new Date(Date.UTC(2026, 0, 19, 0, looks))
  }
  const error = () => {
    failures += 1
  }
  const stop = backUpHourly({ db, log: { error }, now: clock }, folder, 1)
  await expect.poll(() => looks).toBeGreaterThan(61)
  await stop()
  expect(failures).toBe(1 + Math.floor((looks - 1) / 60))
})

it('has a folder for its owner alone, also where an earlier one was open to others', async () => {
  mkdirSync(folder, { mode: 0o755 })
  const stop = backUpHourly({ db: server.db, log: server.app.log, now }, folder, 1)
  await expect.poll(() => listBackups().length).toBeGreaterThan(0)
  await stop()
  expect(statSync(folder).mode & 0o777).toBe(0o700)
})

it('leaves nothing of a backup in whose middle the server was killed', async () => {
  mkdirSync(folder)
  writeFileSync(join(folder, '2026-01-18T23-00-00.000Z.backup.part'), 'accounts')
  const stop = backUpHourly({ db: server.db, log: server.app.log, now }, folder, 1)
  await expect.poll(() => listBackups().length).toBeGreaterThan(0)
  await stop()
  expect(readdirSync(folder)).toEqual(listBackups())
})

it('goes on when one fails', async () => {
  writeFileSync(folder, 'a file where the folder should be')
  const stop = backUpHourly({ db: server.db, log: server.app.log, now }, folder, 5)
  await expect.poll(() => minutes, { timeout: 20_000 }).toBeGreaterThan(120)
  rmSync(folder)
  await expect.poll(() => listBackups().length, { timeout: 20_000 }).toBeGreaterThan(0)
  await stop()
  expect(server.takeErrors().join()).toContain('the hourly backup failed')
})
