import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { createServer, type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { SentFile } from './backup-file.ts'
import { errorCode } from './database.ts'
import { refusedFolder } from './embedded-folder.ts'
import { listenForOwner, shortPath } from './owner-socket.ts'

const name = 'backup.sock'

/**
 * Lets the command line get a backup from a running server: a socket in the data folder, for its
 * owner only, that answers every request with a backup. The caller holds the folder's lock. Returns
 * what closes it.
 */
export async function serveBackups(
  { log }: { log: Pick<FastifyBaseLogger, 'error' | 'warn'> },
  dataDir: string,
  makeBackup: () => Promise<SentFile>,
): Promise<() => Promise<void>> {
  rmSync(join(dataDir, name), { force: true })
  let close = () => {}
  const server = createServer((_request, response) => {
    makeBackup()
      .then(({ bytes, stream }) => {
        response.setHeader('content-length', bytes)
        return pipeline(stream, response)
      })
      .catch((error) => {
        log.error({ err: error }, 'the backup that was asked for failed')
        if (response.headersSent) response.destroy()
        else response.writeHead(500).end()
      })
  })
  try {
    const path = shortPath(dataDir, name)
    close = path.close
    await listenForOwner(server, path.short)
  } catch (error) {
    // Not every folder supports sockets, or its path is too long. The server works without one.
    log.warn({ err: error }, 'no backup can be made while the server runs')
  }
  return async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
    close()
  }
}

/**
 * Asks the server that runs on this folder for a backup, and gives it to `take` as it arrives, with
 * its size; false: none runs on it, or none that can be asked. An error that `take` throws is passed on.
 */
export async function askForBackup(
  dataDir: string,
  take: (backup: AsyncIterable<Uint8Array>, bytes: number) => Promise<void>,
): Promise<boolean> {
  let response: IncomingMessage
  try {
    response = await answerOf(dataDir)
  } catch (error) {
    if (/^(ENOENT|ECONNREFUSED|ENOTSOCK|ENAMETOOLONG)$/.test(errorCode(error) ?? '')) return false
    throw refusedFolder(dataDir, error) ?? brokenOff(error)
  }
  if (response.statusCode !== 200) {
    response.destroy()
    throw brokenOff(new Error('it answered with an error'))
  }
  try {
    await take(arriving(response), Number(response.headers['content-length']))
  } finally {
    response.destroy()
  }
  return true
}

async function answerOf(dataDir: string): Promise<IncomingMessage> {
  const { short, close } = shortPath(dataDir, name)
  try {
    // The next folder's short path may be the same: no connection is kept for it.
    const asking = request({ socketPath: short, path: '/', agent: false })
    asking.end()
    const [response] = await once(asking, 'response')
    return response
  } finally {
    close()
  }
}

async function* arriving(response: IncomingMessage): AsyncGenerator<Uint8Array> {
  try {
    yield* response
  } catch (error) {
    throw brokenOff(error)
  }
}

function brokenOff(cause: unknown): Error {
  return new Error('The server that runs could not make the backup. Its log says why.', { cause })
}
