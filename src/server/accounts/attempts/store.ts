import { eq, lte, sql } from 'drizzle-orm'
import type { Tx } from '../../db/database.ts'
import { rateLimits } from '../../db/schema.ts'

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
