import { chmod, mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { hourly } from '../hourly.ts'
import { backup } from './backup.ts'
import type { Database } from './database.ts'
import { writeWhole } from './write-whole.ts'

type Source = { db: Database; now: () => Date }

const hoursKept = 24
const daysKept = 7

/**
 * Writes a backup of the database into a folder every hour. Kept are the newest 24, and of the
 * last 7 days (UTC) that have any the first of each. Gives a function that stops.
 */
export function backUpHourly(
  ctx: Source & { log: Pick<FastifyBaseLogger, 'error'> },
  folder: string,
  everyMs?: number,
): () => Promise<void> {
  return hourly(ctx, () => writeBackup(ctx, folder), 'the hourly backup failed', everyMs)
}

/** One backup, named by its time, whole or not at all; then older ones go. */
async function writeBackup({ db, now }: Source, folder: string): Promise<void> {
  const at = now()
  await mkdir(folder, { recursive: true, mode: 0o700 })
  // One that was made before may be open to others.
  await chmod(folder, 0o700)
  await writeWhole(join(folder, `${at.toISOString().replaceAll(':', '-')}.backup`), () =>
    backup(db, at),
  )
  const names = await namesIn(folder)
  const kept = new Set([...names.slice(-hoursKept), ...firstOfDays(names).slice(-daysKept)])
  for (const name of names) if (!kept.has(name)) await rm(join(folder, name))
}

/** When the newest backup of a folder was written, and its size; null: there is none. */
export async function findNewestBackup(
  folder: string,
): Promise<{ at: string; bytes: number } | null> {
  const name = (await namesIn(folder).catch(() => [])).at(-1)
  if (name === undefined) return null
  const { mtime, size } = await stat(join(folder, name))
  return { at: mtime.toISOString(), bytes: size }
}

/** Of the backups in a folder, in the order in which they were made. */
async function namesIn(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name.endsWith('.backup')).sort()
}

/** Of names that begin with their date, in order: the first of each day. */
function firstOfDays(names: string[]): string[] {
  const dayOf = (name: string | undefined) => name?.slice(0, '2026-01-19'.length)
  return names.filter((name, index) => dayOf(name) !== dayOf(names[index - 1]))
}
