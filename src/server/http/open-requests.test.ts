import { EventEmitter, once } from 'node:events'
import { connect, type Socket } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Endpoint, ok } from '../../shared/endpoint.ts'
import { answerErrors, sendRefusal } from './errors.ts'
import { keepFailures } from './failures.ts'
import { limitRequests, pipedAtMost } from './open-requests.ts'
import { Refusal } from './refusal.ts'
import { openUnderWayLimit } from './under-way-limit.ts'

const bounds = { inAll: 4, ofPerson: 1, publicBodies: 1, publicBodyMs: 0 }
const mark: Endpoint = {
  method: 'POST',
  path: '/mark',
  access: 'lineMonitor',
  body: null,
  response: ok,
}
const tents: Endpoint = {
  method: 'GET',
  path: '/tents',
  access: 'public',
  body: null,
  response: ok,
}
const own: Endpoint = { method: 'POST', path: '/own', access: 'signedIn', body: ok, response: ok }

let app: FastifyInstance
let port: number
let clients: Socket[]
/** What ends the answers that are held back. */
let release: () => void
/** What ends the wait for who it is. */
let tellWho: () => void
async function start(rateLimitFactor: number): Promise<void> {
  clients = []
  app = Fastify()
  answerErrors(app, keepFailures(), () => new Date())
  bounds.publicBodyMs = 50
  limitRequests(app, { rateLimitFactor, trustProxy: 1 }, {}, bounds)
  const who = new Promise<void>((resolve) => {
    tellWho = resolve
  })
  app.addHook('onRequest', async (request) => {
    const role = String(request.headers['x-role'])
    if (role === 'unsaid') await who
    if (request.tellSender === null) return
    const isKnown = role === 'monitor' || role.startsWith('person')
    request.tellSender(
      isKnown ? { netID: role, isLineMonitor: role === 'monitor', isSuperUser: false } : null,
    )
    const isPublic = request.routeOptions.config.endpoint?.access === 'public'
    if (!isKnown && !isPublic) throw new Refusal('notSignedIn')
  })
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
  app.get('/tents', { config: { endpoint: tents } }, async () => 'the tents')
  app.post('/own', { config: { endpoint: own } }, async () => {
    await released
    return 'taken'
  })
  app.setNotFoundHandler((_request, reply) => sendRefusal(reply, new Refusal('notFound')))
  port = Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port)
}
beforeEach(() => start(0.1))
afterEach(async () => {
  for (const client of clients) client.destroy()
  await app.close()
})

/** Sends a head and perhaps some of a body; gives the connection and all that comes back. */
function send(head: string, address = '192.0.2.1', body = '', more = '') {
  const client = connect(port, '127.0.0.1').on('error', () => {})
  clients.push(client)
  client.write(`${head} HTTP/1.1\r\nhost: x\r\nx-forwarded-for: ${address}\r\n${more}`)
  client.write(
    `connection: close\r\n${body === '' ? '' : 'content-type: application/json\r\ncontent-length: 99\r\n'}\r\n${body}`,
  )
  let text = ''
  client.on('data', (bytes) => {
    text += String(bytes)
  })
  return { client, text: () => text, whole: once(client, 'close').then(() => text) }
}

const markAs = (role: string) => send('POST /mark', '192.0.2.1', '', `x-role: ${role}\r\n`)
const callAs = (role: string, address = '192.0.2.1') =>
  send('POST /own', address, '', `x-role: ${role}\r\n`)

/** A call whose answer is held back, after it has arrived. */
async function callOpen(role: string, address?: string) {
  const arrived = once(app.server, 'request')
  const call = callAs(role, address)
  await arrived
  return call
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
    expect(await markAs('monitor').whole).toContain('marked')
    expect(await markAs('none').whole).toContain('HTTP/1.1 429')
    expect(await send('GET /well', '192.0.2.1').whole).toContain('HTTP/1.1 200')
  })

  it('are half of all for one site of IPv6, however many addresses it has', async () => {
    await hold('2001:db8:0:1::1', 2)
    expect(await send('POST /', '2001:db8:0:2::1').whole).toContain('tooManyOpen')
    expect(await send('POST /', '192.0.2.1').whole).toContain('taken')
  })

  it('of those who are signed in take none of the visitors, but of their person', async () => {
    await hold('192.0.2.1', 2)
    const first = await callOpen('person1')
    expect(await callAs('person1').whole).toContain('HTTP/1.1 429')
    expect(await callAs('none').whole).toContain('HTTP/1.1 429')
    release()
    expect(await first.whole).toContain('taken')
    expect(await callAs('person1').whole).toContain('taken')
  })

  it('of those who are signed in are answered also where anyone is, whatever visitors have open', async () => {
    await hold('192.0.2.1', 2)
    const tentsAs = (role: string) =>
      send('GET /tents', '192.0.2.1', '', `x-role: ${role}\r\n`).whole
    for (const role of ['monitor', 'person1']) expect(await tentsAs(role)).toContain('the tents')
    expect(await tentsAs('none')).toContain('HTTP/1.1 429')
  })

  it('of many who are signed in are half of all for one address', async () => {
    for (const person of ['person1', 'person2']) await callOpen(person)
    expect(await callAs('person3').whole).toContain('HTTP/1.1 429')
    expect((await callOpen('person3', '192.0.2.2')).text()).toBe('')
  })

  it('that ask for a session take a place of their own until it is known who sends them', async () => {
    for (const _ of [1, 2]) {
      const arrived = once(app.server, 'request')
      markAs('unsaid')
      await arrived
    }
    expect(await markAs('monitor').whole).toContain('HTTP/1.1 429')
    expect(await send('POST /', '192.0.2.1').whole).toContain('taken')
    tellWho()
    await expect.poll(async () => (await markAs('monitor').whole).includes('marked')).toBe(true)
  })

  it('are more where RATE_LIMIT_FACTOR is above 1, of which an address has half', () => {
    const underWay = openUnderWayLimit(2, { rateLimitFactor: 3, trustProxy: 0 })
    const from = (remoteAddress: string) => ({ headers: {}, socket: { remoteAddress } }) as never
    const take = (address: string) => underWay.take(from(address), new EventEmitter())
    for (const address of ['192.0.2.1', '192.0.2.2']) {
      for (let count = 0; count < 3; count += 1) take(address)
      expect(() => take(address)).toThrow(new Refusal('tooManyOpen').message)
    }
    expect(() => take('192.0.2.3')).toThrow(new Refusal('unavailable').message)
  })

  it('of a person, and bodies that anyone may send, are more then, too', async () => {
    await app.close()
    await start(2)
    bounds.publicBodyMs = 60_000
    for (const _ of [1, 2]) await callOpen('person1')
    expect(await callAs('person1').whole).toContain('HTTP/1.1 429')
    const bodies: ReturnType<typeof send>[] = []
    for (const _ of [1, 2, 3]) {
      const arrived = once(app.server, 'request')
      bodies.push(send('POST /', '192.0.2.1', '{'))
      await arrived
    }
    expect(await bodies[0]?.whole).toContain('HTTP/1.1 408')
    expect(bodies.slice(1).map(({ text }) => text())).toEqual(['', ''])
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

describe('requests of one connection', () => {
  const one = 'GET / HTTP/1.1\r\nhost: x\r\nx-forwarded-for: 192.0.2.1\r\n\r\n'
  const probe = 'GET /well HTTP/1.1\r\nhost: x\r\n\r\n'
  function pipe(text: string): Socket {
    const client = connect(port, '127.0.0.1').on('error', () => {})
    clients.push(client)
    client.write(text)
    return client
  }

  it(`are ${pipedAtMost} that wait for their answers; with one more it is ended`, async () => {
    const second = once(app.server, 'request')
    const allowed = pipe(one + probe.repeat(pipedAtMost - 1))
    await second
    expect(allowed.destroyed).toBe(false)
    const refused = pipe(one + probe.repeat(pipedAtMost))
    await once(refused, 'close')
    release()
    const [answer] = await once(allowed, 'data')
    expect(String(answer)).toContain('done')
  })

  it('all leave their places when it breaks off', async () => {
    let count = 0
    app.server.on('request', () => {
      count += 1
    })
    const first = 'POST /mark HTTP/1.1\r\nhost: x\r\nx-role: unsaid\r\n\r\n'
    const client = pipe(first + one)
    await expect.poll(() => count).toBe(2)
    await hold('192.0.2.1', 1)
    client.destroy()
    await expect
      .poll(async () => (await send('POST /', '192.0.2.1').whole).includes('taken'))
      .toBe(true)
  })
})

describe('a body of which only a part comes', () => {
  it.each(['/', '/nothing'])('is refused where anyone may send it, at %s', async (path) => {
    const { whole } = send(`POST ${path}`, '192.0.2.1', '{')
    expect(await whole).toContain('HTTP/1.1 408')
  })

  it('gives way to the next of its address', async () => {
    bounds.publicBodyMs = 60_000
    const slow = send('POST /', '192.0.2.1', '{')
    await once(app.server, 'request')
    const other = send('POST /', '192.0.2.2', '{')
    await once(app.server, 'request')
    const next = send('POST /', '192.0.2.1', '{')
    expect(await slow.whole).toContain('HTTP/1.1 408')
    expect([other.text(), next.text()]).toEqual(['', ''])
  })

  it('ends its connection though the other end keeps it', async () => {
    const { client } = send('POST /', '192.0.2.1', '{')
    client.allowHalfOpen = true
    const [connection] = await once(app.server, 'connection')
    await once(connection, 'close')
  })

  it('may take its time in a call that asks for a session', async () => {
    const slow = send('POST /own', '192.0.2.1', '{', 'x-role: person1\r\n')
    // Came later, and is over.
    await send('POST /', '192.0.2.2', '{').whole
    expect(slow.text()).toBe('')
  })
})
