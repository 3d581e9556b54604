import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { Reader, Statement, Tx } from '../db/database.ts'
import { dueQueue } from '../db/due-queue.ts'
import { notices } from '../db/schema.ts'

/** A notice as it is kept: to one person, by mail or by hand. */
export type Notice = typeof notices.$inferSelect

/** What is to be told from `dueAt` on. */
export type NewNotice = Pick<Notice, 'id' | 'kind' | 'netID' | 'about' | 'at' | 'dueAt'> &
  Pick<Notice, 'messageID'> &
  Partial<Pick<Notice, 'checkId' | 'tentId' | 'outcome' | 'sealed' | 'goodUntil' | 'round'>>

/** One that is there already stays as it is. */
export async function insertNotices({ queries }: Tx, added: readonly NewNotice[]): Promise<void> {
  if (added.length === 0) return
  const rows = added.map((notice) => ({ state: 'waiting' as const, ...notice }))
  await queries.insert(notices).values(rows).onConflictDoNothing()
}

/** Mails that wait. One that was under way when it is taken has lost its answer. */
export const mailQueue = dueQueue(notices, eq(notices.state, 'waiting'), {
  tries: sql`${notices.tries} + 1`,
  lostAnswers: sql`${notices.lostAnswers} + ${notices.underWay}::int`,
  underWay: true,
})

/** What became of a try. */
export type Outcome =
  | { state: 'sent' | 'failed'; error: string | null }
  /** To be tried again from `dueAt` on; `mayHaveArrived`: its answer was lost. */
  | { state: 'waiting'; error: string; dueAt: Date; mayHaveArrived: boolean }

/**
 * Nothing is written where somebody else has taken it since. What was sent, or is out of date, leaves
 * no link behind.
 */
export async function updateTried(
  { queries }: Statement,
  notice: Notice,
  outcome: Outcome,
  now: Date,
): Promise<void> {
  const isOver = outcome.state !== 'waiting'
  const { tries, goodUntil } = notice
  const isOutOfDate = goodUntil !== null && goodUntil <= now
  await queries
    .update(notices)
    .set({
      state: outcome.state,
      error: outcome.error,
      ...(isOver ? { underWay: false, at: now } : {}),
      ...(isOver ? {} : { dueAt: outcome.dueAt, underWay: outcome.mayHaveArrived }),
      ...(outcome.state === 'sent' || isOutOfDate ? { sealed: null } : {}),
    })
    .where(and(mailQueue.isStill(notice), eq(notices.tries, tries)))
}

/** Nobody is to be told any more. */
export async function removeNotices({ queries }: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await queries.delete(notices).where(inArray(notices.id, [...ids]))
}

/** All that names this person, in order. */
export function listNoticesOf({ queries }: Reader, netID: string): Promise<Notice[]> {
  return queries
    .select()
    .from(notices)
    .where(eq(notices.netID, netID))
    .orderBy(asc(notices.at), asc(notices.id))
}
