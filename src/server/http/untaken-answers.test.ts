import { once } from 'node:events'
import { connect } from 'node:net'
import { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { endUntakenAnswers } from './untaken-answers.ts'

const untakenMs = 500
const megabyte = Buffer.alloc(1_000_000)
const megabytes = 30

let app: FastifyInstance
let port: number
let isOver: Promise<unknown>
beforeEach(async () => {
  app = Fastify()
  endUntakenAnswers(app, untakenMs)
  app.get('/', (_request, reply) => {
    const parts = Readable.from(Array.from({ length: megabytes }, () => megabyte))
    isOver = once(parts, 'close')
    return reply.send(parts)
  })
  port = Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port)
})
afterEach(() => app.close())

function ask() {
  const client = connect(port, '127.0.0.1').on('error', () => {})
  client.pause().write('GET / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n')
  return client
}

it('an answer of which nothing is taken in ends', async () => {
  const client = ask()
  const [connection] = await once(app.server, 'connection')
  await once(connection, 'close')
  await isOver
  client.destroy()
})

it('one that is taken in slowly does not', async () => {
  const beganAt = performance.now()
  let taken = 0
  let parts = 0
  for await (const part of ask()) {
    taken += part.length
    parts += 1
    if (parts % 20 === 0) await wait(50)
  }
  expect(taken).toBeGreaterThan(megabytes * megabyte.length)
  expect(performance.now() - beganAt).toBeGreaterThan(2 * untakenMs)
})
