import { and, asc, count, eq, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import type { Reader, Tx } from '../db/database.ts'
import { answeredRequests, checkEvents } from '../db/schema.ts'

/** How many marks counted in all checks ever. */
export async function countMarks({ queries }: Reader): Promise<number> {
  const [row] = await queries
    .select({ marks: count() })
    .from(checkEvents)
    .where(eq(checkEvents.kind, 'marked'))
  return row?.marks ?? 0
}

/**
 * This person's actions in checks, oldest first; without members' names. `foundMarked`: they
 * marked a tent that already had a mark with the same outcome: the event of that number.
 */
export function listEventsOf({ queries }: Reader, netID: string) {
  const { checkId, number, kind, at, deviceTime, tentId, outcome } = checkEvents
  const events = queries
    .select({ checkId, number, kind, at, deviceTime, tentId, outcome })
    .from(checkEvents)
    .where(eq(checkEvents.netID, netID))
  const found = queries
    .select({
      checkId,
      number,
      kind: sql<string>`'foundMarked'`,
      at: answeredRequests.at,
      deviceTime: sql<string | null>`null`,
      tentId,
      outcome,
    })
    .from(answeredRequests)
    .innerJoin(
      checkEvents,
      and(eq(checkId, answeredRequests.checkId), eq(number, answeredRequests.number)),
    )
    .where(eq(answeredRequests.netID, netID))
  return unionAll(events, found).orderBy(asc(at), asc(checkId), asc(number))
}

/**
 * Removes members' names, ids and notes from the ledger; the database allows no other change of it.
 */
export async function removeMemberNames({ queries }: Tx): Promise<void> {
  const closing = (value: 'on' | 'off') =>
    queries.execute(sql`select set_config('tent_city.closing_season', ${value}, true)`)
  await closing('on')
  await queries
    .update(checkEvents)
    .set({ data: sql`without_member_names(${checkEvents.data})` })
    .where(sql`without_member_names(${checkEvents.data}) <> ${checkEvents.data}`)
  await closing('off')
}
