import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { ConfigError, environment, readConfig } from './config.ts'
import { type Database, isDatabaseAway } from './db/database.ts'
import { type OpenOptions, openDatabase } from './db/open.ts'
import { isOfOneConnection } from './uncaught.ts'

/** How long stopping may take after an uncaught error. */
const stopWithinMs = 5000
const openAgainAfterMs = 3000
/** One of this many failed attempts is reported: about one a minute. */
const sayEvery = 20

/** Starts the server and stops it cleanly when asked to. */
async function main(): Promise<void> {
  const config = readConfig(environment())
  // Before it serves, nothing has to be closed.
  let close = async (): Promise<void> => {}
  let stopping: Promise<void> | undefined
  function stop(): Promise<void> {
    stopping ??= close()
    return stopping
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      stop().then(
        () => process.exit(0),
        (error) => fail(error),
      )
    })
  }

  // The engine compiles in the background while the rest of the server is loaded.
  const [db, { serve }] = await Promise.all([
    openOnceThere({
      databaseUrl: config.databaseUrl,
      dataDir: config.dataDir,
      onError: (error) => console.error(`The database connection failed: ${error.message}`),
    }),
    import('./serve.ts'),
  ])
  const serving = serve(config, db, fileURLToPath(new URL('../web', import.meta.url)))
  close = () => serving.then((server) => server.stop()).then(() => db.close())

  const { log } = await serving
  process.removeListener('unhandledRejection', fail)
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, (error: unknown) => {
      if (isOfOneConnection(error)) return log.error({ err: error }, 'a connection failed')
      // State in memory may be inconsistent; the database is not.
      log.fatal({ err: error }, 'uncaught error: the server stops, to be started again')
      Promise.race([stop(), delay(stopWithinMs)]).then(() => process.exit(1), fail)
    })
  }
}

/**
 * After a reboot of its machine PostgreSQL may need minutes, in which systemd would have given up
 * starting the server.
 */
async function openOnceThere(options: OpenOptions): Promise<Database> {
  for (let tried = 0; ; tried += 1) {
    try {
      return await openDatabase(options)
    } catch (error) {
      if (!(error instanceof Error && isDatabaseAway(error))) throw error
      if (tried % sayEvery === 0)
        console.error(`${error.message}. Tent City waits until it is there.`)
    }
    await delay(openAgainAfterMs)
  }
}

function fail(error: unknown): never {
  const message = error instanceof Error ? error.message : String(error)
  console.error(error instanceof ConfigError ? message : `Tent City could not go on. ${message}`)
  process.exit(1)
}

process.on('unhandledRejection', fail)
// What a start says is no reason to end where it cannot be written, as on a full disk.
for (const output of [process.stdout, process.stderr]) output.on('error', () => {})
main().catch(fail)
