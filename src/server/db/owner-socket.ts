import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import type { Server } from 'node:net'
import { join } from 'node:path'

/** Opens a socket at a path, for its owner alone; throws where there can't be one. */
export async function listenForOwner(server: Server, path: string): Promise<void> {
  // The socket is created with these rights, so that others cannot connect even for a moment.
  const before = process.umask(0o177)
  server.listen(path)
  process.umask(before)
  await once(server, 'listening')
}

/** What macOS has room for, the least of all. */
const pathBytesAtMost = 103

/**
 * A short path to a socket in this folder, until `close`: a socket's path may have about a hundred
 * characters, and Node cuts off the rest without a word. Throws if there is no such folder. Only
 * Linux has short paths; elsewhere it throws `ENAMETOOLONG` if the path is too long.
 */
export function shortPath(folder: string, name: string): { short: string; close: () => void } {
  if (process.platform !== 'linux') {
    const path = join(folder, name)
    if (Buffer.byteLength(path) <= pathBytesAtMost) return { short: path, close: () => {} }
    const tooLong = new Error(`${path} is too long for a socket. Choose a shorter DATA_DIR.`)
    throw Object.assign(tooLong, { code: 'ENAMETOOLONG' })
  }
  const opened = openSync(folder, 'r')
  return { short: `/proc/self/fd/${opened}/${name}`, close: () => closeSync(opened) }
}
