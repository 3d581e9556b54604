// On each engine: servers notify each other.

import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { ListedTent } from '../../src/shared/tents/contract.ts'
import { startAirtable } from '../../stand-ins/airtable.ts'
import { fillAirtable } from '../../stand-ins/roster.ts'
import { next, startApp, type TestApp } from '../support/app.ts'
import { closeAsNewerServer } from '../support/newer-server.ts'
import { noticesSettled } from '../support/notices-settled.ts'
import { countQueries } from '../support/queries.ts'
import { rosterRow } from '../support/roster-row.ts'
import { startCheck } from '../support/start-check.ts'

let first: TestApp
let second: TestApp
let boss: string
let monitor: string

const wait = { timeout: 20_000, interval: 50 }
const people = [
  rosterRow({ order: 'A', name: 'Alpha', members: 'Ada One, Al Two' }),
  rosterRow({ order: 'B', name: 'Beta' }),
]

describe('two servers on one database', () => {
  beforeEach(async () => {
    first = await startApp()
    second = await first.another()
    boss = await first.signIn('boss', { isSuperUser: true })
    monitor = await first.signIn('mo', { isLineMonitor: true, firstName: 'Mo' })
  })
  afterEach(async () => {
    await second.app.close()
    await first.close()
  })

  const setMonitor = (value: boolean) =>
    first.ask('/api/admin/update-role', {
      token: boss,
      body: { netID: 'mo', field: 'isLineMonitor', value },
    })

  async function begin(): Promise<ListedTent[]> {
    const csv = `Order,Name,Members\nA,Alpha,"Ada One, Al Two"\nB,Beta,\n`
    await first.ask('/api/roster/import', { token: boss, body: { csv } })
    const tents = await first.withToken(boss).call('listTents')
    await startCheck(
      first.withToken(boss),
      tents.map(({ id }) => id),
    )
    return tents
  }

  it('cut off a page if the database cannot say who it is for when a role is taken', async () => {
    await begin()
    const socket = first.connect(monitor)
    await next(socket, 'checkStarted')
    // Else a transaction of theirs that ends late takes the database away once more.
    await noticesSettled(first)
    const { transaction } = first.db
    const queries = countQueries()
    // Only after the change of the role: other work has transactions, too.
    const away = vi.spyOn(first.db, 'transaction').mockImplementation((work) =>
      transaction(async (tx) => {
        const result = await work(tx)
        if (queries.including('update "users"') > 0) {
          vi.spyOn(first.db, 'read').mockRejectedValue(new Error('The database is away'))
        }
        return result
      }),
    )
    const gone = new Promise((resolve) => socket.once('disconnect', resolve))
    expect((await setMonitor(false)).status).toBe(200)
    expect(await gone).toBe('transport close')
    away.mockRestore()
    queries.stop()
    vi.mocked(first.db.read).mockRestore()
    expect(first.takeErrors().join()).toContain('The database is away')
  })

  it('treat a page that connects while its person loses the role as one without it', async () => {
    const queries = countQueries()
    const { read } = second.db
    let isHeld = false
    let isReached = () => {}
    let letGo = () => {}
    const reached = new Promise<void>((resolve) => {
      isReached = resolve
    })
    const released = new Promise<void>((resolve) => {
      letGo = resolve
    })
    const spy = vi.spyOn(second.db, 'read').mockImplementation(async (work) => {
      const before = queries.about('sessions')
      const result = await read(work)
      if (!isHeld && queries.about('sessions') > before) {
        isHeld = true
        isReached()
        await released
      }
      return result
    })
    const socket = second.connect(monitor)
    await reached
    await setMonitor(false)
    letGo()
    const started = next(socket, 'checkStarted')
    await begin()
    const [{ activeTents }] = await started
    expect(activeTents.map(({ members }) => members)).toEqual(['', ''])
    spy.mockRestore()
    queries.stop()
  })

  it('tell the pages of both of a start, marks, excluded names and the end', async () => {
    const socket = second.connect(monitor)
    await new Promise<void>((resolve) => socket.once('connect', () => resolve()))
    const started = next(socket, 'checkStarted')
    const [alpha] = await begin()
    const [{ activeTents, number }] = await started
    expect(activeTents).toMatchObject([
      { name: 'Alpha', members: 'Ada One, Al Two' },
      { name: 'Beta' },
    ])
    expect(number).toBe(1)

    const marked = next(socket, 'tentStatusUpdated')
    const body = { id: alpha?.id, misses: 1 }
    await first.ask('/api/tent-checks/update', { token: boss, body })
    expect(await marked).toMatchObject([{ id: alpha?.id, number: 2, previous: 1 }])

    const names = next(socket, 'excludedNamesUpdated')
    const lead = first.connect(boss)
    await lead.timeout(5000).emitWithAck('excludedNamesUpdated', ['Al Two'], { base: [] })
    expect(await names).toMatchObject([['Al Two'], { number: 3 }])

    const ended = next(socket, 'checkEnded')
    await first.ask('/api/end-check', { token: boss, body: {} })
    await ended
  })

  it('apply the difference to the list that a socket was told by either', async () => {
    const socket = second.connect(monitor)
    await new Promise<void>((resolve) => socket.once('connect', () => resolve()))
    const empty = next(socket, 'excludedNamesUpdated')
    await begin()
    await empty
    const heard = next(socket, 'excludedNamesUpdated')
    const lead = first.connect(boss)
    await lead.timeout(5000).emitWithAck('excludedNamesUpdated', ['Al Two'], { base: [] })
    await heard
    const excluded = async () =>
      (await first.ask('/api/check-status', { token: boss })).body['excludedNames']
    // A bare list, as the specified client sends it: one name less than what it was told.
    const bare = socket as unknown as { emit: (name: string, list: string[]) => void }
    bare.emit('excludedNamesUpdated', [])
    await expect.poll(excluded, wait).toEqual([])
  })

  it('let a role change on one reach the open pages of the other', async () => {
    const socket = second.connect(monitor)
    const whole = next(socket, 'checkStarted')
    await begin()
    expect((await whole)[0].activeTents[0]?.members).toBe('Ada One, Al Two')
    const asVisitor = next(socket, 'checkStarted')
    await setMonitor(false)
    expect((await asVisitor)[0].activeTents[0]?.members).toBe('')
    const asMonitor = next(socket, 'checkStarted')
    await setMonitor(true)
    expect((await asMonitor)[0].activeTents[0]?.members).toBe('Ada One, Al Two')
  })

  it('go on with the next check after a newer server closed one with an unknown event', async () => {
    const [alpha] = await begin()
    const socket = second.connect(monitor)
    await next(socket, 'checkStarted')
    // Pushes read the check as well, and say so of one that they cannot read.
    await noticesSettled(first)
    const ended = next(socket, 'checkEnded')
    await closeAsNewerServer(first.db, 'ended')
    await ended
    await expect.poll(() => first.takeErrors().join()).toContain('ofANewerVersion')
    const started = next(socket, 'checkStarted')
    await startCheck(first.withToken(boss), [alpha?.id ?? ''])
    expect((await started)[0].activeTents).toMatchObject([{ name: 'Alpha' }])
    const body = { id: alpha?.id, misses: 1 }
    const marked = await second.ask('/api/tent-checks/update', { token: monitor, body })
    expect(marked.status).toBe(200)
    // The other server says so, too.
    first.takeErrors()
  })

  it('let a session that ends on one end the pages of the other', async () => {
    const socket = second.connect(monitor)
    await new Promise<void>((resolve) => socket.once('connect', () => resolve()))
    const gone = new Promise<void>((resolve) => socket.once('disconnect', () => resolve()))
    await first.ask('/api/profile/logout', { token: monitor, body: {} })
    await gone
    expect((await second.ask('/api/profile/me', { token: monitor })).status).toBe(401)
  })
})

it('the server that works for Airtable is followed by another within 10 seconds', {
  timeout: 60_000,
}, async () => {
  const airtable = await startAirtable()
  onTestFinished(async () => void (await airtable.close()))
  const [alpha = ''] = fillAirtable(airtable, people)
  const keeper = await startApp({ AIRTABLE_API_URL: airtable.url })
  onTestFinished(keeper.close)
  const token = await keeper.signIn('boss', { isSuperUser: true })
  const { baseId, tableId, apiKey } = airtable.table
  const body = { airtableBaseId: baseId, airtableTableId: tableId, airtableApiKey: apiKey }
  const other = await keeper.another()
  onTestFinished(other.close)
  await keeper.ask('/api/airtable-config', { method: 'PUT', token, body })
  await keeper.ask('/api/roster/pull', { token, body: {} })
  await keeper.app.close()
  await startCheck(other.withToken(token), [alpha])
  await other.ask('/api/tent-checks/update', { token, body: { id: alpha, misses: 1 } })
  await expect.poll(() => airtable.cells(alpha)['Number of Misses'], wait).toBe(1)
})
