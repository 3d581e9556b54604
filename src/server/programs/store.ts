import { and, count, desc, eq, gt, inArray, lte, sql } from 'drizzle-orm'
import { fullName } from '../../shared/accounts/rules.ts'
import type { ScriptToken } from '../../shared/programs/contract.ts'
import { publicColumns } from '../accounts/sessions/store.ts'
import type { Reader, Tx } from '../db/database.ts'
import { scriptTokens, users } from '../db/schema.ts'
import type { Session } from '../http/session.ts'

export async function insertScriptToken(
  { queries }: Tx,
  token: typeof scriptTokens.$inferInsert,
): Promise<void> {
  await queries.insert(scriptTokens).values(token)
}

/**
 * Deletes expired tokens and counts the valid ones; locked until the transaction ends, so that the
 * count stays true.
 */
export async function countScriptTokens({ queries }: Tx, now: Date): Promise<number> {
  await queries.execute(sql`lock table ${scriptTokens} in share row exclusive mode`)
  await queries.delete(scriptTokens).where(lte(scriptTokens.expiresAt, now))
  const [row] = await queries.select({ count: count() }).from(scriptTokens)
  return row?.count ?? 0
}

/** Returns the removed token's name; undefined: there is none. */
export async function removeScriptToken({ queries }: Tx, id: string): Promise<string | undefined> {
  const [row] = await queries
    .delete(scriptTokens)
    .where(eq(scriptTokens.id, id))
    .returning({ name: scriptTokens.name })
  return row?.name
}

/** The valid tokens, latest end first. */
export async function listScriptTokens({ queries }: Reader, now: Date): Promise<ScriptToken[]> {
  const { id, name, madeBy, madeAt, expiresAt } = scriptTokens
  const { firstName, lastName } = users
  const rows = await queries
    .select({ id, name, madeBy, madeAt, expiresAt, firstName, lastName })
    .from(scriptTokens)
    .innerJoin(users, eq(users.netID, madeBy))
    .where(gt(expiresAt, now))
    .orderBy(desc(expiresAt), id)
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    madeBy: { netID: row.madeBy, name: fullName(row) },
    madeAt: row.madeAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
  }))
}

/** Every token of this person that was not removed. */
export function listScriptTokensOf({ queries }: Reader, netID: string) {
  const { name, madeAt, expiresAt } = scriptTokens
  return queries
    .select({ name, madeAt, expiresAt })
    .from(scriptTokens)
    .where(eq(scriptTokens.madeBy, netID))
    .orderBy(madeAt)
}

/** The sessions for those of these tokens that are valid, by the token's hash. */
export async function findScriptSessions(
  { queries }: Reader,
  tokenHashes: string[],
  now: Date,
): Promise<Map<string, Session>> {
  const { tokenHash, madeBy, madeAt, expiresAt } = scriptTokens
  const rows = await queries
    .select({ user: publicColumns, tokenHash, signedInAt: madeAt })
    .from(scriptTokens)
    .innerJoin(users, eq(users.netID, madeBy))
    .where(and(inArray(tokenHash, tokenHashes), gt(expiresAt, now)))
  return new Map(rows.map((row) => [row.tokenHash, { ...row, isScript: true }]))
}
