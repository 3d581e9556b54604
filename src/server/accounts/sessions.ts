import { type Context, sha256 } from '../context.ts'
import type { Tx } from '../db/database.ts'
import type { Session } from '../http/session.ts'
import { findSession, insertSession, renewSession } from './store.ts'

const dayMs = 24 * 60 * 60 * 1000

/** How long a session lasts without use. */
export const sessionLastsMs = 14 * dayMs

/** A new session; the token is told once and kept only as a hash. */
export async function openSession(ctx: Context, tx: Tx, netID: string): Promise<string> {
  const token = ctx.newToken()
  const now = ctx.now()
  const expiresAt = new Date(now.getTime() + sessionLastsMs)
  await insertSession(tx, { tokenHash: sha256(token), netID, now, expiresAt })
  return token
}

/** The session of a token with the roles as they are now. Its use is written once a day at most. */
export async function sessionOfToken(ctx: Context, token: string): Promise<Session> {
  const tokenHash = sha256(token)
  const now = ctx.now()
  const found = await ctx.db.read((reader) => findSession(reader, tokenHash, now))
  if (found === undefined) return null
  if (now.getTime() - found.lastUsedAt.getTime() > dayMs) {
    const expiresAt = new Date(now.getTime() + sessionLastsMs)
    await ctx.db.transaction((tx) => renewSession(tx, tokenHash, now, expiresAt))
  }
  return { user: found.user, tokenHash }
}
