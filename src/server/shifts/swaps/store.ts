import { asc, eq, getTableColumns, inArray, or } from 'drizzle-orm'
import type { Reader, Tx } from '../../db/database.ts'
import { shiftSwaps } from '../../db/schema.ts'

/** An offer; with `takenBy`, it waits for a planner's yes. */
export type KeptSwap = Omit<typeof shiftSwaps.$inferSelect, 'tentId'>

const { tentId: _, ...columns } = getTableColumns(shiftSwaps)

/** Oldest first. */
export function listSwaps({ queries }: Reader, tentId: string): Promise<KeptSwap[]> {
  return queries
    .select(columns)
    .from(shiftSwaps)
    .where(eq(shiftSwaps.tentId, tentId))
    .orderBy(asc(shiftSwaps.at), asc(shiftSwaps.id))
}

export async function insertSwap({ queries }: Tx, tentId: string, swap: KeptSwap): Promise<void> {
  await queries.insert(shiftSwaps).values({ ...swap, tentId })
}

export async function updateSwapTaken(
  { queries }: Tx,
  id: string,
  takenBy: string | null,
): Promise<void> {
  await queries.update(shiftSwaps).set({ takenBy }).where(eq(shiftSwaps.id, id))
}

/** Deletes a member's offers, and opens again those that they took. */
export async function removeMemberFromSwaps({ queries }: Tx, memberId: string): Promise<void> {
  await queries.delete(shiftSwaps).where(eq(shiftSwaps.by, memberId))
  await queries.update(shiftSwaps).set({ takenBy: null }).where(eq(shiftSwaps.takenBy, memberId))
}

export async function removeSwap({ queries }: Tx, id: string): Promise<void> {
  await queries.delete(shiftSwaps).where(eq(shiftSwaps.id, id))
}

/** Deletes every offer that includes one of these shifts. */
export async function removeSwapsOf({ queries }: Tx, shiftIds: readonly string[]): Promise<void> {
  if (shiftIds.length === 0) return
  const ids = [...shiftIds]
  await queries
    .delete(shiftSwaps)
    .where(or(inArray(shiftSwaps.shiftId, ids), inArray(shiftSwaps.forShiftId, ids)))
}
