import { once } from 'node:events'
import type { Server } from 'node:net'

/** Opens a socket at a path, for its owner alone; throws where there can't be one. */
export async function listenForOwner(server: Server, path: string): Promise<void> {
  // The socket is created with these rights, so that others cannot connect even for a moment.
  const before = process.umask(0o177)
  server.listen(path)
  process.umask(before)
  await once(server, 'listening')
}
