import { and, desc, eq, lte, sql } from 'drizzle-orm'
import type { ActsAs } from '../../../shared/shifts/tent-shifts.ts'
import type { Reader, Tx } from '../../db/database.ts'
import { shiftLog, users } from '../../db/schema.ts'

export type KeptAct = Pick<typeof shiftLog.$inferInsert, 'what' | 'about' | 'moves'>

/** How much of a tent's log is kept; the newest 50 are shown. */
export const actsKept = 500

/**
 * Records an action of a planner or of a super user, or a member's swap, in the log that the tent
 * sees. Its tent's planning is locked, so that nothing else is recorded meanwhile.
 */
export async function insertShiftAct(
  { queries }: Tx,
  act: { tentId: string; at: Date; netID: string; as: ActsAs } & KeptAct,
): Promise<void> {
  await queries.insert(shiftLog).values(act)
  const oldest = queries
    .select({ id: shiftLog.id })
    .from(shiftLog)
    .where(eq(shiftLog.tentId, act.tentId))
    .orderBy(desc(shiftLog.id))
    .offset(actsKept)
    .limit(1)
  await queries
    .delete(shiftLog)
    .where(and(eq(shiftLog.tentId, act.tentId), lte(shiftLog.id, sql`(${oldest})`)))
}

/** Newest first. */
export function listShiftActs({ queries }: Reader, tentId: string, limit: number) {
  const { at, what, about, moves, as, netID } = shiftLog
  return queries
    .select({ at, what, about, moves, as, netID, firstName: users.firstName })
    .from(shiftLog)
    .innerJoin(users, eq(users.netID, shiftLog.netID))
    .where(eq(shiftLog.tentId, tentId))
    .orderBy(desc(shiftLog.id))
    .limit(limit)
}
