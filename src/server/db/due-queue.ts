import { and, asc, eq, lte, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable, PgUpdateSetSource } from 'drizzle-orm/pg-core'
import type { Database, Reader, Statement } from './database.ts'

type QueueTable = PgTable & { id: PgColumn; dueAt: PgColumn }

/** A table whose rows wait until they are due. Whoever takes one puts it off, so that nobody else does. */
export type DueQueue<Row> = {
  isAnyDue: (reader: Reader, now: Date) => Promise<boolean>
  /** The row that is due longest, if there is one, held until `heldUntil`. */
  take: (statement: Statement, now: Date, heldUntil: Date) => Promise<Row | undefined>
  /** A row as it was read or taken: not if somebody has taken it since. */
  isStill: (row: { id: string; dueAt: Date }) => SQL | undefined
}

/** `waits`: which rows do; all where it is left out. `onTake`: what else taking one writes. */
export function dueQueue<Table extends QueueTable>(
  table: Table,
  waits?: SQL,
  onTake?: PgUpdateSetSource<Table>,
): DueQueue<Table['$inferSelect']> {
  const dueRows = ({ queries }: Reader, now: Date) =>
    queries
      .select({ id: table.id })
      .from(table as QueueTable)
      .where(and(waits, lte(table.dueAt, now)))
      .limit(1)
  return {
    isAnyDue: async (reader, now) => (await dueRows(reader, now)).length > 0,
    async take(statement, now, heldUntil) {
      const longest = dueRows(statement, now)
        .orderBy(asc(table.dueAt), asc(table.id))
        .for('update', { skipLocked: true })
      const taken = await statement.queries
        .update(table)
        .set({ ...onTake, dueAt: heldUntil } as PgUpdateSetSource<Table>)
        // Not `in`: PostgreSQL may read that anew for each row, and so take more than one.
        .where(eq(table.id, sql`(${longest})`))
        .returning()
      return (taken as Table['$inferSelect'][])[0]
    },
    isStill: ({ id, dueAt }) => and(eq(table.id, id), eq(table.dueAt, dueAt)),
  }
}

/** Takes the row that is due longest for `heldMs`; to look first leaves readings that are kept alone. */
export async function takeDue<Row>(
  { db, now }: { db: Pick<Database, 'read' | 'statement'>; now: () => Date },
  queue: DueQueue<Row>,
  heldMs: number,
): Promise<Row | undefined> {
  if (!(await db.read((reader) => queue.isAnyDue(reader, now())))) return undefined
  const heldUntil = new Date(now().getTime() + heldMs)
  return db.statement((statement) => queue.take(statement, now(), heldUntil))
}
