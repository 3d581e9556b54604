import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { createServer, type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { SentFile } from './backup-file.ts'
import { errorCode } from './database.ts'
import { refusedFolder } from './embedded-folder.ts'
import { listenForOwner } from './owner-socket.ts'

const nameOf = (dataDir: string) => join(dataDir, 'backup.sock')

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
  const path = nameOf(dataDir)
  rmSync(path, { force: true })
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
    await listenForOwner(server, path)
  } catch (error) {
    // The path may be too long for a socket. The server works without it.
    log.warn({ err: error }, 'no backup can be made while the server runs')
  }
  return async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
}

/**
 * Asks the server that runs on this folder for a backup, and gives it to `take` as it arrives, with
 * its size; false: no server runs on it. An error that `take` throws is passed on.
 */
export async function askForBackup(
  dataDir: string,
  take: (backup: AsyncIterable<Uint8Array>, bytes: number) => Promise<void>,
): Promise<boolean> {
  const asking = request({ socketPath: nameOf(dataDir), path: '/' })
  asking.end()
  let response: IncomingMessage
  try {
    ;[response] = await once(asking, 'response')
  } catch (error) {
    if (/^(ENOENT|ECONNREFUSED|ENOTSOCK)$/.test(errorCode(error) ?? '')) return false
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
