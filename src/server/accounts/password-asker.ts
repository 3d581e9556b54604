import type { Context } from '../context.ts'
import { Refusal } from '../http/refusal.ts'
import type { Session } from '../http/session.ts'
import type { Write } from '../http/write.ts'
import { type Limits, netIDLimit, recordFailure, signInLimit } from './limits.ts'
import { passwordMatches } from './passwords.ts'
import { findPasswordHash } from './store.ts'
import type { PasswordTurns } from './turns.ts'

type Asked = {
  session: NonNullable<Session>
  /** The current password, if it was sent along. */
  given: string | undefined
  address: string
  write: Write
}

/**
 * Sees that it is the person themselves who changes what they sign in with, and not whoever found
 * their phone: by the current password, or by a sign-in a short while ago. A wrong one is 403 and
 * counts like a failed sign-in.
 */
export function passwordAsker(ctx: Context, limits: Limits, turns: PasswordTurns) {
  return async ({ session, given, address, write }: Asked): Promise<void> => {
    const { netID } = session.user
    if (given === undefined) {
      const age = ctx.now().getTime() - session.signedInAt.getTime()
      if (age > ctx.config.freshSignInMs) throw new Refusal('currentPasswordNeeded')
      return
    }
    const asker = { netID, from: address }
    const isRight = await limits.takeFailure([signInLimit(asker), netIDLimit(netID)], () =>
      turns.signIn(asker, async () => {
        const hash = await ctx.db.read((reader) => findPasswordHash(reader, netID))
        return passwordMatches(hash ?? null, given)
      }),
    )
    if (isRight) return
    await write((tx) => recordFailure(ctx, tx, netID))
    throw new Refusal('wrongPassword')
  }
}
