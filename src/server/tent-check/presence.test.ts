import timers from 'node:timers'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { startApp, type TestApp, type TestSocket } from '../../../tests/support/app.ts'
import { countQueries } from '../../../tests/support/queries.ts'
import { openRawWebsocket } from '../../../tests/support/raw-websocket.ts'
import { rosterRow } from '../../../tests/support/roster-row.ts'
import { startCheck } from '../../../tests/support/start-check.ts'
import type { Presence } from '../../shared/tent-check/contract.ts'
import { systemContext } from '../context.ts'
import type { Live } from '../live/live.ts'
import { importRoster } from '../tents/roster-import.ts'
import { watchPresence } from './presence.ts'

let server: TestApp
let setBackMs: number
let lena: string
let mona: string

beforeEach(async () => {
  setBackMs = 0
  server = await startApp(
    { METRICS_TOKEN: metricsToken },
    () => new Date(Date.parse('2026-01-19T03:04:00Z') - setBackMs),
  )
  const roster = ['A', 'B', 'C'].map((order) => rosterRow({ order, name: `Tent ${order}` }))
  await server.db.transaction((tx) => importRoster(systemContext, tx, roster, { results: true }))
  lena = await server.signIn('lena', { isLineMonitor: true, firstName: 'Lena' })
  mona = await server.signIn('mona', { isLineMonitor: true, firstName: 'Mona' })
})
afterEach(() => server.close())

async function start(): Promise<void> {
  const tents = await server.withToken(lena).call('listTents')
  await startCheck(
    server.withToken(lena),
    tents.map(({ id }) => id),
    2,
  )
}

/** A page of somebody's, and the last list that it was told. */
function open(token?: string, at = server) {
  const socket = at.connect(token)
  const lists: Presence[][] = []
  socket.on('presenceUpdated', (list) => lists.push(list))
  return { socket, lists, shown: () => lists.at(-1)?.map(({ netID, page }) => [netID, page]) }
}

const metricsToken = 'm'.repeat(32)
async function countPages(): Promise<number> {
  const { body } = await server.ask('/metrics', { token: metricsToken })
  return Number(/^tent_city_sockets (\d+)$/m.exec(String(body))?.[1])
}

const view = (socket: TestSocket, page: unknown) =>
  socket.timeout(5000).emitWithAck('viewing', { page } as never)

describe('who is where', () => {
  it('is told to line monitors, one entry a person, and to each who connects', async () => {
    await start()
    const [a, b, visitor] = [open(lena), open(mona), open()]
    expect(await view(a.socket, 1)).toEqual({ ok: true })
    expect(await view(b.socket, 'cards')).toEqual({ ok: true })
    const both = [
      ['lena', 1],
      ['mona', 'cards'],
    ]
    await expect.poll(a.shown).toEqual(both)
    await expect.poll(b.shown).toEqual(both)
    const late = open(mona)
    await expect.poll(late.shown).toEqual(both)
    expect(late.lists.at(-1)?.[0]).toEqual({ netID: 'lena', name: 'Lena Test', page: 1 })
    expect(await view(a.socket, null)).toEqual({ ok: true })
    await expect.poll(b.shown).toEqual([['mona', 'cards']])
    expect(visitor.lists).toEqual([])
  })

  it('of a person with two phones is where they were last', async () => {
    await start()
    const [one, two] = [open(lena), open(lena)]
    await view(one.socket, 0)
    await view(two.socket, 1)
    await expect.poll(one.shown).toEqual([['lena', 1]])
    two.socket.disconnect()
    await expect.poll(one.shown).toEqual([['lena', 0]])
  })

  it('is where they were last, too, if the clock was set back, on another server as well', async () => {
    await start()
    const second = await server.another()
    const [one, two] = [open(lena), open(lena, second)]
    await view(one.socket, 0)
    await expect.poll(two.shown).toEqual([['lena', 0]])
    setBackMs = 3_600_000
    await view(two.socket, 1)
    for (const page of [one, two]) await expect.poll(page.shown).toEqual([['lena', 1]])
    await second.app.close()
  })

  it('is refused of pages that the check does not have, and of those who are no line monitors', async () => {
    const tenter = await server.signIn('tenter')
    const page = open(lena).socket
    const error = 'No check is in progress.'
    expect(await view(page, 'cards')).toEqual({ code: 'noCheck', error })
    expect(await view(page, null)).toEqual({ ok: true })
    await start()
    for (const wrong of [2, -1, 0.5, 'card', {}, undefined]) {
      expect(await view(page, wrong)).toMatchObject({ code: 'badRequest' })
    }
    expect(await view(open(tenter).socket, 0)).toMatchObject({ code: 'needsLineMonitor' })
    expect(await view(open().socket, 0)).toMatchObject({ code: 'notSignedIn' })
  })

  it('is not told of a page that leaves while its person is looked up', async () => {
    await start()
    const [stays, leaves] = [open(lena), open(mona)]
    await view(stays.socket, 0)
    await expect.poll(leaves.shown).toEqual([['lena', 0]])
    const { db } = server
    const { read } = db
    const queries = countQueries()
    const isOver = new Promise<void>((resolve) => {
      db.read = async (work) => {
        const before = queries.about('sessions')
        const found = await read(work)
        // What others read meanwhile is no look-up of a person.
        if (queries.about('sessions') === before) return found
        db.read = read
        leaves.socket.disconnect()
        await expect.poll(countPages).toBe(1)
        resolve()
        return found
      }
    })
    leaves.socket.emit('viewing', { page: 1 }, () => {})
    await isOver
    queries.stop()
    await view(stays.socket, 1)
    await expect.poll(stays.shown).toEqual([['lena', 1]])
  })

  it('is known on every server, also to one that starts later, until the phone is gone', async () => {
    await start()
    const second = await server.another()
    const [here, there] = [open(lena), open(mona, second)]
    await view(here.socket, 1)
    await expect.poll(there.shown, { timeout: 3000 }).toEqual([['lena', 1]])
    const third = await server.another()
    const elsewhere = open(mona, third)
    await expect.poll(elsewhere.shown, { timeout: 3000 }).toEqual([['lena', 1]])
    here.socket.disconnect()
    await expect.poll(there.shown, { timeout: 3000 }).toEqual([])
    for (const other of [second, third]) await other.app.close()
  })

  it('is not told any more of a phone that has been silent for 45 s, and did not say that it leaves', async () => {
    await start()
    const watcher = open(mona)
    await view(watcher.socket, 0)
    await expect.poll(watcher.shown).toEqual([['mona', 0]])
    // Of what follows: the heartbeats of the phone, and when others are told.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    // Engine.IO does not take the global ones.
    const own = [
      vi.spyOn(timers, 'setTimeout').mockImplementation(setTimeout),
      vi.spyOn(timers, 'clearTimeout').mockImplementation(clearTimeout),
    ]
    const letTimeGoOn = () => {
      for (const spy of own) spy.mockRestore()
      vi.useRealTimers()
    }
    onTestFinished(letTimeGoOn)
    const { socket: phone, heard } = await openRawWebsocket(server.url)
    phone.send(`40${JSON.stringify({ token: lena })}`)
    await expect.poll(() => heard.join()).toContain('40{')
    phone.send('42["viewing",{"page":1}]')
    const both = [
      ['lena', 1],
      ['mona', 0],
    ]
    await expect.poll(watcher.shown).toEqual(both)
    phone.pause()
    await vi.advanceTimersByTimeAsync(45_000)
    // Else waiting for what was told would be more time for the server.
    letTimeGoOn()
    await expect.poll(watcher.shown).toEqual([['mona', 0]])
    phone.terminate()
  })

  it('is asked anew by a server that may have missed something', async () => {
    await start()
    const { subscribe } = server.db
    let hear: (text: string | null) => void = () => {}
    const missed: (string | null)[] = []
    let isDeaf = true
    server.db.subscribe = (take) => {
      hear = take
      return subscribe((text) => (isDeaf ? missed.push(text) : take(text)))
    }
    const second = await server.another()
    server.db.subscribe = subscribe
    const there = open(mona, second)
    await view(open(lena).socket, 1)
    await expect.poll(() => missed.join()).toMatch(/presence .*lena/)
    isDeaf = false
    hear(null)
    await expect.poll(there.shown, { timeout: 3000 }).toEqual([['lena', 1]])
    await second.app.close()
  })

  it('is the same for whoever connects in the middle of a change', async () => {
    await start()
    const phone = open(lena)
    await view(phone.socket, 1)
    const watcher = open(mona)
    await expect.poll(() => watcher.lists.length).toBeGreaterThan(0)
    // Within the moment whose changes are told together.
    phone.socket.disconnect()
    await expect.poll(watcher.shown).toEqual([])
  })

  it('ends with the role and with the check', async () => {
    const boss = await server.signIn('boss', { isSuperUser: true })
    await start()
    const [watcher, phone] = [open(mona), open(lena)]
    await view(phone.socket, 1)
    await expect.poll(watcher.shown).toEqual([['lena', 1]])
    const role = { netID: 'lena', field: 'isLineMonitor', value: false }
    expect((await server.ask('/api/admin/update-role', { token: boss, body: role })).status).toBe(
      200,
    )
    await expect.poll(watcher.shown).toEqual([])
    await view(watcher.socket, 0)
    await expect.poll(watcher.shown).toEqual([['mona', 0]])
    await server.ask('/api/cancel-check', { token: mona, body: {} })
    await expect.poll(watcher.shown).toEqual([])
  })
})

it.each([
  [0, 0],
  [1, 0],
  [9999, 0],
  [14_999, 0],
  [1, 3_600_000],
])(
  'where somebody is, is forgotten within 45 s of the end of their server: %d ms after a look, the clock set back by %d ms',
  async (ms, back) => {
    vi.useFakeTimers()
    try {
      const told: Presence[][] = []
      let receive: (text: string, from: string) => void = () => {}
      const live = {
        listen: () => {},
        onLeave: () => {},
        onJoin: () => {},
        onNotification: (_: string, take: typeof receive) => {
          receive = take
        },
        tellLineMonitors: (_: string, list: Presence[]) => void told.push(list),
      }
      const checkId = '00000000-0000-4000-8000-000000000001'
      const ledger = { running: () => ({ id: checkId }) }
      let offset = 0
      const ctx = { now: () => new Date(Date.now() - offset) }
      const presence = watchPresence(ctx, live as unknown as Live, ledger as never)
      await vi.advanceTimersByTimeAsync(ms)
      const lena = { netID: 'lena', name: 'Lena Test' }
      receive(JSON.stringify({ key: 'a', checkId, ...lena, page: 1, at: Date.now() }), 'gone')
      offset = back
      await vi.advanceTimersByTimeAsync(20_000)
      expect(told).toEqual([[{ ...lena, page: 1 }]])
      await vi.advanceTimersByTimeAsync(25_000)
      expect(told.at(-1)).toEqual([])
      presence.stop()
    } finally {
      vi.useRealTimers()
    }
  },
)
