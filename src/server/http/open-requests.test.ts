import { EventEmitter, once } from 'node:events'
import { connect, type Socket } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Endpoint, ok } from '../../shared/endpoint.ts'
import { answerErrors, sendRefusal } from './errors.ts'
import { keepFailures } from './failures.ts'
import { limitRequests } from './open-requests.ts'
import { openPlaces } from './places.ts'
import { Refusal } from './refusal.ts'

const publicBodyMs = 50
const mark: Endpoint = {
  method: 'POST',
  path: '/mark',
  access: 'lineMonitor',
  body: null,
  response: ok,
}
const own: Endpoint = { method: 'POST', path: '/own', access: 'signedIn', body: ok, response: ok }

let app: FastifyInstance
let port: number
let clients: Socket[]
/** What ends the answers that are held back. */
let release: () => void
beforeEach(async () => {
  clients = []
  app = Fastify()
  answerErrors(app, keepFailures(), () => new Date())
  limitRequests(app, openPlaces(4, { rateLimitFactor: 0.1, trustProxy: 1 }), {}, publicBodyMs)
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  app.get('/', async () => {
    await released
    return 'done'
  })
  app.get('/well', { config: { isProbe: true } }, async () => 'well')
  app.post('/', async () => 'taken')
  app.post('/mark', { config: { endpoint: mark } }, async () => 'marked')
  app.post('/own', { config: { endpoint: own } }, async () => 'taken')
  app.setNotFoundHandler((_request, reply) => sendRefusal(reply, new Refusal('notFound')))
  port = Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port)
})
afterEach(async () => {
  for (const client of clients) client.destroy()
  await app.close()
})

/** Sends a head and perhaps some of a body; gives the connection and all that comes back. */
function send(head: string, address = '192.0.2.1', body = '') {
  const client = connect(port, '127.0.0.1').on('error', () => {})
  clients.push(client)
  client.write(`${head} HTTP/1.1\r\nhost: x\r\nx-forwarded-for: ${address}\r\n`)
  client.write(
    `connection: close\r\n${body === '' ? '' : 'content-type: application/json\r\ncontent-length: 99\r\n'}\r\n${body}`,
  )
  let text = ''
  client.on('data', (bytes) => {
    text += String(bytes)
  })
  return { client, text: () => text, whole: once(client, 'close').then(() => text) }
}

async function hold(address: string, count: number): Promise<Socket[]> {
  const held: Socket[] = []
  for (let number = 0; number < count; number += 1) {
    const arrived = once(app.server, 'request')
    held.push(send('GET /', address).client)
    await arrived
  }
  return held
}

describe('open requests', () => {
  it('are half of all for one address, and then no more than all', async () => {
    await hold('192.0.2.1', 2)
    const refused = await send('GET /', '192.0.2.1').whole
    expect(refused).toContain('HTTP/1.1 429')
    expect(refused).toContain('retry-after: 2')
    expect(refused).toContain('tooManyOpen')
    await hold('192.0.2.2', 2)
    expect(await send('GET /', '192.0.2.3').whole).toContain('HTTP/1.1 503')
    expect(await send('POST /mark', '192.0.2.1').whole).toContain('marked')
    expect(await send('GET /well', '192.0.2.1').whole).toContain('HTTP/1.1 200')
  })

  it('are more where RATE_LIMIT_FACTOR is above 1, of which an address has half', () => {
    const places = openPlaces(2, { rateLimitFactor: 3, trustProxy: 0 })
    const from = (remoteAddress: string) => ({ headers: {}, socket: { remoteAddress } }) as never
    const take = (address: string) => places.take(from(address), new EventEmitter())
    for (const address of ['192.0.2.1', '192.0.2.2']) {
      for (let count = 0; count < 3; count += 1) take(address)
      expect(() => take(address)).toThrow(new Refusal('tooManyOpen').message)
    }
    expect(() => take('192.0.2.3')).toThrow(new Refusal('unavailable').message)
  })

  it('leave their places when they are answered or broken off', async () => {
    const [first] = await hold('192.0.2.1', 2)
    first?.destroy()
    const isIn = async () => !(await send('POST /', '192.0.2.1').whole).includes('429')
    await expect.poll(isIn).toBe(true)
    release()
    await expect.poll(isIn).toBe(true)
    expect(await send('GET /', '192.0.2.1').whole).toContain('done')
  })
})

describe('a body of which only a part comes', () => {
  it.each(['/', '/nothing'])('is refused where anyone may send it, at %s', async (path) => {
    const { whole } = send(`POST ${path}`, '192.0.2.1', '{')
    expect(await whole).toContain('HTTP/1.1 408')
  })

  it('ends its connection though the other end keeps it', async () => {
    const { client } = send('POST /', '192.0.2.1', '{')
    client.allowHalfOpen = true
    const [connection] = await once(app.server, 'connection')
    await once(connection, 'close')
  })

  it('may take its time in a call that asks for a session', async () => {
    const slow = send('POST /own', '192.0.2.1', '{')
    // Came later, and is over.
    await send('POST /', '192.0.2.2', '{').whole
    expect(slow.text()).toBe('')
  })
})
