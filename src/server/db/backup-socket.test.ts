import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { askForBackup, serveBackups } from './backup-socket.ts'

const warn = vi.fn()
let around: string
beforeEach(() => {
  warn.mockClear()
  around = mkdtempSync(join(tmpdir(), 'tent-city-'))
})
afterEach(() => {
  vi.restoreAllMocks()
  rmSync(around, { recursive: true })
})

/** Two folders whose paths are longer than a socket's may be, and differ only at the end. */
function longFolders(): readonly [string, string] {
  const long = join(around, 'x'.repeat(200))
  const folders = [`${long}1`, `${long}2`] as const
  for (const folder of folders) mkdirSync(folder)
  return folders
}

const serve = (folder: string, backup: string) =>
  serveBackups({ log: { warn, error: warn } }, folder, async () => ({
    bytes: backup.length,
    stream: Readable.from([Buffer.from(backup)]),
  }))

async function asked(folder: string): Promise<string | null> {
  let found: string | null = null
  await askForBackup(folder, async (backup) => {
    found = await text(Readable.from(backup))
  })
  return found
}

// Only Linux has short paths.
it.skipIf(process.platform !== 'linux')(
  'asks the server of this folder, however long its path is and whatever lies beside it',
  async () => {
    const [first, second] = longFolders()
    expect(await asked(first)).toBeNull()
    const close = await serve(first, 'of the first')
    const closeSecond = await serve(second, 'of the second')
    expect([await asked(first), await asked(second)]).toEqual(['of the first', 'of the second'])
    await close()
    expect(readdirSync(around)).toHaveLength(2)
    expect(await asked(first)).toBeNull()
    const closeAgain = await serve(first, 'of its next server')
    expect(await asked(first)).toBe('of its next server')
    await closeAgain()
    await closeSecond()
    expect(warn).not.toHaveBeenCalled()
  },
)

it('asks no server, and warns as one starts, where a path is too long and cannot be made short', async () => {
  vi.spyOn(process, 'platform', 'get').mockReturnValue('darwin')
  const [first, second] = longFolders()
  const close = await serve(first, 'of the first')
  expect(warn).toHaveBeenCalledOnce()
  expect([await asked(first), await asked(second)]).toEqual([null, null])
  await close()
  const closeShort = await serve(around, 'of a short path')
  expect(await asked(around)).toBe('of a short path')
  await closeShort()
  expect(warn).toHaveBeenCalledOnce()
})
