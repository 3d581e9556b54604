import { Type } from 'typebox'
import { hashPassword } from './accounts/passwords.ts'
import { addUser } from './accounts/registration.ts'
import { countUsers, findUser, listEnabledAccounts, updateAccount } from './accounts/store.ts'
import { type Context, newPassword } from './context.ts'
import type { Reader, Tx } from './db/database.ts'
import { setting } from './settings/store.ts'
import { demoSeason } from './tents/demo-season.ts'
import { importRoster } from './tents/roster-import.ts'
import { listKnownTents, listTents } from './tents/store.ts'

/** The netIDs of the three demo accounts; true in an older demo database, which does not name them. */
export const demoSeasonBegun = setting(
  'demoSeason',
  Type.Union([Type.Array(Type.String()), Type.Literal(true)]),
  null,
)

/** The three people of the demo season; the tenter is the captain of its first tent. */
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

/** A demo account with a new password. */
type Renewed = { person: (typeof people)[number]; password: string; passwordHash: string }

/**
 * Makes demo data. In an empty database: 130 tents and three accounts. In a database that began as
 * a demo: new passwords for those of the three accounts that still exist; sessions and a running
 * check are kept. Returns the accounts to print; in any other database: none.
 */
export async function demoAccounts(ctx: Omit<Context, 'log'>): Promise<DemoAccount[]> {
  const renewed = await Promise.all(
    people.map(async (person) => {
      const password = newPassword()
      return { person, password, passwordHash: await hashPassword(password) }
    }),
  )
  return ctx.db.transaction(async (tx) => {
    const stored = await demoSeasonBegun.find(tx)
    if (stored !== null) return renewPasswords(tx, renewed, netIDsOf(stored))
    const isEmpty = (await countUsers(tx)) === 0 && (await listKnownTents(tx)).length === 0
    return isEmpty ? beginSeason(ctx, tx, renewed) : []
  })
}

/**
 * The warning for a server for real on whose database an account of the demo season has a role: its
 * password was printed. null: none has. The database was begun without NODE_ENV=production, or came
 * from a backup of such a one.
 */
export async function warningOfDemo(reader: Reader): Promise<string | null> {
  const stored = await demoSeasonBegun.find(reader)
  if (stored === null) return null
  const accounts = await listEnabledAccounts(reader, netIDsOf(stored))
  const inRole = accounts.filter(({ isLineMonitor, isSuperUser }) => isLineMonitor || isSuperUser)
  if (inRole.length === 0) return null
  const names = inRole.map(({ netID }) => netID).join(' and ')
  return `This database began as the demo, and its accounts (${names}) still have roles, with passwords that were printed. For a season for real, begin a new database: move this one away. To go on with this one, make a super user of your own with add-user NETID --super-user, then take their roles away: set-role NETID super-user off, set-role NETID line-monitor off.`
}

/** Stores which accounts are the demo's: later its tents may be real people's. */
async function beginSeason(
  ctx: Omit<Context, 'log'>,
  tx: Tx,
  renewed: readonly Renewed[],
): Promise<DemoAccount[]> {
  await importRoster(ctx, tx, demoSeason(), { results: true })
  const tenter = (await listTents(tx))[0]?.captain || 'tenter1'
  const accounts: DemoAccount[] = []
  for (const { person, password, passwordHash } of renewed) {
    const { role, isLineMonitor, isSuperUser, ...names } = person
    const netID = names.netID || tenter
    const registration = { ...names, netID, email: `${netID}@demo.invalid`, password }
    const standing = { isLineMonitor, isSuperUser, isConfirmed: true }
    await addUser(ctx, tx, registration, passwordHash, standing)
    accounts.push({ role, netID, password })
  }
  const netIDs = accounts.map(({ netID }) => netID)
  await demoSeasonBegun.update(tx, netIDs, ctx.now())
  return accounts
}

async function renewPasswords(
  tx: Tx,
  renewed: readonly Renewed[],
  netIDs: readonly string[],
): Promise<DemoAccount[]> {
  const accounts: DemoAccount[] = []
  for (const [place, { person, password, passwordHash }] of renewed.entries()) {
    const netID = netIDs[place]
    if (netID === undefined || !(await findUser(tx, netID))) continue
    await updateAccount(tx, netID, { passwordHash })
    accounts.push({ role: person.role, netID, password })
  }
  return accounts
}

/** In the order of the three. An older demo database does not name its tenter. */
function netIDsOf(stored: string[] | true): string[] {
  if (stored !== true) return stored
  return people.map(({ netID }) => netID).filter((netID) => netID !== '')
}
