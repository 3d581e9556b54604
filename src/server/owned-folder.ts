import { chmodSync, mkdirSync, statSync } from 'node:fs'

/** What all but the owner may do, in the mode of a file. */
const others = 0o077
/** Of a folder that all share, as /tmp. */
const sticky = 0o1000

/**
 * Makes a folder for its owner alone; one that is there is closed to all others. One that somebody
 * else owns, or that all share, is left as it is.
 */
export function makeOwnedFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const { mode } = statSync(folder)
  if ((mode & others) === 0 || (mode & sticky) !== 0) return
  try {
    chmodSync(folder, mode & 0o7777 & ~others)
  } catch {
    // Not ours to change, or of a disk that knows no modes.
  }
}
