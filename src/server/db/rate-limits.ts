import { and, asc, eq, gt, inArray, lte, sql } from 'drizzle-orm'
import { clockSkewMs } from '../clock-skew.ts'
import type { Tx } from './database.ts'
import { isDueBy } from './due-queue.ts'
import { rateLimits } from './schema.ts'

const portionOf = 1000

/**
 * Adds one to the key's count in its window, which begins with the first one; returns the count and
 * the end of the window.
 */
export async function countUp(
  { queries }: Tx,
  key: string,
  now: Date,
  windowMs: number,
): Promise<{ count: number; windowEndsAt: Date }> {
  const fresh = new Date(now.getTime() + windowMs)
  const { windowEndsAt } = rateLimits
  const over = isDueBy(windowEndsAt, now, windowMs)
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
 * Is the key taken for the first time? It is kept until `until`, and no clock that is set back frees
 * it before that.
 */
export async function takeOnce({ queries }: Tx, key: string, until: Date): Promise<boolean> {
  const taken = await queries
    .insert(rateLimits)
    .values({ key, count: 1, windowEndsAt: until })
    .onConflictDoNothing()
    .returning({ key: rateLimits.key })
  return taken.length > 0
}

/**
 * Finds the key's next free moment: `everyMs` after the last one taken, or after now if now is
 * later. It is taken only if it lies within `withinMs`; otherwise `moment` is the last one taken,
 * and the caller must roll the transaction back.
 */
export async function takeMoment(
  { queries }: Tx,
  key: string,
  now: Date,
  everyMs: number,
  withinMs: number,
): Promise<{ moment: Date; isTaken: boolean }> {
  const given = now.toISOString()
  const first = new Date(now.getTime() + everyMs)
  const every = sql`${everyMs}::float8 * interval '1 millisecond'`
  const furthest = new Date(now.getTime() + withinMs + clockSkewMs).toISOString()
  const last = sql`case when ${rateLimits.windowEndsAt} <= ${furthest}::timestamptz then ${rateLimits.windowEndsAt} end`
  const next = sql`greatest(${last}, ${given}::timestamptz) + ${every}`
  const latest = new Date(now.getTime() + withinMs).toISOString()
  const isFree = sql`${next} <= ${latest}::timestamptz`
  const [row] = await queries
    .insert(rateLimits)
    .values({ key, count: 1, windowEndsAt: first })
    .onConflictDoUpdate({
      target: rateLimits.key,
      set: {
        count: sql`case when ${isFree} then 1 else 0 end`,
        windowEndsAt: sql`case when ${isFree} then ${next} else ${rateLimits.windowEndsAt} end`,
      },
    })
    .returning({ moment: rateLimits.windowEndsAt, count: rateLimits.count })
  return { moment: row?.moment ?? first, isTaken: row?.count !== 0 }
}

/** Takes one count back: the attempt did not fail. A key whose count becomes 0 is deleted. */
export async function countDown({ queries }: Tx, key: string): Promise<void> {
  const [row] = await queries
    .update(rateLimits)
    .set({ count: sql`greatest(${rateLimits.count} - 1, 0)` })
    .where(eq(rateLimits.key, key))
    .returning({ count: rateLimits.count })
  if (row?.count === 0) await queries.delete(rateLimits).where(eq(rateLimits.key, key))
}

/**
 * Deletes counts whose window is over, which limit nothing any more, among the next 1,000 keys
 * behind `after`; gives the last of these, or null where there are no more.
 */
export async function removeLimitsOver(
  { queries }: Tx,
  now: Date,
  after: string,
): Promise<string | null> {
  const portion = await queries
    .select({ key: rateLimits.key })
    .from(rateLimits)
    .where(gt(rateLimits.key, after))
    .orderBy(asc(rateLimits.key))
    .limit(portionOf)
  const last = portion.at(-1)?.key
  if (last === undefined) return null
  const { key, windowEndsAt } = rateLimits
  // Skips keys that are being counted right now: this and the counting could wait for each other.
  const over = queries
    .select({ key })
    .from(rateLimits)
    .where(and(gt(key, after), lte(key, last), lte(windowEndsAt, now)))
    .for('update', { skipLocked: true })
  await queries.delete(rateLimits).where(inArray(key, over))
  return last
}
