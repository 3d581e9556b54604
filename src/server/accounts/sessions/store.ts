import { and, count, desc, eq, getTableColumns, gt, inArray, lte, max, ne } from 'drizzle-orm'
import type { Reader, Tx } from '../../db/database.ts'
import { sessions, users } from '../../db/schema.ts'

/** What a session says of its person. */
export const publicColumns = {
  netID: users.netID,
  firstName: users.firstName,
  lastName: users.lastName,
  email: users.email,
  isLineMonitor: users.isLineMonitor,
  isSuperUser: users.isSuperUser,
  isConfirmed: users.isConfirmed,
}

export async function insertSession(
  { queries }: Tx,
  session: { tokenHash: string; netID: string; device: string; now: Date; expiresAt: Date },
): Promise<void> {
  const { now, ...rest } = session
  await queries.insert(sessions).values({ ...rest, createdAt: now, lastUsedAt: now })
}

/** Those of these sessions that are valid, with their people. */
export function findSessions({ queries }: Reader, tokenHashes: string[], now: Date) {
  const { tokenHash, createdAt, lastUsedAt, expiresAt } = sessions
  return queries
    .select({ user: publicColumns, tokenHash, createdAt, lastUsedAt, expiresAt })
    .from(sessions)
    .innerJoin(users, eq(users.netID, sessions.netID))
    .where(and(inArray(tokenHash, tokenHashes), gt(expiresAt, now)))
}

/** How many valid sessions each person has, and when one was last used, by netID. */
export async function countSessions(
  { queries }: Reader,
  now: Date,
): Promise<Map<string, { sessions: number; lastSeenAt: string }>> {
  const rows = await queries
    .select({ netID: sessions.netID, count: count(), last: max(sessions.lastUsedAt) })
    .from(sessions)
    .where(gt(sessions.expiresAt, now))
    .groupBy(sessions.netID)
  return new Map(
    rows.map(({ netID, count, last }) => [
      netID,
      { sessions: count, lastSeenAt: (last ?? now).toISOString() },
    ]),
  )
}

export function listSessionRows({ queries }: Reader, netID: string) {
  const { netID: _, ...columns } = getTableColumns(sessions)
  return queries
    .select(columns)
    .from(sessions)
    .where(eq(sessions.netID, netID))
    .orderBy(desc(sessions.lastUsedAt), desc(sessions.createdAt))
}

/** Skips sessions that another server is renewing or ending at this moment. */
export async function renewSessions(
  { queries }: Tx,
  tokenHashes: string[],
  now: Date,
  expiresAt: Date,
): Promise<void> {
  const free = queries
    .select({ tokenHash: sessions.tokenHash })
    .from(sessions)
    .where(inArray(sessions.tokenHash, tokenHashes))
    .for('update', { skipLocked: true })
  await queries
    .update(sessions)
    .set({ lastUsedAt: now, expiresAt })
    .where(inArray(sessions.tokenHash, free))
}

export async function removeSession({ queries }: Tx, tokenHash: string): Promise<void> {
  await queries.delete(sessions).where(eq(sessions.tokenHash, tokenHash))
}

/** Ends a person's sessions except the one named; returns how many ended. */
export async function removeSessions({ queries }: Tx, netID: string, except = ''): Promise<number> {
  const removed = await queries
    .delete(sessions)
    .where(and(eq(sessions.netID, netID), ne(sessions.tokenHash, except)))
    .returning({ tokenHash: sessions.tokenHash })
  return removed.length
}

/**
 * Keeps this many of a person's sessions, those used last and the one named; returns how many
 * ended.
 */
export async function removeOldestSessions(
  { queries }: Tx,
  netID: string,
  kept: number,
  newest: string,
): Promise<number> {
  const { tokenHash, lastUsedAt, createdAt } = sessions
  const oldest = queries
    .select({ tokenHash })
    .from(sessions)
    .where(and(eq(sessions.netID, netID), ne(tokenHash, newest)))
    .orderBy(desc(lastUsedAt), desc(createdAt))
    .offset(kept - 1)
  const removed = await queries
    .delete(sessions)
    .where(inArray(tokenHash, oldest))
    .returning({ tokenHash })
  return removed.length
}

export async function isAnySessionOver({ queries }: Reader, now: Date): Promise<boolean> {
  const rows = await queries
    .select({ netID: sessions.netID })
    .from(sessions)
    .where(lte(sessions.expiresAt, now))
    .limit(1)
  return rows.length > 0
}

/** Ends the sessions that are over; returns whose they were. */
export async function removeSessionsOver({ queries }: Tx, now: Date): Promise<Set<string>> {
  const removed = await queries
    .delete(sessions)
    .where(lte(sessions.expiresAt, now))
    .returning({ netID: sessions.netID })
  return new Set(removed.map(({ netID }) => netID))
}
