import { hashPassword } from '../../src/server/accounts/passwords.ts'
import { addUser } from '../../src/server/accounts/registration.ts'
import { systemContext } from '../../src/server/context.ts'
import type { Database, Tx } from '../../src/server/db/database.ts'
import { openDatabase } from '../../src/server/db/open.ts'
import { importRoster } from '../../src/server/tents/roster-import.ts'
import { rosterRow } from './roster-row.ts'

export type TentOfPeople = { id: string; netIDs: string[] }

/** Tents `t0`, `t1`, … of so many people each: `m0`, `m1`, … */
export function tentsOfPeople(tents: number, people: number): TentOfPeople[] {
  return Array.from({ length: tents }, (_, tent) => ({
    id: `t${tent}`,
    netIDs: Array.from({ length: people }, (_, member) => `m${tent * people + member}`),
  }))
}

type Where = { DATABASE_URL?: string; DATA_DIR: string }

/** The database of a server that does not run, or of several. */
export function openAt(where: Where): Promise<Database> {
  return openDatabase({
    databaseUrl: where.DATABASE_URL ?? null,
    dataDir: where.DATA_DIR,
    // Those of the build, beside which stands an empty database to begin with.
    migrationsFolder: 'dist/server/migrations',
    onError: () => {},
  })
}

/**
 * Fills an empty database with these tents, an account for each of their people, all of one password,
 * and a super user; `more` is written beside it.
 */
export async function addTenters(
  where: Where,
  tents: readonly TentOfPeople[],
  boss: { netID: string; password: string },
  more: (tx: Tx) => Promise<void> = async () => {},
): Promise<void> {
  const db = await openAt(where)
  const hash = await hashPassword(boss.password)
  await db.transaction(async (tx) => {
    for (const netID of [boss.netID, ...tents.flatMap(({ netIDs }) => netIDs)]) {
      const isSuperUser = netID === boss.netID
      const email = `${netID}@example.edu`
      const person = { netID, firstName: 'Robin', lastName: 'Test', email, password: '' }
      await addUser(systemContext, tx, person, hash, {
        isLineMonitor: false,
        isSuperUser,
        isConfirmed: true,
      })
    }
    const rows = tents.map(({ id, netIDs }) =>
      rosterRow({ id, order: id.slice(1), name: id, netIDs: netIDs.join(', ') }),
    )
    await importRoster(systemContext, tx, rows, { results: true })
    await more(tx)
  })
  await db.close()
}
