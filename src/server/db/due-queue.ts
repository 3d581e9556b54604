import { and, asc, count, eq, gt, lte, min, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable, PgUpdateSetSource } from 'drizzle-orm/pg-core'
import { clockSkewMs } from '../clock-skew.ts'
import type { Database, Reader, Statement } from './database.ts'

type QueueTable = PgTable & { id: PgColumn; dueAt: PgColumn }

/**
 * A table of rows that wait until they are due. Taking a row moves its due time, so that no other
 * server takes it. `which`: only such rows.
 */
export type DueQueue<Row> = {
  /** Matches rows that wait and are due. */
  isDue: (now: Date) => SQL | undefined
  isAnyDue: (reader: Reader, now: Date, which?: SQL) => Promise<boolean>
  /** How many rows are due, and since when the oldest of them is. */
  countDue: (reader: Reader, now: Date) => Promise<QueueLength>
  /** The row that is due longest, if any; it is not due again before `heldUntil`. */
  take: (statement: Statement, now: Date, heldUntil: Date, which?: SQL) => Promise<Row | undefined>
  /** Matches a row only if nobody has taken it since it was read. */
  isStill: (row: { id: string; dueAt: Date }) => SQL | undefined
}

/** How many wait, and since when the oldest of them does. */
export type QueueLength = { waiting: number; oldest: Date | null }

/**
 * New times for a taken row that must not be told yet: when it is due, and, if that changes, until
 * when it is useful.
 */
export type PutOff = { dueAt: Date; goodUntil?: Date }

/** Matches a time that has come, or one so far ahead that only a wrong clock can have set it. */
export function isDueBy(dueAt: PgColumn, now: Date, atMostMs: number): SQL | undefined {
  const furthest = new Date(now.getTime() + atMostMs + clockSkewMs)
  return or(lte(dueAt, now), gt(dueAt, furthest))
}

/**
 * `atMostMs`: how far ahead any row can be due; one that is further is due now, as a clock that was
 * ahead wrote it. `waits`: which rows are in the queue, by default all; `onTake`: columns that are also
 * set when a row is taken.
 */
export function dueQueue<Table extends QueueTable>(
  table: Table,
  {
    atMostMs,
    waits,
    onTake,
  }: { atMostMs: number; waits?: SQL | undefined; onTake?: PgUpdateSetSource<Table> },
): DueQueue<Table['$inferSelect']> {
  const isDue = (now: Date) => and(waits, isDueBy(table.dueAt, now, atMostMs))
  const dueRows = ({ queries }: Reader, now: Date, which: SQL | undefined) =>
    queries
      .select({ id: table.id })
      .from(table as QueueTable)
      .where(and(isDue(now), which))
      .limit(1)
  return {
    isDue,
    isAnyDue: async (reader, now, which) => (await dueRows(reader, now, which)).length > 0,
    async countDue({ queries }, now) {
      const [row] = await queries
        .select({ waiting: count(), oldest: min(table.dueAt) })
        .from(table as QueueTable)
        .where(isDue(now))
      return (row as QueueLength | undefined) ?? { waiting: 0, oldest: null }
    },
    async take(statement, now, heldUntil, which) {
      const longest = dueRows(statement, now, which)
        .orderBy(asc(table.dueAt), asc(table.id))
        .for('update', { skipLocked: true })
      const taken = await statement.queries
        .update(table)
        .set({ ...onTake, dueAt: heldUntil } as PgUpdateSetSource<Table>)
        // Not `in`: PostgreSQL may evaluate that again for each row, and so take more than one.
        .where(eq(table.id, sql`(${longest})`))
        .returning()
      return (taken as Table['$inferSelect'][])[0]
    },
    isStill: ({ id, dueAt }) => and(eq(table.id, id), eq(table.dueAt, dueAt)),
  }
}

/**
 * Takes the row that is due longest for `heldMs`. It checks by a read first: an empty write would
 * invalidate caches.
 */
export async function takeDue<Row>(
  { db, now }: { db: Pick<Database, 'read' | 'statement'>; now: () => Date },
  queue: DueQueue<Row>,
  heldMs: number,
  which?: SQL,
): Promise<Row | undefined> {
  if (!(await db.read((reader) => queue.isAnyDue(reader, now(), which)))) return undefined
  const heldUntil = new Date(now().getTime() + heldMs)
  return db.statement((statement) => queue.take(statement, now(), heldUntil, which))
}
