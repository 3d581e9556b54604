import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { hourMs, minuteMs } from '../../shared/durations.ts'
import { makeOwnedFolder } from '../owned-folder.ts'
import { repeatEvery } from '../repeat-every.ts'
import { backup } from './backup.ts'
import type { Database } from './database.ts'

type Source = { db: Database; now: () => Date }

export const hoursKept = 24
export const daysKept = 7

/**
 * Writes a backup into a folder as soon as the newest is an hour old, also where no server runs for
 * a whole hour. It keeps the newest 24, and the first of each of the last 7 days (UTC) that have any.
 * Returns a function that stops it.
 */
export function backUpHourly(
  ctx: Source & { log: Pick<FastifyBaseLogger, 'error'> },
  folder: string,
  lookEveryMs = minuteMs,
): () => Promise<void> {
  /** The name of the last backup or try. After a failed try, the next one is an hour later. */
  let last: string | undefined
  const backUpOnceDue = async () => {
    const at = ctx.now()
    if (isRecent(last, at)) return
    const isFirst = last === undefined
    last = nameOf(at)
    makeOwnedFolder(folder)
    const newest = isFirst ? (await namesIn(folder, at)).at(-1) : undefined
    if (isRecent(newest, at)) last = newest
    else await writeBackup(ctx, folder, at)
  }
  return repeatEvery(ctx, backUpOnceDue, 'the hourly backup failed', lookEveryMs)
}

/** Is it of the last hour? One of a clock that was ahead is not waited for. */
function isRecent(name: string | undefined, at: Date): boolean {
  const hourAgo = nameOf(new Date(at.getTime() - hourMs))
  return name !== undefined && hourAgo < name && name <= nameOf(at)
}

/** One backup, named by its time, whole or not at all; then older ones go. */
async function writeBackup({ db }: Pick<Source, 'db'>, folder: string, at: Date): Promise<void> {
  await removeParts(folder)
  await backup(db, at, join(folder, nameOf(at)))
  const names = await namesIn(folder, at)
  const kept = new Set([...names.slice(-hoursKept), ...firstOfDays(names).slice(-daysKept)])
  for (const name of names) if (!kept.has(name)) await rm(join(folder, name))
}

/** Removes partial files of killed servers; else they would stay. No other server writes here. */
async function removeParts(folder: string): Promise<void> {
  const parts = (await readdir(folder)).filter((name) => name.endsWith('.backup.part'))
  for (const name of parts) await rm(join(folder, name))
}

/** Time and size of a folder's newest backup; null: there is none. */
export async function findNewestBackup(
  folder: string,
  now: Date,
): Promise<{ at: string; bytes: number } | null> {
  const name = (await namesIn(folder, now).catch(() => [])).at(-1)
  if (name === undefined) return null
  const { mtime, size } = await stat(join(folder, name))
  return { at: mtime.toISOString(), bytes: size }
}

function nameOf(at: Date): string {
  return `${at.toISOString().replaceAll(':', '-')}.backup`
}

/**
 * The names of a folder's backups until `now`, oldest first. Those of a clock that was ahead count
 * only once their time has come.
 */
async function namesIn(folder: string, now: Date): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.backup'))
  return names.filter((name) => name <= nameOf(now)).sort()
}

/** The first name of each day; names begin with their date and are sorted. */
function firstOfDays(names: string[]): string[] {
  const dayOf = (name: string | undefined) => name?.slice(0, '2026-01-19'.length)
  return names.filter((name, index) => dayOf(name) !== dayOf(names[index - 1]))
}
