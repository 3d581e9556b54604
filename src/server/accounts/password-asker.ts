import { isStillAhead } from '../clock-skew.ts'
import type { ReadContext } from '../http/endpoints.ts'
import { Refusal } from '../http/refusal.ts'
import type { Session } from '../http/session.ts'
import type { Write } from '../http/write.ts'
import { netIDLimit, signInLimit } from './limit-table.ts'
import { type Limits, recordFailure } from './limits.ts'
import { passwordMatches } from './passwords.ts'
import { findPasswordHash } from './store.ts'

type Asked = {
  session: NonNullable<Session>
  /** The current password, if it was sent along. */
  given: string | undefined
  address: string
  write: Write
}

/**
 * Checks that the owner changes their sign-in data, and not somebody who found their unlocked
 * phone: by the current password, or by a recent sign-in. A wrong password is 403 and counts as a
 * failed sign-in.
 */
export function passwordAsker(ctx: Pick<ReadContext, 'config' | 'db' | 'now'>, limits: Limits) {
  return async ({ session, given, address, write }: Asked): Promise<void> => {
    const { netID } = session.user
    if (given === undefined) {
      const { freshSignInMs } = ctx.config
      const freshUntil = session.signedInAt.getTime() + freshSignInMs
      if (isStillAhead(freshUntil, freshSignInMs, ctx.now())) return
      throw new Refusal('currentPasswordNeeded')
    }
    // The limit is of this session alone, so that guesses by strangers at the sign-in do not slow
    // down a person who is signed in.
    const asker = { lane: 'signInFromKnownDevice', account: netID, address } as const
    const ofSession = signInLimit(netID, session.tokenHash)
    const isRight = await limits.takeFailure(asker, [ofSession], async () => {
      const hash = await ctx.db.read((reader) => findPasswordHash(reader, netID))
      return passwordMatches(hash, given)
    })
    if (isRight) return
    for (const limit of [signInLimit(netID, address), netIDLimit(netID)]) {
      await limits.countsWithin(limit)
    }
    await write((tx) => recordFailure(ctx, tx, netID))
    throw new Refusal('wrongPassword')
  }
}
