import type { Page } from 'playwright-core'
import { systemContext } from '../../src/server/context.ts'
import type { Tx } from '../../src/server/db/database.ts'
import { insertShifts, lockShiftTent, updateShiftPerson } from '../../src/server/shifts/store.ts'
import { importRoster } from '../../src/server/tents/roster-import.ts'
import type { RosterRow } from '../../src/server/tents/roster-row.ts'
import { findTent } from '../../src/server/tents/store.ts'
import { openPage, phone, sharedChromium, signIn } from './chromium.ts'
import { type Client, clientOf } from './client.ts'
import { ownPlace } from './own-place.ts'
import { rosterRow } from './roster-row.ts'
import { startServer } from './server-process.ts'
import { always } from './shift-tent.ts'
import { addTenters } from './tenters.ts'

const dayMs = 86_400_000
const boss = { netID: 'boss', password: 'correct horse battery' }

/** Whoever tents has the password of the super user. */
const accountOf = (netID: string) => ({ netID, password: boss.password })

type ShiftsTent = { id: string; netIDs: string[]; row: RosterRow }

/** A tent of these people, by their netIDs; the first is its captain. */
export function tentOf(
  id: string,
  people: Readonly<Record<string, string>>,
  more: Partial<RosterRow> = {},
): ShiftsTent {
  const netIDs = Object.keys(people)
  const [captain = ''] = netIDs
  const members = Object.values(people).join(', ')
  const row = { id, order: id, name: id, captain, members, netIDs: netIDs.join(', '), ...more }
  return { id, netIDs, row: rosterRow(row) }
}

/**
 * The built server in a place of its own, with these tents and an account for each netID of theirs.
 * `more` is written before it starts.
 */
export async function startShiftsServer(
  tents: readonly ShiftsTent[],
  env: Record<string, string> = {},
  more: (tx: Tx) => Promise<void> = async () => {},
) {
  const place = await ownPlace()
  await addTenters(place.env, tents, boss, async (tx) => {
    await importRoster(
      systemContext,
      tx,
      tents.map(({ row }) => row),
      { results: true },
    )
    await more(tx)
  })
  const server = await startServer({ ...place.env, ...env })
  const clients = new Map<string, Client>()

  /** What the server itself says to somebody. */
  function as(netID: string): Client {
    const known = clients.get(netID)
    if (known !== undefined) return known
    const visitor = clientOf(server.url, async () => undefined)
    const token = visitor.call('login', accountOf(netID)).then((answer) => answer.token)
    const client = clientOf(server.url, () => token)
    clients.set(netID, client)
    return client
  }
  return {
    url: server.url,
    as,
    /** A screen on a device of somebody's own. */
    async open(netID: string, path = '/shifts', device = phone): Promise<Page> {
      const page = await openPage(await sharedChromium(), device)
      await signIn(page, server.url, accountOf(netID), path)
      return page
    },
    /** A season since three days ago in which a tent must show so many, by day and by night. */
    async mustShow(day: number, night: number): Promise<void> {
      const { now: _, ...rules } = await as(boss.netID).call('getSeason')
      const inDays = (days: number) =>
        new Date(Date.now() + days * dayMs).toISOString().slice(0, 16)
      const periods = [{ name: 'Blue', from: inDays(-3), day, night }]
      await as(boss.netID).call('saveSeason', {
        ...rules,
        inSeason: true,
        periods,
        ends: inDays(30),
      })
    },
    async close(): Promise<void> {
      await server.kill('SIGTERM')
      place.remove()
    },
  }
}

/**
 * All of a tent are linked and can always be there, and some have a shift: a plan as if it had been
 * published, also of a time that has begun, which cannot be published any more.
 */
export async function addPlan(
  tx: Tx,
  { id }: Pick<ShiftsTent, 'id'>,
  shifts: readonly { netID: string; from: string; until: string }[],
): Promise<void> {
  await lockShiftTent(tx, id)
  const people = (await findTent(tx, id))?.people ?? []
  for (const { id: memberId, netID } of people) {
    const answered = { availability: always, answeredAt: new Date() }
    await updateShiftPerson(tx, id, memberId, { netID, ...answered })
  }
  const planned = shifts.flatMap(({ netID, from, until }) => {
    const member = people.find((one) => one.netID === netID)
    if (member === undefined) throw new Error(`${netID} is not in tent ${id}`)
    const span = { from: new Date(from), until: new Date(until) }
    return { id: systemContext.newId(), memberId: member.id, ...span, arrivedAt: null }
  })
  await insertShifts(tx, id, planned)
}

export type ShiftsServer = Awaited<ReturnType<typeof startShiftsServer>>

export const partLink = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Parts' }).getByRole('link', { name, exact: true })

/** Goes to one of the parts of the shifts' screen. */
export const part = (page: Page, name: string) => partLink(page, name).click()

export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
