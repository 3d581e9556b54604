import { existsSync, readdirSync, statSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { errorCode } from './database.ts'

/**
 * The engine does not survive a disk that fills up under it: it stops for ever in the middle of a
 * write. This much is more than any one transaction takes, an upload of 15 MB included.
 */
const leastFreeBytes = 64 * 1_048_576

/** Refused, with the code of a full disk, before the disk really is full. */
export async function refuseFullDisk(folder: string): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  if (bavail * bsize >= leastFreeBytes) return
  const text = `The disk that holds ${folder} is full: it takes ${leastFreeBytes / 1_048_576} MB to go on. Make room on it.`
  throw Object.assign(new Error(text), { code: 'ENOSPC' })
}

/** Where its first file is missing the engine would begin anew, on top of what is left. */
export function refuseRemains(folder: string): void {
  if (!existsSync(folder) || existsSync(join(folder, 'PG_VERSION'))) return
  if (statSync(folder).isDirectory() && readdirSync(folder).length === 0) return
  throw damaged(folder)
}

/** Pages or files that are not what they should be, as the engine names it; or it broke on them. */
export function isDamage(error: unknown): boolean {
  return (
    /^(XX|58)/.test(errorCode(error) ?? '') ||
    (error instanceof Error && error.name === 'RuntimeError')
  )
}

export function damaged(folder: string, cause?: unknown): Error {
  const backups = join(dirname(folder), 'backups')
  return new Error(
    `The database in ${folder} is damaged and cannot be opened. Move that folder away, then restore the newest backup you have (look in ${backups}): npm run -s cli -- restore FILE`,
    { cause },
  )
}
