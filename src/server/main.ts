import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { newSetupToken } from './accounts/registration.ts'
import { createApp } from './app.ts'
import { type Config, ConfigError, environment, readConfig } from './config.ts'
import { type Context, reality } from './context.ts'
import { backup } from './db/backup.ts'
import { serveBackups } from './db/backup-socket.ts'
import { backUpHourly } from './db/hourly-backup.ts'
import { openDatabase } from './db/open.ts'
import { demoAccounts } from './demo.ts'
import { secretKeyOf } from './secret-key.ts'

/** Starts the server, says how to reach it, and stops it cleanly when asked to. */
async function main(): Promise<void> {
  const config = readConfig(environment())
  const db = await openDatabase({
    databaseUrl: config.databaseUrl,
    dataDir: config.dataDir,
    migrationsFolder:
      beside('migrations') ?? fileURLToPath(new URL('./db/migrations', import.meta.url)),
    onError: (error) => console.error(`The database connection failed: ${error.message}`),
  })
  const given = { ...reality, config, db, secretKey: secretKeyOf(config) }
  const app = await createApp({ ...given, pagesFolder: beside('../web') })
  const ctx: Context = { ...given, log: app.log }
  // A real PostgreSQL is backed up by its own means.
  const isEmbedded = config.databaseUrl === null
  const stopBackups = isEmbedded ? await backUpEmbedded(ctx) : null

  let stopping: Promise<void> | undefined
  function stop(): Promise<void> {
    stopping ??= app
      .close()
      .then(() => stopBackups?.())
      .then(() => db.close())
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

  const inventsNothing = config.production || !isEmbedded
  const accounts = inventsNothing ? [] : await demoAccounts(ctx)
  const setupToken = await newSetupToken(ctx)
  await app.listen({ host: config.host, port: config.port })
  const address = config.publicUrl ?? addressOf(config, app.server.address())

  if (config.host === '127.0.0.1') {
    console.log(
      'Only this machine can reach it. For phones on your network: HOST=0.0.0.0 npm start',
    )
  }
  console.log(`Tent City is running at ${address}`)
  for (const { role, netID, password } of accounts) console.log(`${role} ${netID} ${password}`)
  if (setupToken !== null) {
    console.log(`Create the first super user, once, at ${address}/login#setup=${setupToken}`)
  }
}

/** Backups of the embedded database: every hour, and whenever the command line asks for one. */
async function backUpEmbedded(ctx: Context): Promise<() => Promise<void>> {
  const { dataDir } = ctx.config
  const stopHourly = backUpHourly(ctx, join(dataDir, 'backups'))
  const stopServing = await serveBackups(ctx, dataDir, () => backup(ctx.db, ctx.now()))
  return async () => {
    await stopServing()
    await stopHourly()
  }
}

/** What the build puts beside this file; running from source there may be nothing. */
function beside(name: string): string | null {
  const path = fileURLToPath(new URL(name, import.meta.url))
  return existsSync(path) ? path : null
}

function addressOf(
  config: Config,
  listening: ReturnType<import('node:net').Server['address']>,
): string {
  const port = typeof listening === 'object' && listening !== null ? listening.port : config.port
  return `http://${config.host === '0.0.0.0' ? 'localhost' : config.host}:${port}`
}

function fail(error: unknown): never {
  const message = error instanceof Error ? error.message : String(error)
  console.error(error instanceof ConfigError ? message : `Tent City could not go on. ${message}`)
  process.exit(1)
}

process.on('unhandledRejection', fail)
main().catch(fail)
