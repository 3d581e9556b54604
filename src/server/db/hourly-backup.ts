import { mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Context } from '../context.ts'
import { backup } from './backup.ts'

const hourMs = 3_600_000
const kept = 24

/**
 * Writes a backup of the database into a folder every hour and keeps the newest 24. One that
 * fails is logged and the next one tried in time: the server goes on. Gives a function that stops.
 */
export function backUpHourly(
  ctx: Pick<Context, 'db' | 'log' | 'now'>,
  folder: string,
  everyMs = hourMs,
): () => Promise<void> {
  let writing = Promise.resolve()
  const timer = setInterval(() => {
    writing = writing
      .then(() => writeBackup(ctx, folder))
      .catch((error) => ctx.log.error({ err: error }, 'the hourly backup failed'))
  }, everyMs)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await writing
  }
}

/** One backup, named by its time, whole or not at all; older ones beyond the newest 24 go. */
async function writeBackup(
  { db, now }: Pick<Context, 'db' | 'now'>,
  folder: string,
): Promise<void> {
  const at = now()
  await mkdir(folder, { recursive: true })
  const path = join(folder, `${at.toISOString().replaceAll(':', '-')}.backup`)
  const file = await open(`${path}.part`, 'w', 0o600)
  try {
    await file.writeFile(await backup(db, at))
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(`${path}.part`, path)
  const names = (await readdir(folder)).filter((name) => name.endsWith('.backup')).sort()
  for (const name of names.slice(0, -kept)) await rm(join(folder, name))
}
