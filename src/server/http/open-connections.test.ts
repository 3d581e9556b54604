import { EventEmitter, once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { limitConnections } from './open-connections.ts'

let server: Server
const clients: Socket[] = []
afterEach(() => {
  for (const client of clients.splice(0)) client.destroy()
  server.close()
})

/** A server that takes two connections of an address, times the factor if that is above 1. */
async function start(trustProxy: number | string[] = 0, rateLimitFactor = 0.1): Promise<void> {
  server = createServer((_request, response) => response.end('taken'))
  limitConnections(server, { rateLimitFactor, trustProxy }, 2)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
}

/**
 * Sends the beginning of a request; `whole`: all that comes back until the connection is over, for
 * the server, too.
 */
async function begin(bytes = 'GET / HTTP/1.1\r\nhost: x\r\n') {
  const arrived = once(server, 'connection')
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1')
  clients.push(client)
  let text = ''
  client
    .on('error', () => {})
    .on('data', (bytes) => {
      text += String(bytes)
    })
  const isOver = new Promise((resolve) => client.once('close', resolve))
  client.write(bytes)
  const [taken]: Socket[] = await arrived
  const isOverThere = new Promise((resolve) => taken?.once('close', resolve))
  return { client, whole: Promise.all([isOver, isOverThere]).then(() => text) }
}
const ask = async () =>
  (await begin('GET / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n')).whole

describe('connections of one address', () => {
  it('are as many as it may have, whether or not they have asked for anything', async () => {
    await start()
    const { client } = await begin()
    await begin()
    expect(await ask()).toBe('')
    client.destroy()
    await expect.poll(ask).toContain('taken')
  })

  it('are more by the factor', async () => {
    await start(0, 1.5)
    await begin()
    await begin()
    expect(await ask()).toContain('taken')
    await begin()
    expect(await ask()).toBe('')
  })

  it('are counted together for a site of IPv6, however many addresses it has', () => {
    server = createServer().removeAllListeners('connection')
    limitConnections(server, { rateLimitFactor: 1, trustProxy: 0 }, 2)
    const isTaken = (remoteAddress: string) => {
      const socket = Object.assign(new EventEmitter(), { remoteAddress, resetAndDestroy: vi.fn() })
      server.emit('connection', socket)
      return socket.resetAndDestroy.mock.calls.length === 0
    }
    const site = [1, 2, 3].map((net) => isTaken(`2001:db8:0:${net}::1`))
    expect(site).toEqual([true, true, false])
    expect(['2001:db8:1:1::1', '192.0.2.1'].map(isTaken)).toEqual([true, true])
  })

  it.each([1, ['127.0.0.0/8']])('are left to a proxy that is trusted (%j)', async (trustProxy) => {
    await start(trustProxy)
    await begin()
    await begin()
    expect(await ask()).toContain('taken')
  })
})
