import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openSocket, type PageSocket } from '../../bench/sockets.ts'
import { systemContext } from '../../src/server/context.ts'
import { importRoster } from '../../src/server/tents/roster-import.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { rosterRow } from '../support/roster-row.ts'
import { startCheck } from '../support/start-check.ts'

/** What goes over the wire, counted, so that it does not grow unseen. */
let server: TestApp
let monitor: string
let open: PageSocket[]

beforeEach(async () => {
  open = []
  server = await startApp({}, () => new Date('2026-01-19T03:04:00Z'))
  const roster = ['A', 'B', 'C'].map((order) => rosterRow({ order, name: `Tent ${order}` }))
  await server.db.transaction((tx) => importRoster(systemContext, tx, roster, { results: true }))
  monitor = await server.signIn('mo', { isLineMonitor: true, firstName: 'Mo' })
})
afterEach(async () => {
  for (const page of open) await page.close()
  await server.close()
})

/** A page that keeps what it hears as it stands on the wire. */
async function openPage({ url }: TestApp, token?: string, speaks?: number) {
  const packets: string[] = []
  const page = await openSocket(url, token, (packet) => packets.push(packet), speaks)
  open.push(page)
  return {
    socket: page.socket,
    packets,
    names: () => packets.map((packet) => String(JSON.parse(packet.slice(2))[0])),
  }
}

/** Of all tents; gives their ids. */
async function begin(): Promise<string[]> {
  const tents = await server.withToken(monitor).call('listTents')
  const ids = tents.map(({ id }) => id)
  await startCheck(server.withToken(monitor), ids)
  return ids
}

const mark = (id: string | undefined) =>
  server.ask('/api/tent-checks/update', { token: monitor, body: { id, misses: 1 } })
const cancelCheck = () => server.ask('/api/cancel-check', { token: monitor, body: {} })

/** On another server, too, in the same number. */
const servers = {
  'the server that is asked': async () => server,
  'another server': () => server.another(),
}

describe.each(Object.entries(servers))('the pages of %s', (_name, find) => {
  it('are sent each event of a check once', async () => {
    const at = await find()
    const visitor = await openPage(at)
    const lineMonitor = await openPage(at, monitor)
    const toVisitors = ['checkStarted', 'tentStatusUpdated', 'tentStatusUpdated', 'checkCanceled']
    const atStart = ['presenceUpdated', 'checkStarted', 'excludedNamesUpdated']
    const toLineMonitors = [...atStart, ...toVisitors.slice(1), 'excludedNamesUpdated']
    const told = (count: number) => expect.poll(visitor.names).toEqual(toVisitors.slice(0, count))
    const [a, b] = await begin()
    // A page that is told late of the start would get the marks in it, not as events of their own.
    await told(1)
    await mark(a)
    await mark(a)
    await mark(b)
    await told(3)
    await cancelCheck()
    await told(4)
    await expect.poll(lineMonitor.names).toEqual(toLineMonitors)
    if (at !== server) await at.app.close()
  })
})

describe('a page that connects during a check', () => {
  it('is told where it stands in 172 bytes at most', async () => {
    const early = await openPage(server, monitor)
    await begin()
    // Whoever connects before the start was told is told of it, too.
    await expect.poll(early.names).toContain('excludedNamesUpdated')
    for (const token of [undefined, monitor]) {
      const page = await openPage(server, token, 3)
      const told = () => page.packets.filter((packet) => !packet.includes('presenceUpdated'))
      await expect.poll(told).toHaveLength(1)
      expect(told()[0]).toMatch(/^42\["checkPosition"/)
      expect(told()[0]?.length).toBeLessThanOrEqual(172)
    }
  })
})

describe('a mark', () => {
  it('is told to a visitor in 142 bytes and to a line monitor in 318', async () => {
    const visitor = await openPage(server)
    const lineMonitor = await openPage(server, monitor)
    const [a] = await begin()
    await mark(a)
    const bytesTo = (page: typeof visitor) =>
      page.packets.find((packet) => packet.startsWith('42["tentStatusUpdated"'))?.length
    await expect.poll(() => bytesTo(visitor)).toBe(142)
    await expect.poll(() => bytesTo(lineMonitor)).toBe(318)
  })

  it('notifies once, however many servers hear it; one said again notifies nobody', async () => {
    const [a, b] = await begin()
    const heard: (string | null)[] = []
    const stop = await server.db.subscribe((text) => heard.push(text))
    await mark(a)
    await mark(a)
    await mark(b)
    await cancelCheck()
    await server.db.notify('last')
    await expect.poll(() => heard).toContain('last')
    expect(heard.indexOf('last')).toBe(3)
    await stop()
  })
})
