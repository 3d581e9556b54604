import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '../support/free-port.ts'
import { ownPlace } from '../support/own-place.ts'
import { spawnServer, startServer } from '../support/server-process.ts'
import { until } from '../support/until.ts'

let place: Awaited<ReturnType<typeof ownPlace>>
beforeAll(async () => {
  place = await ownPlace()
})
afterAll(() => place.remove())

/** `when` is a call that makes the server's standard output a file on a full disk, and says so. */
function envWithFull(when: string): Record<string, string> {
  const script = `
    import { closeSync, openSync } from 'node:fs'
    function fill() {
      closeSync(1)
      openSync('/dev/full', 'w')
      console.error('full')
    }
    ${when}`
  const url = `data:text/javascript;base64,${Buffer.from(script).toString('base64')}`
  return { ...place.env, LOG_LEVEL: 'info', NODE_OPTIONS: `--import=${url}` }
}

/** The answer's status; it fails where there is none in 20 seconds, as of a server that stands still. */
async function askedAt(url: string): Promise<number> {
  return (await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(20_000) })).status
}

describe.skipIf(!existsSync('/dev/full'))('a log on a full disk', { timeout: 60_000 }, () => {
  it('holds up no request and no stop once the server is up', async () => {
    const server = await startServer(envWithFull(`process.on('SIGWINCH', fill)`))
    try {
      expect(await askedAt(server.url)).toBe(200)
      process.kill(server.pid, 'SIGWINCH')
      await expect.poll(() => server.lines).toContain('full')
      expect([await askedAt(server.url), await askedAt(server.url)]).toEqual([200, 200])
      expect(await server.kill('SIGTERM')).toBe(0)
    } finally {
      await server.kill('SIGKILL')
    }
  })

  it('holds up no start, which also says more than the log', async () => {
    const port = await freePort()
    const { child, lines } = spawnServer({ ...envWithFull('fill()'), PORT: String(port) })
    const gone = once(child, 'exit')
    try {
      const url = `http://127.0.0.1:${port}`
      const isUp = async () => (await askedAt(url).catch(() => 0)) === 200
      // A stop waits for the start, and so for what that says.
      await until(async () => child.exitCode !== null || (await isUp()))
      child.kill('SIGTERM')
      expect([await gone, lines]).toEqual([[0, null], ['full']])
    } finally {
      child.kill('SIGKILL')
    }
  })
})
