import { accessSync, constants, existsSync, readdirSync, statfsSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { errorCode } from './database.ts'

/**
 * The engine does not survive a full disk: it stops for good in the middle of a write. This is more
 * than any one transaction writes, including an upload of 15 MB.
 */
export const leastFreeBytes = 64 * 1_048_576

/**
 * Throws, with the error code of a full disk, before the disk is full. `bytes`: the size of a file
 * to be written. Each write calls this, so it is synchronous: an answer from another thread would
 * take twenty times as long.
 */
export function refuseFullDisk(folder: string, bytes = 0): void {
  const { bavail, bsize } = statfsSync(folder)
  const needed = leastFreeBytes + bytes
  if (bavail * bsize >= needed) return
  const text = `The disk that holds ${folder} is full: it takes ${Math.ceil(needed / 1_048_576)} MB to go on. Make room on it.`
  throw Object.assign(new Error(text), { code: 'ENOSPC' })
}

/**
 * Refuses a folder on which the engine would fail only later, or silently: one with files of another
 * user, and one without its first file, on top of which it would start a new database.
 */
export function refuseUnusable(folder: string, access = accessSync): void {
  if (!existsSync(folder)) return
  refuseClosed(folder, access)
  if (existsSync(join(folder, 'PG_VERSION'))) return
  if (statSync(folder).isDirectory() && readdirSync(folder).length === 0) return
  throw damaged(folder)
}

function refuseClosed(folder: string, access: typeof accessSync): void {
  try {
    access(folder, constants.R_OK | constants.W_OK)
    if (!statSync(folder).isDirectory()) return
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
      access(join(folder, name), constants.R_OK | constants.W_OK)
    }
  } catch (error) {
    const { path } = error as NodeJS.ErrnoException
    throw refusedFolder(dirname(folder), error, path) ?? error
  }
}

/** What is wrong where the system does not let this user into the data folder; null: something else is. */
export function refusedFolder(dataDir: string, error: unknown, path = dataDir): Error | null {
  if (!/^(EACCES|EPERM)$/.test(errorCode(error) ?? '')) return null
  const text = `${resolve(path)} belongs to another user. Run this as that user, or as root. If a command that root ran left it behind, give it back to the user who runs the server: chown -R USER ${resolve(dataDir)}`
  return new Error(text, { cause: error })
}

/** Damaged pages or files, as the engine reports them, or a crash of the engine on them. */
export function isDamage(error: unknown): boolean {
  return (
    /^(XX|58)/.test(errorCode(error) ?? '') ||
    (error instanceof Error && error.name === 'RuntimeError')
  )
}

export function damaged(folder: string, cause?: unknown): Error {
  const dataDir = resolve(dirname(folder))
  return new Error(
    `The database in ${folder} is damaged and cannot be opened. Move that folder away, then restore the newest backup you have (look in ${join(dataDir, 'backups')}): DATA_DIR=${dataDir} node dist/server/cli.js restore FILE`,
    { cause },
  )
}
