import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { next, startApp, type TestApp } from '../../../tests/support/app.ts'
import { backupOf, restoreInto } from '../../../tests/support/backup.ts'
import { earlierDatabase } from '../../../tests/support/earlier-database.ts'
import { rosterRow } from '../../../tests/support/roster-row.ts'
import { startCheck } from '../../../tests/support/start-check.ts'
import type { TentMember } from '../../shared/tents/contract.ts'
import { membersAfter } from '../../shared/tents/member-ids.ts'
import { systemContext } from '../context.ts'
import { closeSeason } from '../privacy/close-season.ts'
import { importRoster } from './roster-import.ts'
import type { RosterRow } from './roster-row.ts'
import { updateIds } from './store.ts'

const ants = rosterRow({
  id: 'tA',
  order: 'A',
  name: 'Ants',
  members: 'Kim Lee, Bo Chen (bc7), Kim Lee',
  netIDs: 'kl12, bc7, kl13',
})
const bees = rosterRow({ id: 'tB', order: 'B', name: 'Bees', members: 'Cy Diaz', netIDs: '' })

let server: TestApp
let monitor: string
beforeEach(async () => {
  server = await startApp()
  monitor = await server.signIn('mo', { isLineMonitor: true })
  await load([ants, bees])
})
afterEach(() => server.close())

const load = (rows: RosterRow[], on = server) =>
  on.db.transaction((tx) => importRoster(systemContext, tx, rows, { results: true }))
const list = (token?: string, on = server) => on.withToken(token).call('listTents')
const status = (token?: string) => server.withToken(token).call('checkStatus')
const peopleOf = async (id: string) =>
  (await list(monitor)).find((tent) => tent.id === id)?.people ?? []
const idsOf = async (id: string) => (await peopleOf(id)).map((member) => member.id)

const nameAndNetID = (people: TentMember[] = []) => people.map(({ name, netID }) => [name, netID])
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

describe('the people of a tent', () => {
  it('are its members in the roster’s order, each with an id, for line monitors', async () => {
    const people = await peopleOf('tA')
    expect(nameAndNetID(people)).toEqual([
      ['Kim Lee', 'kl12'],
      ['Bo Chen (bc7)', 'bc7'],
      ['Kim Lee', 'kl13'],
    ])
    const ids = [...people, ...(await peopleOf('tB'))].map(({ id }) => id)
    expect(new Set(ids).size).toBe(4)
    for (const id of ids) expect(id).toMatch(uuid)
    expect(nameAndNetID(await peopleOf('tB'))).toEqual([['Cy Diaz', null]])
  })

  it('are told line monitors with a check, marked tents included, and nobody else', async () => {
    const people = await peopleOf('tA')
    const [toMonitor, toVisitor] = [server.connect(monitor), server.connect()]
    const connected = [toMonitor, toVisitor].map(
      (socket) => new Promise((resolve) => socket.once('connect', () => resolve(0))),
    )
    await Promise.all(connected)
    // Whoever connects is in its audience once it was answered.
    await toMonitor.timeout(5000).emitWithAck('excludedNamesUpdated', [], { base: [] })
    const told = Promise.all([next(toMonitor, 'checkStarted'), next(toVisitor, 'checkStarted')])
    const lead = server.withToken(monitor)
    await startCheck(lead, ['tA', 'tB'])
    const [[forMonitors], [forVisitors]] = await told
    expect(forMonitors.activeTents[0]?.people).toEqual(people)
    expect(JSON.stringify(forVisitors)).not.toContain('people')
    await lead.call('mark', { id: 'tA', misses: 1 })
    expect((await status(monitor)).marked[0]?.tent.people).toEqual(people)
    expect((await status(monitor)).activeTents[0]?.people).toEqual(await peopleOf('tB'))
    for (const token of [undefined, await server.signIn('nobody')]) {
      expect(JSON.stringify([await status(token), await list(token)])).not.toContain('people')
    }
  })

  it('are told their tent’s members, without other people’s netIDs', async () => {
    const [tent, other] = await list(await server.signIn('kl13'))
    expect(nameAndNetID(tent?.people)).toEqual([
      ['Kim Lee', null],
      ['Bo Chen', null],
      ['Kim Lee', 'kl13'],
    ])
    expect(tent?.people?.map(({ id }) => id)).toEqual(await idsOf('tA'))
    expect(other).not.toHaveProperty('people')
  })

  it('are in a person’s export, their own netID alone', async () => {
    const boss = await server.signIn('boss', { isSuperUser: true })
    const kept = await server.withToken(boss).call('exportPerson', { netID: 'bc7' })
    const [tent] = kept.tents
    expect(nameAndNetID(tent?.people)).toEqual([
      ['Kim Lee', null],
      ['Bo Chen (bc7)', 'bc7'],
      ['Kim Lee', null],
    ])
  })
})

describe('the id of a member stays', () => {
  it('when the same roster is imported again', async () => {
    const before = await list(monitor)
    await load([ants, bees])
    await load([{ ...ants, numberOfMisses: 3 }, bees])
    expect(await list(monitor)).toEqual([{ ...before[0], numberOfMisses: 3 }, before[1]])
  })

  it('when the tent has another name or order, or leaves and comes back', async () => {
    const ids = await idsOf('tA')
    await load([{ ...ants, order: '7', name: 'Other' }, bees])
    expect(await idsOf('tA')).toEqual(ids)
    await load([bees])
    expect(await peopleOf('tA')).toEqual([])
    await load([ants, bees])
    expect(await idsOf('tA')).toEqual(ids)
  })

  it('when others join, leave and change places', async () => {
    const [first, bo, second] = await idsOf('tA')
    await load([{ ...ants, members: 'Zed Ray, Kim Lee, Kim Lee', netIDs: '' }, bees])
    const people = await peopleOf('tA')
    expect(people.slice(1)).toMatchObject([
      { id: first, netID: null },
      { id: second, netID: null },
    ])
    expect([first, bo, second]).not.toContain(people[0]?.id)
  })

  it('when the tent becomes a record of Airtable', async () => {
    const people = await peopleOf('tA')
    const adopted = new Map([['tA', 'recA']])
    await server.db.transaction((tx) => updateIds(tx, adopted, systemContext.now()))
    expect(await peopleOf('recA')).toEqual(people)
  })

  it('in a backup that is restored', async () => {
    const file = await backupOf(server.db)
    const other = await startApp()
    try {
      await restoreInto(other.db, file)
      expect(await list(monitor, other)).toEqual(await list(monitor))
    } finally {
      await other.close()
    }
  })

  it('until the season is closed: the same people begin anew', async () => {
    const before = await idsOf('tA')
    await server.db.transaction((tx) => closeSeason(tx, systemContext.now()))
    await load([ants, bees])
    const after = await idsOf('tA')
    expect(after).toHaveLength(3)
    expect(after.filter((id) => before.includes(id))).toEqual([])
  })
})

describe('a database from before members were rows', () => {
  const texts: [members: string, netIDs: string][] = [
    ['Ann Lee, Bo Kim', 'AL2; bk7'],
    ['\u00a0Ann Lee\u2003,,\tBo  Kim ,\ufeff', 'al2'],
    ['Ann Lee,Ann Lee, Zoë O’Neil Jr.', 'al2 al3 <zo4>'],
    [' , ', 'al2'],
    ['', ''],
  ]
  /** What became another tent has its members there. */
  const became = texts.push(['Ann Lee', 'al2']) - 1

  it('gets those that its texts name, as an import would', async () => {
    const db = await earlierDatabase('0013')
    try {
      const quoted = (text: string) => `'${text}'`
      const empty = Array(7).fill("''").join()
      const values = texts.map(
        ([members, netIDs], place) =>
          `('${place}', ${quoted(members)}, ${quoted(netIDs)}, ${empty}, '', '')`,
      )
      await db.execute(`
        insert into tents (id, members, net_ids, "order", name, type, captain, captain_name,
          last_miss_lm, date_of_last_miss, last_check, date_of_last_check)
        values ${values.join()};
        update tents set became = '0' where id = '${became}'`)
      await db.toNow()
      const found = new Map<string, [unknown, unknown][]>()
      const query = 'select tent_id, name, net_id from members order by tent_id, position'
      for (const { tent_id, name, net_id } of await db.rows(query)) {
        found.set(`${tent_id}`, [...(found.get(`${tent_id}`) ?? []), [name, net_id]])
      }
      for (const [place, [members, netIDs]] of texts.entries()) {
        const named = membersAfter([], { members, netIDs }, systemContext.newId)
        const expected = place === became ? [] : nameAndNetID(named)
        expect([place, found.get(`${place}`) ?? []]).toEqual([place, expected])
      }
    } finally {
      await db.close()
    }
  }, 90_000)
})
