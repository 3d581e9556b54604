import { afterAll, beforeAll, expect, it } from 'vitest'
import { breakOff, sendBytes } from '../support/exact-request.ts'
import { ownPlace } from '../support/own-place.ts'
import { type ServerProcess, startServer } from '../support/server-process.ts'

let place: Awaited<ReturnType<typeof ownPlace>>
const servers: ServerProcess[] = []
beforeAll(async () => {
  place = await ownPlace()
})
afterAll(async () => {
  for (const server of servers) await server.kill('SIGKILL')
  place.remove()
})

/** A server that throws on a signal: SIGWINCH a connection's error, SIGUSR2 an unknown one. */
async function startFailing(more = ''): Promise<ServerProcess> {
  const script = `${more}
    process.on('SIGUSR2', () => { throw new TypeError('half done') })
    process.on('SIGWINCH', () => { throw Object.assign(new Error('read'), { code: 'ECONNRESET' }) })`
  const url = `data:text/javascript;base64,${Buffer.from(script).toString('base64')}`
  const server = await startServer({ ...place.env, NODE_OPTIONS: `--import=${url}` })
  servers.push(server)
  return server
}

it('an error that nobody caught is logged, and the server ends in order unless it is of one connection', {
  timeout: 120_000,
}, async () => {
  const server = await startFailing()
  await breakOffUpgrades(server)
  process.kill(server.pid, 'SIGWINCH')
  await expect.poll(() => server.lines.join('\n')).toContain('ECONNRESET')
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200)

  expect(await server.kill('SIGUSR2')).toBe(1)
  expect(server.lines.join('\n')).toContain('uncaught error: the server stops')
  expect(server.lines.join('\n')).toContain('half done')
})

it('a server that cannot end in order after such an error ends 5 seconds later', {
  timeout: 120_000,
}, async () => {
  // The one before let go of its data: nothing stands in the way.
  const server = await startFailing(`
    import http from 'node:http'
    http.Server.prototype.close = function () { return this }`)
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
  const began = performance.now()
  expect(await server.kill('SIGUSR2')).toBe(1)
  expect(performance.now() - began).toBeGreaterThan(4900)
  expect(performance.now() - began).toBeLessThan(50_000)
})

/** Whoever asks for an upgrade and goes away ends nothing. */
async function breakOffUpgrades(server: ServerProcess): Promise<void> {
  for (const path of ['/', '/socket.io/?EIO=4&transport=websocket']) {
    const request = `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`
    await breakOff(server.url, request, 20)
  }
  const elsewhere = 'GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'
  expect(await sendBytes(server.url, elsewhere)).toContain('404 Not Found')
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
}
