import { Type } from 'typebox'
import type { Roles } from '../../shared/access.ts'
import {
  cleanRegistration,
  type Registration,
  type RegistrationProblems,
  registrationProblems,
} from '../../shared/accounts/rules.ts'
import { type Context, sha256 } from '../context.ts'
import { isTaken, type Reader, type Tx } from '../db/database.ts'
import type { ReadContext } from '../http/endpoints.ts'
import { Refusal } from '../http/refusal.ts'
import type { Write } from '../http/write.ts'
import { setting } from '../settings/store.ts'
import { refusedPassword } from './refused-password.ts'
import { findUser, insertUser, isEmailTaken, listSuperUsersLocked } from './store.ts'

/** Of the link that makes the first super user; null: there is none. */
export const setupTokenHash = setting('setupTokenHash', Type.String(), null)

/** The rights of a new account. `isConfirmed`: whoever made it knows the netID's owner. */
type NewRights = Roles & { isConfirmed: boolean }

/** Everything that is wrong with a registration by itself, whoever has an account already. */
export async function problemsOf(given: Registration): Promise<RegistrationProblems> {
  const problems = registrationProblems(given)
  const refused = await refusedPassword(given.password, cleanRegistration(given))
  return refused === null ? problems : { ...problems, password: refused }
}

/** What of a registration somebody else has. */
async function takenProblems(
  reader: Reader,
  registration: Registration,
): Promise<RegistrationProblems> {
  const taken: RegistrationProblems = {}
  if (await findUser(reader, registration.netID)) taken.netID = 'netIDTaken'
  if (await isEmailTaken(reader, registration)) taken.email = 'emailTaken'
  return taken
}

/** The refusal of a registration: in words for its first problem, `fields` has all by code. */
export function refusedFor(problems: RegistrationProblems): Refusal {
  const [first = 'badRequest'] = Object.values(problems)
  return new Refusal(first, { facts: { fields: problems } })
}

/** Adds an account; 409 for a netID or an e-mail that is taken. */
export async function addUser(
  ctx: Pick<Context, 'now'>,
  tx: Tx,
  registration: Registration,
  passwordHash: string,
  rights: NewRights,
): Promise<void> {
  const taken = await takenProblems(tx, registration)
  if (Object.keys(taken).length > 0) throw refusedFor(taken)
  const { password: _, ...person } = registration
  await insertUser(tx, { ...person, ...rights, passwordHash, createdAt: ctx.now() })
}

/** Registers a person. With the set-up link, they become the first super user. */
export async function register(
  ctx: Pick<ReadContext, 'db' | 'now'>,
  write: Write,
  registration: Registration,
  passwordHash: string,
  setupToken: string | undefined,
): Promise<void> {
  await write(async (tx) => {
    const isSuperUser = setupToken !== undefined
    if (isSuperUser) await spendSetupToken(tx, setupToken)
    const rights = { isLineMonitor: false, isSuperUser, isConfirmed: isSuperUser }
    await addUser(ctx, tx, registration, passwordHash, rights)
  }).catch(async (error) => {
    if (!isTaken(error)) throw error
    // Somebody else came first at the same moment.
    throw refusedFor(await ctx.db.read((reader) => takenProblems(reader, registration)))
  })
}

/** Is it the token of the set-up link? Said for now: only `register` takes it. */
export async function isSetupToken(reader: Reader, setupToken: string): Promise<boolean> {
  return sha256(setupToken) === (await setupTokenHash.find(reader))
}

/** The link works once, and only if the command line has not made a super user before. */
async function spendSetupToken(tx: Tx, setupToken: string): Promise<void> {
  const isGood = await setupTokenHash.take(tx, sha256(setupToken))
  const superUsers = await listSuperUsersLocked(tx)
  if (!isGood || superUsers.length > 0) throw new Refusal('setupLinkUsed')
}

/**
 * If there is no super user, makes a new set-up token, which replaces the earlier one; else null.
 */
export async function newSetupToken(
  ctx: Pick<Context, 'db' | 'newToken' | 'now'>,
): Promise<string | null> {
  return ctx.db.transaction(async (tx) => {
    if ((await listSuperUsersLocked(tx)).length > 0) return null
    const token = ctx.newToken()
    await setupTokenHash.update(tx, sha256(token), ctx.now())
    return token
  })
}
