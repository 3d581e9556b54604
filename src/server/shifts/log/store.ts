import { and, desc, eq, lte, ne, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import type { ActsAs } from '../../../shared/shifts/tent-shifts.ts'
import type { Reader, Tx } from '../../db/database.ts'
import { shiftLog, users } from '../../db/schema.ts'

export type KeptAct = Pick<typeof shiftLog.$inferInsert, 'what' | 'about' | 'moves'>

/** How much is kept of what a tent did, and of what super users helped with; 50 of each are shown. */
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
  const alike = ofTent(act.tentId, act.as === 'superUser')
  const oldest = queries
    .select({ id: shiftLog.id })
    .from(shiftLog)
    .where(alike)
    .orderBy(desc(shiftLog.id))
    .offset(actsKept)
    .limit(1)
  await queries.delete(shiftLog).where(and(alike, lte(shiftLog.id, sql`(${oldest})`)))
}

/** Newest first: so many of what the tent did, and of what super users helped with. */
export function listShiftActs({ queries }: Reader, tentId: string, limit: number) {
  const { id, at, what, about, moves, as, netID } = shiftLog
  const newest = (isHelp: boolean) =>
    queries
      .select({ id, at, what, about, moves, as, netID, firstName: users.firstName })
      .from(shiftLog)
      .innerJoin(users, eq(users.netID, netID))
      .where(ofTent(tentId, isHelp))
      .orderBy(desc(id))
      .limit(limit)
  return unionAll(newest(true), newest(false)).orderBy(desc(id))
}

/** A tent sees the help of super users, however much it does itself. */
function ofTent(tentId: string, isHelp: boolean) {
  const isOfKind = isHelp ? eq : ne
  return and(eq(shiftLog.tentId, tentId), isOfKind(shiftLog.as, 'superUser'))
}
