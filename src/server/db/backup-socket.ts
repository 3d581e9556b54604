import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { createServer, request } from 'node:http'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { FastifyBaseLogger } from 'fastify'
import { errorCode } from './database.ts'

const nameOf = (dataDir: string) => join(dataDir, 'backup.sock')

/**
 * Lets the command line have a backup from a server that holds the lock of its data folder: a
 * socket in that folder, for its owner alone, that answers every request with one. The caller
 * holds the lock. Gives what closes it.
 */
export async function serveBackups(
  { log }: { log: Pick<FastifyBaseLogger, 'error' | 'warn'> },
  dataDir: string,
  makeBackup: () => Promise<Uint8Array>,
): Promise<() => Promise<void>> {
  const path = nameOf(dataDir)
  rmSync(path, { force: true })
  const server = createServer((_request, response) => {
    makeBackup().then(
      (file) => response.setHeader('content-length', file.byteLength).end(file),
      (error) => {
        log.error({ err: error }, 'the backup that was asked for failed')
        response.writeHead(500).end()
      },
    )
  })
  // Made for its owner alone, so that there is no moment in which others may come in.
  const before = process.umask(0o177)
  server.listen(path)
  process.umask(before)
  try {
    await once(server, 'listening')
  } catch (error) {
    // A path may be too long for a socket. The server is well without it.
    log.warn({ err: error }, 'no backup can be had while the server runs')
  }
  return async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
}

/** A backup from the server that runs on this folder; null: none does. */
export async function askForBackup(dataDir: string): Promise<Uint8Array | null> {
  const asking = request({ socketPath: nameOf(dataDir), path: '/' })
  asking.end()
  try {
    const [response] = await once(asking, 'response')
    if (response.statusCode !== 200) throw new Error('it answered with an error')
    return await buffer(response)
  } catch (error) {
    if (/^(ENOENT|ECONNREFUSED|ENOTSOCK)$/.test(errorCode(error) ?? '')) return null
    throw new Error('The server that runs could not make the backup. Its log says why.', {
      cause: error,
    })
  }
}
