import { type Context, sha256 } from '../context.ts'
import type { Reader, Tx } from '../db/database.ts'
import type { Session } from '../http/session.ts'
import { findSession, insertSession, listSessionRows, renewSession } from './store.ts'

const hourMs = 60 * 60 * 1000

/** How long a session lasts without use. */
export const sessionLastsMs = 14 * 24 * hourMs

/** A new session; the token is told once and kept only as a hash. */
export async function openSession(
  ctx: Context,
  tx: Tx,
  netID: string,
  device: string,
): Promise<string> {
  const token = ctx.newToken()
  const now = ctx.now()
  const expiresAt = new Date(now.getTime() + sessionLastsMs)
  await insertSession(tx, { tokenHash: sha256(token), netID, device, now, expiresAt })
  return token
}

/** The session of a token with the roles as they are now. Its use is written once an hour at most. */
export async function sessionOfToken(ctx: Context, token: string): Promise<Session> {
  const tokenHash = sha256(token)
  const now = ctx.now()
  const found = await ctx.db.read((reader) => findSession(reader, tokenHash, now))
  if (found === undefined) return null
  if (now.getTime() - found.lastUsedAt.getTime() > hourMs) {
    const expiresAt = new Date(now.getTime() + sessionLastsMs)
    await ctx.db.transaction((tx) => renewSession(tx, tokenHash, now, expiresAt))
  }
  return { user: found.user, tokenHash }
}

/** What a session is called where its token must not be known, nor the token's own hash. */
function idOf(tokenHash: string): string {
  return sha256(tokenHash).slice(0, 16)
}

export type ListedSession = { id: string; tokenHash: string; device: string } & Record<
  'createdAt' | 'lastUsedAt' | 'expiresAt',
  Date
>

/** A person's sessions that hold now, the one used last first. */
export async function listSessions(
  reader: Reader,
  netID: string,
  now: Date,
): Promise<ListedSession[]> {
  const rows = await listSessionRows(reader, netID, now)
  return rows.map((row) => ({ id: idOf(row.tokenHash), ...row }))
}
