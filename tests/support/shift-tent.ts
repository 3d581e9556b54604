import { systemContext } from '../../src/server/context.ts'
import { importRoster } from '../../src/server/tents/roster-import.ts'
import type { Availability, TentShifts } from '../../src/shared/shifts/tent-shifts.ts'
import { slotsOfWeek } from '../../src/shared/shifts/tent-shifts.ts'
import { startAppOn, type TestApp } from './app.ts'
import type { Client } from './client.ts'
import { freshDatabase } from './fresh-database.ts'
import { rosterRow } from './roster-row.ts'

/** Thursday of Blue, 10:00 in Durham: of this tent one by day, and two by night. */
const begun = new Date('2026-01-29T15:00:00Z')
export const memberNames = ['Ann Lee', 'Bo Chen', 'Cy Diaz', 'Di Evans']
export const ants = rosterRow({
  id: 'tA',
  order: 'A',
  name: 'Ants',
  captain: 'al1',
  members: memberNames.join(', '),
  netIDs: 'al1, bc2, cd3, de4',
  dayNumber: 1,
  nightNumber: 2,
})
export const bees = rosterRow({
  id: 'tB',
  order: 'B',
  name: 'Bees',
  captain: 'ef5',
  members: 'Ed Fox',
  netIDs: 'ef5',
})

export const params = { tentId: 'tA' }
export const always: Availability = { week: '1'.repeat(slotsOfWeek), exceptions: [] }
export const never: Availability = { week: '0'.repeat(slotsOfWeek), exceptions: [] }
/** The day after. */
const friday = { from: '2026-01-30', days: 1 }

export type ShiftTent = Awaited<ReturnType<typeof startShiftTent>>

/**
 * A tent of four, of whom the first is captain, beside another tent, a monitor and a super user.
 * `tells: false`: the server leaves to others what one server of a database does for all.
 */
export async function startShiftTent(env: Record<string, string> = {}, { tells = true } = {}) {
  let clock = begun
  const db = await freshDatabase()
  if (!tells) db.tryLock = async () => null
  const server: TestApp = await startAppOn(db, env, () => clock)
  const roster = (rows: ReturnType<typeof rosterRow>[]) =>
    server.db.transaction((tx) => importRoster(systemContext, tx, rows, { results: true }))
  await roster([ants, bees])
  const signIn = async (netID: string, given: Parameters<TestApp['signIn']>[1] = {}) => {
    const token = await server.signIn(netID, { isConfirmed: true, ...given })
    return { ...server.withToken(token), token }
  }
  const people = {
    ann: await signIn('al1', { firstName: 'Ann' }),
    bo: await signIn('bc2'),
    cy: await signIn('cd3'),
    di: await signIn('de4'),
    ed: await signIn('ef5'),
    mo: await signIn('mo', { isLineMonitor: true }),
    boss: await signIn('boss', { isSuperUser: true, firstName: 'Harper' }),
  }
  const read = (who: Client, query: { from?: string; days?: number } = {}): Promise<TentShifts> =>
    who.call('getShifts', undefined, { params, query })

  /** The members' ids, in their order; each is linked whose client is given. */
  async function linked(...clients: Client[]): Promise<string[]> {
    const ids = (await read(people.ann)).people.map(({ id }) => id)
    for (const [place, client] of clients.entries()) {
      await client.call('linkMember', { memberId: ids[place] ?? '' }, { params })
    }
    return ids
  }
  const answer = (who: Client, memberId: string | undefined, availability: Availability) =>
    who.call('saveAvailability', availability, {
      params: { ...params, memberId: memberId ?? '' },
    })

  /** Ann, Bo and Cy are linked and can always be there; gives all ids. */
  async function threeFree(): Promise<string[]> {
    const three = [people.ann, people.bo, people.cy]
    const ids = await linked(...three)
    for (const [place, who] of three.entries()) await answer(who, ids[place], always)
    return ids
  }

  /** The greedy draft. */
  async function planned(who: Client, body = { ...friday, keep: false }) {
    await who.call('planShifts', body, { params })
    await who.call('stopPlanning', undefined, { params })
    const { draft } = await read(who, { from: body.from, days: body.days })
    if (draft === null) throw new Error('There is no draft')
    return draft
  }
  const publish = (who: Client, madeAt: string) => who.call('publishShifts', { madeAt }, { params })

  return {
    server,
    people,
    roster,
    read,
    linked,
    answer,
    threeFree,
    planned,
    publish,
    /** From now on it is this time. */
    setClock(time: string) {
      clock = new Date(time)
    },
  }
}
