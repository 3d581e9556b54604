import { once } from 'node:events'
import { io } from 'socket.io-client'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import WebSocket from 'ws'
import { systemContext } from '../../src/server/context.ts'
import { importRoster } from '../../src/server/tents/roster-import.ts'
import { startApp, type TestApp, type TestSocket } from '../support/app.ts'
import {
  acknowledgement,
  askSocket,
  openRawPolling,
  type RawPolling,
} from '../support/raw-polling.ts'
import { openRawWebsocket, websocketAddress } from '../support/raw-websocket.ts'
import { rosterRow } from '../support/roster-row.ts'
import { startCheck } from '../support/start-check.ts'

let server: TestApp
let clock: Date
beforeEach(async () => {
  clock = new Date()
  server = await startApp({ METRICS_TOKEN: 'm'.repeat(16) }, () => clock)
})
afterEach(() => server.close())

const later = (seconds: number) => {
  clock = new Date(clock.getTime() + seconds * 1000)
}
/** Every page that the server tells something. */
async function pages(): Promise<number> {
  const { body } = await server.ask('/metrics', { token: 'm'.repeat(16) })
  return Number(/^tent_city_sockets (\d+)$/m.exec(String(body))?.[1])
}
const isOver = async (polling: RawPolling) => (await polling.post('3')).status === 400
const many = (packet: string, count: number) => Array(count).fill(packet).join('\u001e')

const connected = (socket: TestSocket) =>
  new Promise<void>((resolve) => socket.once('connect', resolve))
/** Cut off before it was a page. */
const refused = (socket: TestSocket) =>
  new Promise<void>((resolve) => socket.io.once('close', () => resolve()))

const say = (socket: TestSocket, list: string[], base: string[] = []) =>
  socket.timeout(10_000).emitWithAck('excludedNamesUpdated', list, { base })

describe('a connection', () => {
  it('by polling gets one socket, however often it says CONNECT', async () => {
    const polling = await openRawPolling(server.url)
    await polling.post(many('40', 90))
    expect(await isOver(polling)).toBe(true)
    expect(await pages()).toBe(0)
  })

  it('by polling that posts thousands of packets is refused before they are taken apart', async () => {
    const polling = await openRawPolling(server.url)
    const answer = await polling.post(many('40', 15_000))
    expect(answer.status).toBe(413)
    expect(JSON.parse(answer.text)).toMatchObject({ code: 'tooLarge' })
    expect(answer.headers['x-content-type-options']).toBe('nosniff')
    expect(await isOver(polling)).toBe(true)
    expect(await pages()).toBe(0)
  })

  it('by websocket gets one socket, however often it says CONNECT', async () => {
    const { socket, heard, closed } = await openRawWebsocket(server.url)
    for (let count = 0; count < 100; count += 1) socket.send('40')
    await closed
    expect(heard.filter((packet) => packet.startsWith('40')).length).toBeLessThan(2)
    expect(await pages()).toBe(0)
  })

  it.each([
    ['says CONNECT again', ['40']],
    ['says DISCONNECT', ['41']],
    ['announces bytes', ['451-["excludedNamesUpdated",{"_placeholder":true,"num":0}]']],
    ['sends bytes', [Buffer.from('x')]],
    ['answers what nobody asked', ['430["x"]']],
    ['says more than a person could', Array(61).fill('42["x"]')],
    ['sends a heartbeat more often than a heart beats', Array(61).fill('3')],
    ['sends more bytes than people do', Array(10).fill(`42["${'x'.repeat(1_000_000)}"]`)],
  ])('that %s is ended, and nobody else', async (_what, packets) => {
    const other = server.connect()
    await connected(other)
    const { socket, heard, closed } = await openRawWebsocket(server.url)
    socket.send('40')
    await expect.poll(() => heard.some((packet) => packet.startsWith('40'))).toBe(true)
    for (const packet of packets) socket.send(packet)
    await closed
    await expect.poll(pages).toBe(1)
    expect(other.connected).toBe(true)
  })

  it('that pings more often than anybody would is ended', async () => {
    const { socket, closed } = await openRawWebsocket(server.url)
    for (let count = 0; count < 200; count += 1) socket.ping()
    await closed
  })

  it.each([
    ['pings', (probing: WebSocket) => probing.ping()],
    ['probes', (probing: WebSocket) => probing.send('2probe')],
  ])('that %s more often than anybody would before it is upgraded is ended', async (_what, say) => {
    const polling = await openRawPolling(server.url)
    await polling.post('40')
    const probing = new WebSocket(websocketAddress(server.url, `&sid=${polling.sid}`))
    await once(probing, 'open')
    const closed = once(probing, 'close')
    expect(await pages()).toBe(1)
    for (let count = 0; count < 100; count += 1) say(probing)
    await expect.poll(pages).toBe(0)
    await closed
  })

  it.each(['websocket', 'polling'])('by %s that never says CONNECT is ended', async (transport) => {
    const polling = await openRawPolling(server.url)
    const { closed } = await openRawWebsocket(server.url)
    later(10)
    if (transport === 'websocket') await closed
    else await expect.poll(() => isOver(polling)).toBe(true)
  })

  it('counts for its address before it says who it is', async () => {
    // Two pages for an address.
    const strict = await server.another({ RATE_LIMIT_FACTOR: '0.0004' })
    await openRawWebsocket(strict.url)
    await openRawPolling(strict.url)
    const third = strict.connect()
    await refused(third)
    later(10)
    const isLetIn = () => {
      const next = strict.connect()
      return Promise.race([connected(next).then(() => true), refused(next).then(() => false)])
    }
    await expect.poll(isLetIn).toBe(true)
    await strict.app.close()
  })

  it('is upgraded to a websocket once', async () => {
    const { sid } = await openRawPolling(server.url)
    const address = websocketAddress(server.url, `&sid=${sid}`)
    const first = new WebSocket(address)
    await once(first, 'open')
    const second = new WebSocket(address)
    const [error] = await once(second, 'error')
    expect(String(error)).toContain('400')
    first.terminate()
  })
})

describe('a page that takes nothing in', () => {
  async function checkOf(token: string, members: string[]) {
    const roster = members.map((names, place) => rosterRow({ order: `${place}`, members: names }))
    await server.db.transaction((tx) => importRoster(systemContext, tx, roster, { results: true }))
    const monitor = server.withToken(token)
    const tents = await monitor.call('listTents')
    await startCheck(
      monitor,
      tents.map(({ id }) => id),
    )
  }

  /** Mo's pages are told of the whole check again each time. */
  async function tellWholeCheck(times: number, boss: string) {
    for (let count = 0; count < times; count += 1) {
      const body = { netID: 'mo', field: 'isSuperUser', value: count % 2 === 0 }
      await server.ask('/api/admin/update-role', { token: boss, body })
    }
  }

  it('by websocket is ended after a while, wherever its unsent data waits', async () => {
    const token = await server.signIn('mo', { isLineMonitor: true })
    const boss = await server.signIn('boss', { isSuperUser: true })
    await checkOf(token, Array(250).fill('n'.repeat(4000)))
    const listening = server.connect()
    await connected(listening)
    const { socket: silent } = await openRawWebsocket(server.url)
    silent.send(`40${JSON.stringify({ token })}`)
    await expect.poll(pages).toBe(2)
    silent.pause()
    // More than the operating system takes for it.
    await tellWholeCheck(20, boss)
    const pagesLater = () => {
      later(4)
      // It answers heartbeats that it never hears.
      silent.send('3')
      return pages()
    }
    await expect.poll(pagesLater).toBe(1)
    expect(listening.connected).toBe(true)
    silent.terminate()
  })

  it('by polling is ended after a while', async () => {
    const token = await server.signIn('mo', { isLineMonitor: true })
    const [silent, listening] = [await openRawPolling(server.url), server.connect()]
    await connected(listening)
    await silent.post('40')
    await silent.get()
    await checkOf(token, ['Ada One'])
    expect(await pages()).toBe(2)
    const pagesLater = async () => {
      later(4)
      // It answers heartbeats that it never hears.
      await silent.post('3')
      return pages()
    }
    await expect.poll(pagesLater).toBe(1)
    expect(await isOver(silent)).toBe(true)
    expect(listening.connected).toBe(true)
  })

  it('by polling is ended at once with more than 4 million characters for it', async () => {
    const token = await server.signIn('mo', { isLineMonitor: true })
    const boss = await server.signIn('boss', { isSuperUser: true })
    await checkOf(token, Array(125).fill('n'.repeat(2000)))
    const silent = await openRawPolling(server.url)
    await silent.post(`40${JSON.stringify({ token })}`)
    await expect.poll(pages).toBe(1)
    // Half a million characters each time, after one or two as it connects.
    await tellWholeCheck(2, boss)
    expect(await pages()).toBe(1)
    await tellWholeCheck(8, boss)
    await expect.poll(pages).toBe(0)
  })
})

describe('an answer of the socket’s address', () => {
  it('carries what every answer does', async () => {
    const polling = await openRawPolling(server.url)
    const answers = [
      polling.opened,
      await polling.post('40'),
      await polling.get(),
      await askSocket(server.url, { query: '&sid=unknown' }),
      await askSocket(server.url, { method: 'PUT' }),
      await askSocket(server.url, { query: '&j=0' }),
    ]
    for (const { headers } of answers) {
      expect(headers['x-content-type-options']).toBe('nosniff')
      expect(headers['cross-origin-resource-policy']).toBe('same-origin')
      expect(headers['content-security-policy']).toContain("default-src 'self'")
    }
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 400, 404, 400])
  })

  it('is never a script', async () => {
    const answer = await askSocket(server.url, { query: '&j=0' })
    expect(JSON.parse(answer.text)).toMatchObject({ code: 'noJsonp' })
  })
})

describe('a page of another site', () => {
  let cookie: string
  let token: string
  beforeEach(async () => {
    token = await server.signIn('mo', { isLineMonitor: true })
    cookie = `token=${token}`
  })
  const event = '421["excludedNamesUpdated",[],{"base":[]}]'

  /** The code by which an event is refused on a connection with these headers beside its cookie. */
  async function takenFor(
    opening: Record<string, string>,
    connecting: Record<string, string> = {},
    speaking: Record<string, string> = {},
    auth = '',
  ): Promise<unknown> {
    const polling = await openRawPolling(server.url, { cookie }, opening)
    await polling.post(`40${auth}`, connecting)
    await polling.get()
    await polling.post(event, speaking)
    return (await acknowledgement(polling, 1))['code']
  }

  const elsewhere = [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'cross-site' },
  ]

  it('is told apart from ours, which may begin with a cookie alone', async () => {
    expect(await takenFor({})).toBe('noCheck')
    expect(await takenFor({ 'sec-fetch-site': 'same-origin' }, { origin: server.url })).toBe(
      'noCheck',
    )
  })

  it.each(elsewhere)('that says %j in any request opens a visitor’s socket', async (headers) => {
    expect(await takenFor(headers)).toBe('notSignedIn')
    expect(await takenFor({}, headers)).toBe('notSignedIn')
    expect(await takenFor({}, {}, headers)).toBe('notSignedIn')
    const auth = JSON.stringify({ token })
    expect(await takenFor(headers, headers, headers, auth)).toBe('noCheck')
  })

  it('that upgrades a connection makes it a visitor’s', async () => {
    const socket: TestSocket = io(server.url, { forceNew: true, extraHeaders: { cookie } })
    await expect.poll(() => socket.io.engine?.transport.name).toBe('websocket')
    expect(await say(socket, [])).toMatchObject({ code: 'noCheck' })
    socket.disconnect()
    const polling = await openRawPolling(server.url, { cookie })
    await polling.post('40')
    await polling.get()
    const address = websocketAddress(server.url, `&sid=${polling.sid}`)
    const upgrade = new WebSocket(address, { headers: { origin: 'https://evil.example' } })
    await once(upgrade, 'open')
    const heard: string[] = []
    upgrade.on('message', (data) => heard.push(data.toString()))
    upgrade.send('2probe')
    await expect.poll(() => heard).toContain('3probe')
    upgrade.send('5')
    upgrade.send(event)
    await expect.poll(() => heard.at(-1)).toContain('notSignedIn')
    upgrade.terminate()
  })
})
