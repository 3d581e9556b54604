import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { endUntakenAnswers } from './untaken-answers.ts'

const least = { bytes: 1_000_000, withinMs: 60_000 }
const megabyte = Buffer.alloc(1_000_000)
const megabytes = 30
const whole = Buffer.alloc(megabytes * megabyte.length)

let app: FastifyInstance
let port: number
let clockMs: number
/** How often the server looked at the clock. */
let looks: number
let clients: Socket[]
beforeEach(async () => {
  clockMs = 0
  looks = 0
  clients = []
  app = Fastify()
  const now = () => {
    looks += 1
    return new Date(clockMs)
  }
  endUntakenAnswers(app, { now }, least, 1)
  app.get('/stream', (_request, reply) =>
    reply.send(Readable.from(Array.from({ length: megabytes }, () => megabyte))),
  )
  app.get('/whole', (_request, reply) => reply.send(whole))
  app.get('/later', () => new Promise(() => {}))
  port = Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port)
})
afterEach(async () => {
  for (const client of clients) client.destroy()
  await app.close()
})

/** Asks and takes nothing in; gives both ends of the connection. */
async function ask(path: string): Promise<[client: Socket, connection: Socket]> {
  const client = connect(port, '127.0.0.1').on('error', () => {})
  clients.push(client)
  const connected = once(app.server, 'connection')
  client.pause().write(`GET ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`)
  return [client, (await connected)[0]]
}

/** Takes in so many bytes at least, or what there is until the connection ends; then no more. */
function take(client: Socket, bytes: number): Promise<number> {
  return new Promise((resolve) => {
    let taken = 0
    const hear = (part: Buffer) => {
      taken += part.length
      if (taken >= bytes) stop()
    }
    const stop = () => {
      client.pause().off('data', hear).off('close', stop)
      resolve(taken)
    }
    if (client.destroyed) return resolve(0)
    client.on('data', hear).once('close', stop).resume()
  })
}

/** Until the server has looked at its connections again. */
async function looked(): Promise<void> {
  const before = looks
  await expect.poll(() => looks, { interval: 1 }).toBeGreaterThan(before + 2)
}

describe.each(['/stream', '/whole'])('an answer (%s)', (path) => {
  it('of which nothing is taken in for a minute ends', async () => {
    const [, connection] = await ask(path)
    await expect.poll(() => connection.writableLength).toBeGreaterThan(0)
    await looked()
    clockMs += least.withinMs - 1
    await looked()
    expect(connection.destroyed).toBe(false)
    clockMs += 2
    await once(connection, 'close')
  })

  it('of which nothing is taken in ends by a clock that was ahead, too', async () => {
    clockMs = 3_600_000
    const [, connection] = await ask(path)
    await expect.poll(() => connection.writableLength).toBeGreaterThan(0)
    clockMs = 0
    await looked()
    clockMs += least.withinMs + 1
    await once(connection, 'close')
  })

  it('of which hardly anything is taken in ends as well, however often', async () => {
    const [client, connection] = await ask(path)
    await expect.poll(() => connection.writableLength).toBeGreaterThan(0)
    // What the system itself takes in, at first and whenever it gets to it, is taken in as well.
    for (let times = 0; times < 100 && !connection.destroyed; times += 1) {
      await take(client, 1000)
      clockMs += least.withinMs / 5
      await looked()
    }
    await expect.poll(() => connection.destroyed).toBe(true)
  })

  it('that is taken in slowly does not', async () => {
    const [client, connection] = await ask(path)
    let taken = 0
    while (taken < whole.length) {
      await looked()
      clockMs += least.withinMs / 2
      const part = await take(client, Math.min(4 * least.bytes, whole.length - taken))
      taken += part
      expect(part).toBeGreaterThan(0)
    }
    expect(taken).toBeGreaterThanOrEqual(whole.length)
    expect(clockMs).toBeGreaterThan(2 * least.withinMs)
    connection.destroy()
  })
})

it('whoever waits for the server itself is not ended', async () => {
  const [, connection] = await ask('/later')
  clockMs += 10 * least.withinMs
  await looked()
  expect(connection.destroyed).toBe(false)
})
