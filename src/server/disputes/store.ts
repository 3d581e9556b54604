import { and, asc, desc, eq, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Reader, Tx } from '../db/database.ts'
import { disputes, tents } from '../db/schema.ts'

export type DisputeRow = typeof disputes.$inferSelect

export type NewDispute = Pick<DisputeRow, 'id' | 'checkId' | 'tentId' | 'filedAt' | 'text'> & {
  filedBy: string
}

/** false: this tent has already disputed this check. */
export async function insertDispute({ queries }: Tx, dispute: NewDispute): Promise<boolean> {
  const rows = await queries
    .insert(disputes)
    .values(dispute)
    .onConflictDoNothing({ target: [disputes.checkId, disputes.tentId] })
    .returning({ id: disputes.id })
  return rows.length > 0
}

export async function findDispute(
  { queries }: Reader,
  id: string,
): Promise<DisputeRow | undefined> {
  const [row] = await queries.select().from(disputes).where(eq(disputes.id, id))
  return row
}

/**
 * The open disputes of the current season, then all others; both newest first, with the tent's
 * current order. `tentIds`: only these tents, by any id that they ever had; `checkId`: only this
 * check.
 */
export async function listDisputes(
  { queries }: Reader,
  { tentIds, checkId }: { tentIds?: readonly string[]; checkId?: string } = {},
): Promise<(DisputeRow & { order: string; tentIdNow: string })[]> {
  const now = alias(tents, 'now')
  const rows = await queries
    .select({ dispute: disputes, order: now.order, tentIdNow: now.id })
    .from(disputes)
    .innerJoin(tents, eq(tents.id, disputes.tentId))
    .innerJoin(now, eq(now.id, sql`coalesce(${tents.became}, ${tents.id})`))
    .where(
      and(
        tentIds && inArray(now.id, [...tentIds]),
        checkId === undefined ? undefined : eq(disputes.checkId, checkId),
      ),
    )
    .orderBy(
      desc(and(isNull(disputes.answeredAt), isNotNull(disputes.filedBy)) ?? sql`true`),
      desc(disputes.filedAt),
      asc(disputes.id),
    )
  return rows.map(({ dispute, ...tent }) => ({ ...dispute, ...tent }))
}

/** What this person filed or answered, oldest first. */
export function listDisputesOf({ queries }: Reader, netID: string): Promise<DisputeRow[]> {
  return queries
    .select()
    .from(disputes)
    .where(or(eq(disputes.filedBy, netID), eq(disputes.answeredBy, netID)))
    .orderBy(asc(disputes.filedAt), asc(disputes.id))
}

/**
 * Removes the texts, and who filed, when a season is closed; that there was a dispute, and its
 * outcome, is kept.
 */
export async function updateWordsRemoved({ queries }: Tx): Promise<void> {
  await queries.update(disputes).set({
    filedBy: null,
    text: '',
    answer: sql`case when ${disputes.answer} is null then null else '' end`,
  })
}
