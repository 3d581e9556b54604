import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { dashboardMessages } from '../shared/dashboard-messages.ts'
import { refusals } from '../shared/refusals.ts'
import { isProofUndecided } from './accounts/netid-proof.ts'
import { newSetupToken } from './accounts/registration.ts'
import { createApp } from './app.ts'
import type { Config } from './config.ts'
import { type Context, systemContext } from './context.ts'
import { backupToSend } from './db/backup.ts'
import { serveBackups } from './db/backup-socket.ts'
import { type Database, errorCode } from './db/database.ts'
import { backUpHourly } from './db/hourly-backup.ts'
import { demoAccounts, warningOfDemo } from './demo.ts'
import { reachedAt } from './listening-address.ts'
import { forgetHourly } from './privacy/forgetting.ts'
import { secretKeyOf } from './secret-key.ts'
import { findAirtable } from './settings/airtable-config.ts'

/** A server that runs: its log, and what stops it cleanly. */
export type Serving = { log: Context['log']; stop: () => Promise<void> }

/** The server on an open database: says how to reach it. */
export async function serve(
  config: Config,
  db: Database,
  builtAppFolder: string,
): Promise<Serving> {
  // A real PostgreSQL is backed up by its own tools.
  const isEmbedded = config.databaseUrl === null
  const cacheFolder = await emptyCache(config)
  const given = { ...systemContext, config, db, secretKey: secretKeyOf(config) }
  // The demo's passwords are hashed in parallel with starting the server.
  const [app, accounts] = await Promise.all([
    createApp({
      ...given,
      cacheFolder,
      builtAppFolder: isBuilt(builtAppFolder) ? builtAppFolder : null,
    }),
    config.isForReal ? [] : demoAccounts(given),
  ])
  const ctx: Context = { ...given, log: app.log }
  const stopBackups = isEmbedded ? await backUpEmbedded(ctx, cacheFolder) : null
  const stopForgetting = forgetHourly(ctx)
  const stop = async () => {
    await app.close()
    await stopForgetting()
    await stopBackups?.()
    await rm(cacheFolder, { recursive: true, force: true })
  }
  try {
    await app.listen({ host: config.host, port: config.port })
  } catch (error) {
    await stop()
    throw errorCode(error) === 'EADDRINUSE' ? portTaken(config.port, error) : error
  }
  // Only after `listen`: a new token ends the set-up link of another server that has this port.
  const setupToken = await newSetupToken(ctx)
  const address = reachedAt(config, app.server)

  if (config.host === '127.0.0.1' && config.publicUrl === null) {
    console.log(
      config.isForReal
        ? 'Only this machine can reach it; set HOST=0.0.0.0 to open it to your network.'
        : 'Only this machine can reach it. For phones on your network: HOST=0.0.0.0 npm start',
    )
  }
  if (config.isForReal && config.publicUrl === null) {
    console.log(
      'PUBLIC_URL is not set: set it to the address that people use. Until then the server believes the address that each request names, and cookies are not Secure.',
    )
  }
  const warning = config.isForReal ? await db.read(warningOfDemo) : null
  if (warning !== null) console.log(warning)
  if (config.publicUrl?.startsWith('https:') && config.trustProxy === 0) {
    console.log(
      'PUBLIC_URL is https, but TRUST_PROXY is not set: to the server everybody has the address of the proxy, so limits on attempts are met by all of them together. Set TRUST_PROXY to the number of proxies that add the address to X-Forwarded-For, as a rule 1.',
    )
  }
  if (await db.read((reader) => isProofUndecided(config, reader))) {
    console.log(dashboardMessages.netIDsUnproven)
  }
  console.log(`Tent City is running at ${address}`)
  const airtable = await db.read((reader) => findAirtable(reader, given))
  if (airtable?.isKeyUnreadable) console.error(refusals.airtableKeyUnreadable[1])
  for (const { role, netID, password } of accounts) console.log(`${role} ${netID} ${password}`)
  if (setupToken !== null) {
    console.log(`Create the first super user, once, at ${address}/login#setup=${setupToken}`)
  }
  return { log: app.log, stop }
}

function portTaken(port: number, cause: unknown): Error {
  return new Error(`Port ${port} is taken by another program; set PORT to another one.`, { cause })
}

/** A folder for cached files, emptied of what an earlier run left. */
async function emptyCache({ databaseUrl, dataDir }: Config): Promise<string> {
  if (databaseUrl !== null) return mkdtemp(join(tmpdir(), 'tent-city-'))
  const folder = join(dataDir, 'cache')
  await rm(folder, { recursive: true, force: true })
  return folder
}

/** false: running from source, where Vite serves the pages. */
function isBuilt(builtAppFolder: string): boolean {
  return existsSync(join(builtAppFolder, 'app.html'))
}

/** Backups of the embedded database: every hour, and whenever the command line asks for one. */
async function backUpEmbedded(ctx: Context, cacheFolder: string): Promise<() => Promise<void>> {
  const { dataDir } = ctx.config
  const stopHourly = backUpHourly(ctx, join(dataDir, 'backups'))
  const stopServing = await serveBackups(ctx, dataDir, () => backupToSend(ctx, cacheFolder))
  return async () => {
    await stopServing()
    await stopHourly()
  }
}
