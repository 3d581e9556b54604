import type { Roles } from '../../shared/access.ts'
import type { Registration } from '../../shared/accounts/rules.ts'
import { type Context, sha256 } from '../context.ts'
import type { Tx } from '../db/database.ts'
import { Refusal } from '../http/refusal.ts'
import { takeSetting, updateSetting } from '../settings/store.ts'
import { findUser, insertUser, isEmailTaken, isTaken, listSuperUsersLocked } from './store.ts'

const setupKey = 'setupTokenHash'

/** What an account begins with; confirmed: whoever made it knows whose netID it is. */
type Standing = Roles & { isConfirmed: boolean }

/** Adds an account; 409 for a netID or an e-mail that is taken. */
export async function addUser(
  ctx: Pick<Context, 'now'>,
  tx: Tx,
  { password: _, ...person }: Registration,
  passwordHash: string,
  standing: Standing,
): Promise<void> {
  if (await findUser(tx, person.netID)) throw new Refusal('netIDTaken')
  if (await isEmailTaken(tx, person)) throw new Refusal('emailTaken')
  await insertUser(tx, { ...person, ...standing, passwordHash, createdAt: ctx.now() })
}

/** A person registers; the one who holds the set-up link becomes the first super user. */
export async function register(
  ctx: Context,
  registration: Registration,
  passwordHash: string,
  setupToken: string | undefined,
): Promise<void> {
  await ctx.db
    .transaction(async (tx) => {
      const isSuperUser = setupToken !== undefined
      if (isSuperUser) await spendSetupToken(tx, setupToken)
      const standing = { isLineMonitor: false, isSuperUser, isConfirmed: isSuperUser }
      await addUser(ctx, tx, registration, passwordHash, standing)
    })
    .catch(async (error) => {
      if (!isTaken(error)) throw error
      const isByEmail = await ctx.db.read((reader) => isEmailTaken(reader, registration))
      throw new Refusal(isByEmail ? 'emailTaken' : 'netIDTaken')
    })
}

/** The link works once, and only where the command line has not made a super user before it. */
async function spendSetupToken(tx: Tx, setupToken: string): Promise<void> {
  const isGood = await takeSetting(tx, setupKey, sha256(setupToken))
  const superUsers = await listSuperUsersLocked(tx)
  if (!isGood || superUsers.length > 0) throw new Refusal('setupLinkUsed')
}

/** Without a super user: a new set-up token, in place of any earlier one; else null. */
export async function newSetupToken(ctx: Context): Promise<string | null> {
  return ctx.db.transaction(async (tx) => {
    if ((await listSuperUsersLocked(tx)).length > 0) return null
    const token = ctx.newToken()
    await updateSetting(tx, setupKey, sha256(token), ctx.now())
    return token
  })
}
