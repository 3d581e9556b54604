import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, inject } from 'vitest'
import { closePages, sharedChromium } from './chromium.ts'
import { createDatabase, withDemo } from './database.ts'
import { type DemoServer, startDemoServer } from './demo-server.ts'

/** A server with the demo season for all tests of a file, and a browser. `more`: settings. */
export function demoForAll(
  prepare: (server: DemoServer) => Promise<void> = async () => {},
  engine: 'any' | 'embedded' = 'any',
  more: Record<string, string> = {},
) {
  let server: DemoServer | undefined
  let open: Browser | undefined
  beforeAll(async () => {
    server = await (engine === 'any' ? startDemo(more) : startDemoServer(more))
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

/** On PostgreSQL where there is one, for it starts in a fraction of the embedded engine's time. */
export async function startDemo(more: Record<string, string> = {}): Promise<DemoServer> {
  const adminUrl = inject('postgresUrl')
  if (adminUrl === '') return startDemoServer(more)
  const DATABASE_URL = await createDatabase(adminUrl, withDemo)
  return startDemoServer({ DATABASE_URL, ...more }, inject('demoAccounts'))
}
