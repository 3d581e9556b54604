import { and, asc, count, desc, eq, getTableColumns, gt, inArray, lte, ne, sql } from 'drizzle-orm'
import type { RoleField, User } from '../../shared/accounts/contract.ts'
import { type Reader, sqlState, type Tx, uniqueViolation } from '../db/database.ts'
import { rateLimits, sessions, users } from '../db/schema.ts'

const publicColumns = {
  netID: users.netID,
  firstName: users.firstName,
  lastName: users.lastName,
  email: users.email,
  isLineMonitor: users.isLineMonitor,
  isSuperUser: users.isSuperUser,
}

export type NewUser = User & { passwordHash: string; createdAt: Date }

export async function findUser({ queries }: Reader, netID: string): Promise<User | undefined> {
  const [user] = await queries.select(publicColumns).from(users).where(eq(users.netID, netID))
  return user
}

/** All of an account but its password. */
export async function findAccount(
  { queries }: Reader,
  netID: string,
): Promise<(User & { createdAt: Date }) | undefined> {
  const [account] = await queries
    .select({ ...publicColumns, createdAt: users.createdAt })
    .from(users)
    .where(eq(users.netID, netID))
  return account
}

/** The person, kept as they are until this transaction ends. */
export async function findUserLocked({ queries }: Tx, netID: string): Promise<User | undefined> {
  const [user] = await queries
    .select(publicColumns)
    .from(users)
    .where(eq(users.netID, netID))
    .for('share')
  return user
}

const selectPasswordHash = ({ queries }: Reader, netID: string) =>
  queries.select({ passwordHash: users.passwordHash }).from(users).where(eq(users.netID, netID))

export async function findPasswordHash(reader: Reader, netID: string): Promise<string | undefined> {
  const [row] = await selectPasswordHash(reader, netID)
  return row?.passwordHash
}

/** The same, and it stays as it is until this transaction ends; sign-ins of one person take turns. */
export async function findPasswordHashLocked(tx: Tx, netID: string): Promise<string | undefined> {
  const [row] = await selectPasswordHash(tx, netID).for('no key update')
  return row?.passwordHash
}

export function listUsers({ queries }: Reader): Promise<User[]> {
  return queries.select(publicColumns).from(users).orderBy(asc(users.netID))
}

export async function countUsers({ queries }: Reader): Promise<number> {
  const [row] = await queries.select({ count: count() }).from(users)
  return row?.count ?? 0
}

/** Is there someone else with this e-mail, in whatever case? */
export async function isEmailTaken(
  { queries }: Reader,
  { netID, email }: Pick<User, 'netID' | 'email'>,
): Promise<boolean> {
  const [other] = await queries
    .select({ netID: users.netID })
    .from(users)
    .where(and(eq(sql`lower(${users.email})`, email.toLowerCase()), ne(users.netID, netID)))
  return other !== undefined
}

export async function insertUser({ queries }: Tx, user: NewUser): Promise<void> {
  await queries.insert(users).values(user)
}

/** Was this error two people taking the same netID or e-mail at the same moment? */
export function isTaken(error: unknown): boolean {
  return sqlState(error) === uniqueViolation
}

export async function updateEmail({ queries }: Tx, netID: string, email: string): Promise<void> {
  await queries.update(users).set({ email }).where(eq(users.netID, netID))
}

export async function updatePasswordHash(
  { queries }: Tx,
  netID: string,
  passwordHash: string,
): Promise<void> {
  await queries.update(users).set({ passwordHash }).where(eq(users.netID, netID))
}

export async function updateRole(
  { queries }: Tx,
  netID: string,
  field: RoleField,
  value: boolean,
): Promise<void> {
  await queries
    .update(users)
    .set({ [field]: value })
    .where(eq(users.netID, netID))
}

/** The super users, locked so that two of them cannot step down at the same moment. */
export async function listSuperUsersLocked({ queries }: Tx): Promise<string[]> {
  const rows = await queries
    .select({ netID: users.netID })
    .from(users)
    .where(eq(users.isSuperUser, true))
    .orderBy(asc(users.netID))
    .for('update')
  return rows.map((row) => row.netID)
}

export async function insertSession(
  { queries }: Tx,
  session: { tokenHash: string; netID: string; device: string; now: Date; expiresAt: Date },
): Promise<void> {
  const { now, ...rest } = session
  await queries.insert(sessions).values({ ...rest, createdAt: now, lastUsedAt: now })
}

/** Those of these sessions that hold now, with their people. */
export function findSessions({ queries }: Reader, tokenHashes: string[], now: Date) {
  const { tokenHash, lastUsedAt, expiresAt } = sessions
  return queries
    .select({ user: publicColumns, tokenHash, lastUsedAt, expiresAt })
    .from(sessions)
    .innerJoin(users, eq(users.netID, sessions.netID))
    .where(and(inArray(tokenHash, tokenHashes), gt(expiresAt, now)))
}

export function listSessionRows({ queries }: Reader, netID: string) {
  const { netID: _, ...columns } = getTableColumns(sessions)
  return queries
    .select(columns)
    .from(sessions)
    .where(eq(sessions.netID, netID))
    .orderBy(desc(sessions.lastUsedAt), desc(sessions.createdAt))
}

/** Those that another server is renewing, or ending, are left to it. */
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

/** Ends a person's sessions but the one named; gives the hashes of those that ended. */
export async function removeSessions(
  { queries }: Tx,
  netID: string,
  except = '',
): Promise<string[]> {
  const removed = await queries
    .delete(sessions)
    .where(and(eq(sessions.netID, netID), ne(sessions.tokenHash, except)))
    .returning({ tokenHash: sessions.tokenHash })
  return removed.map((row) => row.tokenHash)
}

/** Keeps so many of a person's sessions, those used last and the one named; gives how many ended. */
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

export async function removeSessionsOver({ queries }: Tx, now: Date): Promise<void> {
  await queries.delete(sessions).where(lte(sessions.expiresAt, now))
}

/** Counts one more within the key's window, which begins with its first; gives both. */
export async function countUp(
  { queries }: Tx,
  key: string,
  now: Date,
  windowMs: number,
): Promise<{ count: number; windowEndsAt: Date }> {
  const fresh = new Date(now.getTime() + windowMs)
  const over = sql`${rateLimits.windowEndsAt} <= ${now.toISOString()}`
  const [row] = await queries
    .insert(rateLimits)
    .values({ key, count: 1, windowEndsAt: fresh })
    .onConflictDoUpdate({
      target: rateLimits.key,
      set: {
        count: sql`case when ${over} then 1 else ${rateLimits.count} + 1 end`,
        windowEndsAt: sql`case when ${over} then ${fresh.toISOString()}::timestamptz else ${rateLimits.windowEndsAt} end`,
      },
    })
    .returning({ count: rateLimits.count, windowEndsAt: rateLimits.windowEndsAt })
  return row ?? { count: 1, windowEndsAt: fresh }
}

/**
 * Takes the key's next free moment, each `everyMs` after the one before it, the first one that long
 * from now; null: there is none within `withinMs`.
 */
export async function takeMoment(
  { queries }: Tx,
  key: string,
  now: Date,
  everyMs: number,
  withinMs: number,
): Promise<Date | null> {
  const given = now.toISOString()
  const every = sql`${everyMs}::float8 * interval '1 millisecond'`
  const next = sql`greatest(${rateLimits.windowEndsAt}, ${given}::timestamptz) + ${every}`
  const latest = new Date(now.getTime() + withinMs).toISOString()
  const [row] = await queries
    .insert(rateLimits)
    .values({ key, count: 1, windowEndsAt: sql`${given}::timestamptz + ${every}` })
    .onConflictDoUpdate({
      target: rateLimits.key,
      set: { windowEndsAt: next },
      setWhere: sql`${next} <= ${latest}::timestamptz`,
    })
    .returning({ moment: rateLimits.windowEndsAt })
  return row?.moment ?? null
}

/** Takes one count back: the attempt did not fail. */
export async function countDown({ queries }: Tx, key: string): Promise<void> {
  await queries
    .update(rateLimits)
    .set({ count: sql`greatest(${rateLimits.count} - 1, 0)` })
    .where(eq(rateLimits.key, key))
}

/** Counts whose window is over limit nothing any more. */
export async function removeLimitsOver({ queries }: Tx, now: Date): Promise<void> {
  await queries.delete(rateLimits).where(lte(rateLimits.windowEndsAt, now))
}
