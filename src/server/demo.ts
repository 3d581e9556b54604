import { hashPassword } from './accounts/passwords.ts'
import { addUser } from './accounts/registration.ts'
import { countUsers, updatePasswordHash } from './accounts/store.ts'
import { type Context, newPassword } from './context.ts'
import { findSetting, updateSetting } from './settings/store.ts'
import { demoSeason } from './tents/demo-season.ts'
import { importRoster } from './tents/roster-import.ts'
import { listKnownTents, listTents } from './tents/store.ts'

const demoKey = 'demoSeason'

/** The three people of the demo season; the tenter is a member of one of its tents. */
const people = [
  {
    role: 'super user',
    netID: 'head1',
    firstName: 'Harper',
    lastName: 'Quinn',
    isLineMonitor: true,
    isSuperUser: true,
  },
  {
    role: 'line monitor',
    netID: 'monitor1',
    firstName: 'Morgan',
    lastName: 'Reyes',
    isLineMonitor: true,
    isSuperUser: false,
  },
  {
    role: 'tenter',
    netID: '',
    firstName: 'Taylor',
    lastName: 'Brooks',
    isLineMonitor: false,
    isSuperUser: false,
  },
]

export type DemoAccount = { role: string; netID: string; password: string }

/**
 * On an empty database: 130 tents and three accounts. On one that began this way: new passwords
 * for the three; who is signed in stays so, a check may be on. Gives the accounts to print; on any other database: none.
 */
export async function demoAccounts(ctx: Omit<Context, 'log'>): Promise<DemoAccount[]> {
  const accounts = await Promise.all(
    people.map(async (person) => {
      const password = newPassword()
      return { person, password, passwordHash: await hashPassword(password) }
    }),
  )
  return ctx.db.transaction(async (tx) => {
    const isDemo = (await findSetting(tx, demoKey)) === true
    const isEmpty =
      !isDemo && (await countUsers(tx)) === 0 && (await listKnownTents(tx)).length === 0
    if (!isDemo && !isEmpty) return []
    if (isEmpty) {
      await importRoster(ctx, tx, demoSeason(), { results: true })
      await updateSetting(tx, demoKey, true, ctx.now())
    }
    const tenter = (await listTents(tx))[0]?.netIDs.split(',')[0]?.trim() ?? 'tenter1'
    const printed: DemoAccount[] = []
    for (const { person, password, passwordHash } of accounts) {
      const { role, isLineMonitor, isSuperUser, ...names } = person
      const netID = names.netID || tenter
      if (isEmpty) {
        const registration = { ...names, netID, email: `${netID}@demo.invalid`, password }
        await addUser(ctx, tx, registration, passwordHash, { isLineMonitor, isSuperUser })
      } else {
        await updatePasswordHash(tx, netID, passwordHash)
      }
      printed.push({ role, netID, password })
    }
    return printed
  })
}
