import { and, desc, eq, getTableColumns, inArray, lt, max, or, type SQL, sql } from 'drizzle-orm'
import { fullName } from '../../shared/accounts/rules.ts'
import type { AuditEvent, ChangedTent } from '../../shared/audit/contract.ts'
import { auditEventsAtMost, listedTentsAtMost } from '../../shared/audit/limits.ts'
import type { Reader, Tx } from '../db/database.ts'
import { auditEvents, checkEvents, disputes, users } from '../db/schema.ts'

const isImport = inArray(auditEvents.kind, ['rosterImported', 'rosterPulled'])

/**
 * An event as it is given: id, time and name are added later. The reason of a correction is stored
 * only in the ledger, and that of an answer only with its dispute, so that closing the season
 * removes it. `types`: of all tents by then, by every id, for the history of closed seasons alone:
 * the audit does not tell them.
 */
type AsGiven<E> = E extends { kind: 'tentCorrected' | 'disputeAnswered' }
  ? Omit<E, 'id' | 'at' | 'by' | 'reason'>
  : E extends { kind: 'seasonClosed' }
    ? Omit<E, 'id' | 'at' | 'by'> & { types?: Record<string, string> }
    : E extends AuditEvent
      ? Omit<E, 'id' | 'at' | 'by'>
      : never

/** An event to write; its id and time are added. */
export type NewAuditEvent = AsGiven<AuditEvent>

/** Records an action in the transaction that performs it: both are written, or neither. */
export async function insertAuditEvent(
  { queries }: Tx,
  now: Date,
  event: NewAuditEvent,
): Promise<void> {
  const { kind, netID, about, ...data } = { about: null, ...event }
  await queries.insert(auditEvents).values({ at: now, kind, netID, about, data })
}

/** Records a wrong password if the account exists. Takes the same time whether or not it exists. */
export async function insertSignInFailed({ queries }: Tx, now: Date, netID: string): Promise<void> {
  await queries.execute(sql`
    insert into ${auditEvents} (at, kind, about, data)
    select ${now.toISOString()}::timestamptz, 'signInFailed', ${users.netID}, '{}'::jsonb
    from ${users} where ${users.netID} = ${netID}
  `)
}

/** The newest events of all people, or those before one of them, newest first. */
export function listAuditEvents(reader: Reader, before?: number): Promise<AuditEvent[]> {
  const isBefore = before === undefined ? undefined : lt(auditEvents.id, before)
  return listWhere(reader, isBefore).limit(auditEventsAtMost).then(toEvents)
}

/** Everything that a person did, or that was done to them, newest first. */
export function listAuditEventsOf(reader: Reader, netID: string): Promise<AuditEvent[]> {
  const isTheirs = or(eq(auditEvents.netID, netID), eq(auditEvents.about, netID))
  return listWhere(reader, isTheirs).then(toEvents)
}

/** The tents that an import changed; [] for any other event. */
export async function listAuditedTents({ queries }: Reader, id: number): Promise<ChangedTent[]> {
  const [row] = await queries
    .select({ tents: sql<ChangedTent[] | null>`${auditEvents.data} -> 'tents'` })
    .from(auditEvents)
    .where(and(eq(auditEvents.id, id), isImport))
  return row?.tents ?? []
}

/**
 * For each account, the last event of each of these kinds, what people did to their own apart from
 * what others did; of `roleChanged`, the last for each role.
 */
export async function listLatest(
  reader: Reader,
  kinds: AuditEvent['kind'][],
): Promise<AuditEvent[]> {
  const { netID, about, kind } = auditEvents
  const newest = reader.queries
    .select({ id: max(auditEvents.id) })
    .from(auditEvents)
    .where(inArray(kind, kinds))
    .groupBy(about, kind, sql`${netID} = ${about}`, sql`${auditEvents.data} ->> 'role'`)
  return toEvents(await listWhere(reader, inArray(auditEvents.id, newest)))
}

/**
 * The events that match, newest first. An import may have thousands of tents: only the first are
 * read here, and `listAuditedTents` reads all tents of one import.
 */
function listWhere({ queries }: Reader, condition: SQL | undefined) {
  const isCorrection = eq(auditEvents.kind, 'tentCorrected')
  const isAnswer = eq(auditEvents.kind, 'disputeAnswered')
  const ofCorrection = (field: 'checkId' | 'number') =>
    sql`case when ${isCorrection} then ${auditEvents.data} ->> ${field} end`
  const answered = sql`case when ${isAnswer} then ${auditEvents.data} ->> 'disputeId' end`
  const path = sql.raw(`'$.tents[0 to ${listedTentsAtMost - 1}]'`)
  const firstTents = sql`jsonb_build_object('tents', jsonb_path_query_array(${auditEvents.data}, ${path}))`
  return queries
    .select({
      ...getTableColumns(auditEvents),
      data: sql`case when ${isImport} then ${auditEvents.data} || ${firstTents} else ${auditEvents.data} - 'types' end`,
      firstName: users.firstName,
      lastName: users.lastName,
      reason: sql<string | null>`case when ${or(isCorrection, isAnswer)} then
        coalesce(${checkEvents.data} ->> 'reason', ${disputes.answer}, '') end`,
    })
    .from(auditEvents)
    .leftJoin(users, eq(users.netID, auditEvents.netID))
    .leftJoin(
      checkEvents,
      and(
        eq(checkEvents.checkId, sql`(${ofCorrection('checkId')})::uuid`),
        eq(checkEvents.number, sql`(${ofCorrection('number')})::integer`),
      ),
    )
    .leftJoin(disputes, eq(disputes.id, sql`(${answered})::uuid`))
    .where(condition)
    .orderBy(desc(auditEvents.id))
}

type Row = Awaited<ReturnType<typeof listWhere>>[number]

/** `data` holds the fields for which there is no column. */
function toEvents(rows: Row[]): AuditEvent[] {
  return rows.map(({ at, data, firstName, lastName, reason, requestId: _, ...row }) => ({
    ...row,
    ...(reason === null ? {} : { reason }),
    at: at.toISOString(),
    by: firstName === null || lastName === null ? '' : fullName({ firstName, lastName }),
    ...(data as object),
  })) as AuditEvent[]
}
