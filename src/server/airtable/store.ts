import { eq, sql } from 'drizzle-orm'
import { hourMs } from '../../shared/durations.ts'
import { isStillAhead } from '../clock-skew.ts'
import type { Reader, Tx } from '../db/database.ts'
import { airtablePace } from '../db/schema.ts'
import { monthOf, paceOf, type Slot } from './pace.ts'

/** May a request be sent now? Either how long to wait and why, or the slot to use. */
export type Turn = { waitMs: number; blockedBy: string | null }

async function lockPace({ queries }: Tx, baseId: string, now: Date) {
  await queries
    .insert(airtablePace)
    .values({ baseId, slots: [], month: monthOf(now), requests: 0 })
    .onConflictDoNothing()
  const [row] = await queries
    .select()
    .from(airtablePace)
    .where(eq(airtablePace.baseId, baseId))
    .for('update')
  if (row === undefined) throw new Error('The pace of a base is gone')
  return { ...row, slots: row.slots as Slot[] }
}

/**
 * The longest that Airtable is not asked after a refusal: the monthly limit is reached, and stays so
 * until somebody upgrades the plan.
 */
export const longestBlockMs = hourMs

function isBlocked({ blockedUntil }: { blockedUntil: Date | null }, now: Date): boolean {
  return blockedUntil !== null && isStillAhead(blockedUntil.getTime(), longestBlockMs, now)
}

/** Takes a slot of the base and counts the request, or says how long to wait. */
export async function takeSlot(tx: Tx, baseId: string, slotId: string, now: Date): Promise<Turn> {
  const row = await lockPace(tx, baseId, now)
  if (row.blockedUntil !== null && isBlocked(row, now)) {
    return { waitMs: row.blockedUntil.getTime() - now.getTime(), blockedBy: row.blockedBy }
  }
  const { taken, waitMs } = paceOf(row.slots, now)
  if (waitMs > 0) return { waitMs, blockedBy: null }
  const month = monthOf(now)
  await tx.queries
    .update(airtablePace)
    .set({
      slots: [...taken, { id: slotId, takenAt: now.toISOString(), answeredAt: null }],
      blockedUntil: null,
      blockedBy: null,
      month,
      requests: row.month === month ? sql`${airtablePace.requests} + 1` : 1,
    })
    .where(eq(airtablePace.baseId, baseId))
  return { waitMs: 0, blockedBy: null }
}

/** The request of this slot has ended. `block`: for how long nobody may ask again, and why. */
export async function giveSlotBack(
  tx: Tx,
  baseId: string,
  slotId: string,
  now: Date,
  block: { until: Date; by: string } | null,
): Promise<void> {
  const row = await lockPace(tx, baseId, now)
  const slots = row.slots.map((slot) =>
    slot.id === slotId ? { ...slot, answeredAt: now.toISOString() } : slot,
  )
  await tx.queries
    .update(airtablePace)
    .set({ slots, ...(block && { blockedUntil: block.until, blockedBy: block.by }) })
    .where(eq(airtablePace.baseId, baseId))
}

/** Ends all waiting, because a person wants the answer now. */
export async function removeBlock({ queries }: Tx, baseId: string): Promise<void> {
  await queries
    .update(airtablePace)
    .set({ blockedUntil: null, blockedBy: null })
    .where(eq(airtablePace.baseId, baseId))
}

export type Usage = { requests: number; blockedUntil: Date | null; blockedBy: string | null }

/** This month's number of requests, and what blocks further ones. */
export async function findUsage({ queries }: Reader, baseId: string, now: Date): Promise<Usage> {
  const [row] = await queries.select().from(airtablePace).where(eq(airtablePace.baseId, baseId))
  const { blockedUntil, blockedBy } =
    row !== undefined && isBlocked(row, now) ? row : { blockedUntil: null, blockedBy: null }
  return { requests: row?.month === monthOf(now) ? row.requests : 0, blockedUntil, blockedBy }
}
