import { chmodSync, mkdirSync, statSync } from 'node:fs'

/** What all but the owner may do, in the mode of a file. */
const others = 0o077
/** Of a folder that all share, as /tmp. */
const sticky = 0o1000

/**
 * Makes a folder that only its owner can use; if it exists, closes it to everybody else. A folder
 * that somebody else owns, or that is shared as /tmp is, is left unchanged.
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
