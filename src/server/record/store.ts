import { desc, eq, getTableColumns, or, type SQL, sql } from 'drizzle-orm'
import type { AuditEvent } from '../../shared/record/contract.ts'
import { auditEventsAtMost } from '../../shared/record/limits.ts'
import type { Reader, Tx } from '../db/database.ts'
import { auditEvents, users } from '../db/schema.ts'

type Untold<E> = E extends AuditEvent ? Omit<E, 'id' | 'at' | 'by'> : never

/** An event as it is written: when and under which id it happened comes with it. */
export type NewAuditEvent = Untold<AuditEvent>

/** Writes down what this transaction does; if it fails, it was not done and is not written. */
export async function insertAuditEvent(
  { queries }: Tx,
  now: Date,
  event: NewAuditEvent,
): Promise<void> {
  const { kind, netID, about, ...data } = { about: null, ...event }
  await queries.insert(auditEvents).values({ at: now, kind, netID, about, data })
}

/** A wrong password, if there is such an account; to whoever waits, both take as long. */
export async function insertSignInFailed({ queries }: Tx, now: Date, netID: string): Promise<void> {
  await queries.execute(sql`
    insert into ${auditEvents} (at, kind, about, data)
    select ${now.toISOString()}::timestamptz, 'signInFailed', ${users.netID}, '{}'::jsonb
    from ${users} where ${users.netID} = ${netID}
  `)
}

/** The newest of all, newest first. */
export function listAuditEvents(reader: Reader): Promise<AuditEvent[]> {
  return listWhere(reader, undefined).limit(auditEventsAtMost).then(toEvents)
}

/** Everything that a person did, or that was done to them, newest first. */
export function listAuditEventsOf(reader: Reader, netID: string): Promise<AuditEvent[]> {
  const isTheirs = or(eq(auditEvents.netID, netID), eq(auditEvents.about, netID))
  return listWhere(reader, isTheirs).then(toEvents)
}

function listWhere({ queries }: Reader, condition: SQL | undefined) {
  return queries
    .select({
      ...getTableColumns(auditEvents),
      firstName: users.firstName,
      lastName: users.lastName,
    })
    .from(auditEvents)
    .leftJoin(users, eq(users.netID, auditEvents.netID))
    .where(condition)
    .orderBy(desc(auditEvents.id))
}

type Row = Awaited<ReturnType<typeof listWhere>>[number]

/** `data` holds what `insertAuditEvent` took apart. */
function toEvents(rows: Row[]): AuditEvent[] {
  return rows.map(({ at, data, firstName, lastName, ...row }) => ({
    ...row,
    at: at.toISOString(),
    by: firstName === null ? '' : `${firstName} ${lastName}`,
    ...(data as object),
  })) as AuditEvent[]
}
