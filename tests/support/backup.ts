import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { backup, demandRestorable, restore } from '../../src/server/db/backup.ts'
import type { Database } from '../../src/server/db/database.ts'

async function withFile<T>(work: (path: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'tent-city-backup-'))
  return work(join(folder, 'backup')).finally(() => rm(folder, { recursive: true }))
}

/** A backup as bytes. */
export function backupOf(db: Database, now = new Date(0)): Promise<Buffer> {
  return withFile(async (path) => {
    await backup(db, now, path)
    return readFile(path)
  })
}

/** Restores these bytes as the command does; gives the number of rows. */
export function restoreInto(db: Database, bytes: Uint8Array): Promise<number> {
  return withFile(async (path) => {
    await writeFile(path, bytes)
    await demandRestorable(path)
    return restore(db, path)
  })
}
