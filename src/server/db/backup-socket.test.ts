import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { expect, it, onTestFinished, vi } from 'vitest'
import { askForBackup, serveBackups } from './backup-socket.ts'

it('asks the server of this folder, however long its path is and whatever lies beside it', async () => {
  const warn = vi.fn()
  const around = mkdtempSync(join(tmpdir(), 'tent-city-'))
  onTestFinished(() => rmSync(around, { recursive: true }))
  // Longer than a socket's path may be, and different only at the end.
  const long = 'x'.repeat(200)
  const [first, second] = [join(around, `${long}1`), join(around, `${long}2`)] as const
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
  for (const folder of [first, second]) mkdirSync(folder)
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
})
