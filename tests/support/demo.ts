import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, inject } from 'vitest'
import { readConfig } from '../../src/server/config.ts'
import { systemContext } from '../../src/server/context.ts'
import { database } from '../../src/server/db/database.ts'
import { openPostgres } from '../../src/server/db/postgres.ts'
import { demoAccounts } from '../../src/server/demo.ts'
import { closePages, sharedChromium } from './chromium.ts'
import { createDatabase, migrated } from './database.ts'
import { type DemoServer, startDemoServer } from './demo-server.ts'

/**
 * A server with the demo season for all tests of a file, and a browser. On PostgreSQL where there is
 * one, for it starts in a fraction of the embedded engine's time. `more`: settings.
 */
export function demoForAll(
  prepare: (server: DemoServer) => Promise<void> = async () => {},
  engine: 'any' | 'embedded' = 'any',
  more: Record<string, string> = {},
) {
  let server: DemoServer | undefined
  let open: Browser | undefined
  beforeAll(async () => {
    const postgres = engine === 'any' ? inject('postgresUrl') : ''
    server = await (postgres === '' ? startDemoServer(more) : startDemoOnPostgres(postgres, more))
    open = await sharedChromium()
    await prepare(server)
  })
  afterAll(async () => {
    await closePages()
    await server?.close()
  })
  const there = <T>(thing: T | undefined): T => {
    if (thing === undefined) throw new Error('The demo has not started')
    return thing
  }
  return {
    get server() {
      return there(server)
    },
    get browser() {
      return there(open)
    },
  }
}

/** There no start invents a season: it stands there before. */
async function startDemoOnPostgres(
  adminUrl: string,
  more: Record<string, string>,
): Promise<DemoServer> {
  const databaseUrl = await createDatabase(adminUrl, migrated)
  const db = database(openPostgres(databaseUrl, () => {}))
  const accounts = await demoAccounts({
    ...systemContext,
    config: readConfig({}),
    db,
    secretKey: '',
  })
  await db.close()
  return startDemoServer({ DATABASE_URL: databaseUrl, ...more }, accounts)
}
