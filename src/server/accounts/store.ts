import { and, asc, count, desc, eq, inArray, ne, type SQL, sql } from 'drizzle-orm'
import type { ListedUser, User } from '../../shared/accounts/contract.ts'
import { fullName } from '../../shared/accounts/rules.ts'
import type { Reader, Tx } from '../db/database.ts'
import { campusWaiting, noticeSettings, scriptTokens, shiftPeople, users } from '../db/schema.ts'
import { publicColumns } from './sessions/store.ts'

/** Is it the account of one of these netIDs? */
export function isAmong(netIDs: readonly string[]): SQL {
  // One parameter: several hundred take the embedded engine far longer.
  return sql`${users.netID} = any(${sql.param(netIDs)})`
}

/** `passwordHash` null: the person can sign in through the campus only. */
export type NewUser = User & { passwordHash: string | null; createdAt: Date }

export async function findUser({ queries }: Reader, netID: string): Promise<User | undefined> {
  const [user] = await queries.select(publicColumns).from(users).where(eq(users.netID, netID))
  return user
}

const accountColumns = {
  ...publicColumns,
  isDisabled: users.isDisabled,
  createdAt: users.createdAt,
}

/** An account without its password. */
export type Account = User & { isDisabled: boolean; createdAt: Date }

export async function findAccount(
  { queries }: Reader,
  netID: string,
): Promise<Account | undefined> {
  const [account] = await queries.select(accountColumns).from(users).where(eq(users.netID, netID))
  return account
}

/** The accounts of these netIDs that can sign in, by netID. */
export function listEnabledAccounts(
  { queries }: Reader,
  among: readonly string[],
): Promise<Account[]> {
  return queries
    .select(accountColumns)
    .from(users)
    .where(and(eq(users.isDisabled, false), isAmong(among)))
    .orderBy(asc(users.netID))
}

/** The account, locked until this transaction ends. */
export async function findAccountLocked(
  { queries }: Tx,
  netID: string,
): Promise<Account | undefined> {
  const [account] = await queries
    .select(accountColumns)
    .from(users)
    .where(eq(users.netID, netID))
    .for('share')
  return account
}

/** As `findAccountLocked`, unless the account is disabled. */
export async function findEnabledLocked(tx: Tx, netID: string): Promise<User | undefined> {
  const account = await findAccountLocked(tx, netID)
  return account?.isDisabled === false ? account : undefined
}

const selectPasswordHash = ({ queries }: Reader, netID: string) =>
  queries.select({ passwordHash: users.passwordHash }).from(users).where(eq(users.netID, netID))

/** null: there is no such account, or it has no password. */
export async function findPasswordHash(reader: Reader, netID: string): Promise<string | null> {
  const [row] = await selectPasswordHash(reader, netID)
  return row?.passwordHash ?? null
}

/**
 * As `findPasswordHash`, locked until this transaction ends: sign-ins of one person run one after the
 * other.
 */
export async function findPasswordHashLocked(tx: Tx, netID: string): Promise<string | null> {
  const [row] = await selectPasswordHash(tx, netID).for('no key update')
  return row?.passwordHash ?? null
}

/**
 * Locks these accounts until this transaction ends: super users first, because a change of roles
 * locks them first, too; then by netID. In this one order two transactions never wait for each
 * other.
 */
export async function lockAccounts({ queries }: Tx, netIDs: readonly string[]): Promise<void> {
  await queries
    .select({ netID: users.netID })
    .from(users)
    .where(inArray(users.netID, [...netIDs]))
    .orderBy(desc(users.isSuperUser), asc(users.netID))
    .for('no key update')
}

/**
 * Everyone, by netID, each with the campus identity that last asked to be linked to their account.
 */
export async function listUsers({ queries }: Reader): Promise<ListedUser[]> {
  const { subject, name, at } = campusWaiting
  const { createdAt: _, ...columns } = accountColumns
  const found = await queries
    .selectDistinctOn([users.netID], { ...columns, subject, name, at })
    .from(users)
    .leftJoin(campusWaiting, eq(campusWaiting.netID, users.netID))
    .orderBy(asc(users.netID), desc(at))
  return found.map(({ subject, name, at, ...user }) => ({
    ...user,
    campusWaiting: subject && name !== null && at ? { subject, name, at: at.toISOString() } : null,
  }))
}

/** Which of these netIDs have an account. */
export async function listNetIDs({ queries }: Reader, among: readonly string[]): Promise<string[]> {
  const found = await queries.select({ netID: users.netID }).from(users).where(isAmong(among))
  return found.map(({ netID }) => netID)
}

async function selectNames({ queries }: Reader, netIDs: readonly string[]) {
  if (netIDs.length === 0) return []
  const { netID, firstName, lastName } = users
  return queries
    .select({ netID, firstName, lastName })
    .from(users)
    .where(inArray(netID, [...new Set(netIDs)]))
}

/** First and last names by netID; people without an account are missing. */
export async function listNames(
  reader: Reader,
  netIDs: readonly string[],
): Promise<Map<string, string>> {
  const rows = await selectNames(reader, netIDs)
  return new Map(rows.map((row) => [row.netID, fullName(row)]))
}

/** First names only, for readers who may not know exactly who it was. */
export async function listFirstNames(
  reader: Reader,
  netIDs: readonly string[],
): Promise<Map<string, string>> {
  const rows = await selectNames(reader, netIDs)
  return new Map(rows.map((row) => [row.netID, row.firstName]))
}

export async function countUsers({ queries }: Reader): Promise<number> {
  const [row] = await queries.select({ count: count() }).from(users)
  return row?.count ?? 0
}

/** Does somebody else have this e-mail address, in upper or lower case? False for ''. */
export async function isEmailTaken(
  { queries }: Reader,
  { netID, email }: Pick<User, 'netID' | 'email'>,
): Promise<boolean> {
  const [other] = await queries
    .select({ netID: users.netID })
    .from(users)
    .where(
      and(
        // As the index does: JavaScript lowers some letters otherwise.
        sql`lower(${users.email}) = lower(${email})`,
        ne(users.email, ''),
        ne(users.netID, netID),
      ),
    )
  return other !== undefined
}

export async function insertUser({ queries }: Tx, user: NewUser): Promise<void> {
  await queries.insert(users).values(user)
}

/** false: there is no such account. */
export async function updateAccount(
  { queries }: Tx,
  netID: string,
  change: Partial<Omit<typeof users.$inferInsert, 'netID'>>,
): Promise<boolean> {
  const updated = await queries
    .update(users)
    .set(change)
    .where(eq(users.netID, netID))
    .returning({ netID: users.netID })
  return updated.length > 0
}

/**
 * When a super user last made a password reset link that the owner was not told of; null: there is
 * none.
 */
export async function findResetLinkMade({ queries }: Reader, netID: string): Promise<Date | null> {
  const [row] = await queries
    .select({ at: users.resetLinkMadeAt })
    .from(users)
    .where(eq(users.netID, netID))
  return row?.at ?? null
}

/**
 * The super users who can sign in, locked: two of them cannot give up the role at the same moment.
 * Others can still write rows that refer to these accounts.
 */
export async function listSuperUsersLocked({ queries }: Tx): Promise<string[]> {
  const rows = await queries
    .select({ netID: users.netID })
    .from(users)
    .where(and(eq(users.isSuperUser, true), eq(users.isDisabled, false)))
    .orderBy(asc(users.netID))
    .for('no key update')
  return rows.map((row) => row.netID)
}

/**
 * Ends a person's calendar addresses: whoever has one reads their shifts without signing in. It
 * writes a table of shifts, but belongs to what ends with a password or an account; and shifts use
 * this store, so it cannot use theirs.
 */
export async function removeCalendarAddresses({ queries }: Tx, netID: string): Promise<void> {
  await queries.update(shiftPeople).set({ feedHash: null }).where(eq(shiftPeople.netID, netID))
}

/** Ends the tokens for programs that a person made; here for the same reason. */
export async function removeScriptTokens({ queries }: Tx, netID: string): Promise<void> {
  await queries.delete(scriptTokens).where(eq(scriptTokens.madeBy, netID))
}

/**
 * Notices go to a person as for somebody who never changed their settings; here for the same reason.
 */
export async function removeNoticeSettings({ queries }: Tx, netID: string): Promise<void> {
  await queries.delete(noticeSettings).where(eq(noticeSettings.netID, netID))
}
