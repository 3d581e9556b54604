import type { Browser } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { launchChromium } from './chromium.ts'
import { type DemoServer, startDemoServer } from './demo-server.ts'

/** A server with the demo season and a browser, for all tests of a file. */
export function demoForAll(prepare: (server: DemoServer) => Promise<void> = async () => {}) {
  let server: DemoServer | undefined
  let browser: Browser | undefined
  beforeAll(async () => {
    server = await startDemoServer()
    browser = await launchChromium()
    await prepare(server)
  })
  afterAll(async () => {
    await browser?.close()
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
      return there(browser)
    },
  }
}
