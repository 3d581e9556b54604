import { and, asc, eq, getTableColumns, gte, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { Reader, Tx } from '../../db/database.ts'
import { checkEvents, checks, ledgerEpoch, tents } from '../../db/schema.ts'
import { type Append, appendParameters } from './append.ts'
import type { Needs } from './command.ts'
import type { CheckEvent, CheckRow, CheckState, TentRow } from './events.ts'

type EventRow = typeof checkEvents.$inferSelect

/** `data` holds what `appendParameters` took apart. */
function toEvent(row: EventRow): CheckEvent {
  const { checkId, number, kind, at, byName, netID, requestId, deviceTime, data } = row
  return {
    checkId,
    number,
    kind,
    at: at.toISOString(),
    by: byName,
    netID,
    ...(requestId === null ? {} : { requestId }),
    ...(deviceTime === null ? {} : { deviceTime }),
    ...(data as object),
  } as CheckEvent
}

/** The events of a check from a number on, in order. */
export async function listEvents(
  { queries }: Reader,
  checkId: string,
  from: number,
): Promise<CheckEvent[]> {
  const rows = await queries
    .select()
    .from(checkEvents)
    .where(and(eq(checkEvents.checkId, checkId), gte(checkEvents.number, from)))
    .orderBy(asc(checkEvents.number))
  return rows.map(toEvent)
}

function toRow({ startedAt, endedAt, ...row }: typeof checks.$inferSelect): CheckRow {
  return {
    ...row,
    startedAt: startedAt.toISOString(),
    endedAt: endedAt === null ? null : endedAt.toISOString(),
  }
}

export async function listChecks({ queries }: Reader, ids: readonly string[]): Promise<CheckRow[]> {
  if (ids.length === 0) return []
  return (
    await queries
      .select()
      .from(checks)
      .where(inArray(checks.id, [...ids]))
  ).map(toRow)
}

/** How far the ledger goes. */
export type Position = {
  epoch: string
  /** The check in progress and the number of its last event. */
  inProgress: { row: CheckRow; number: number } | null
  /** When the event that the caller knows was written, in ms; null: there is no such event. */
  knownAt: number | null
}

/** One query, whatever there is to know. `known`: the last event that the caller knows. */
export async function findPosition(
  { queries }: Reader,
  known: Pick<CheckState, 'id' | 'number'> | null,
): Promise<Position> {
  const knownAt = sql<string | null>`(
    select floor(extract(epoch from ${checkEvents.at}) * 1000) from ${checkEvents}
    where ${checkEvents.checkId} = ${known?.id ?? null}::uuid
      and ${checkEvents.number} = ${known?.number ?? 0}
  )`
  const lastNumber = sql<number>`(
    select coalesce(max(${checkEvents.number}), 0) from ${checkEvents}
    where ${checkEvents.checkId} = ${checks.id}
  )`
  const [found] = await queries
    .select({
      epoch: sql<string>`current_ledger_epoch()`,
      knownAt,
      row: getTableColumns(checks),
      number: lastNumber,
    })
    .from(sql`(select 1) as one`)
    .leftJoin(checks, isNull(checks.endedAt))
  if (found === undefined) throw new Error('The database does not say how far the ledger goes')
  const { epoch, row, number } = found
  return {
    epoch,
    inProgress: row === null ? null : { row: toRow(row), number },
    knownAt: found.knownAt === null ? null : Number(found.knownAt),
  }
}

/** Another epoch, unless it is another one already. */
export async function updateEpoch(
  { queries }: Tx,
  from: string | null,
  epoch: string,
): Promise<void> {
  await queries
    .insert(ledgerEpoch)
    .values({ epoch })
    .onConflictDoUpdate({
      target: ledgerEpoch.onlyRow,
      set: { epoch },
      ...(from === null ? {} : { setWhere: eq(ledgerEpoch.epoch, from) }),
    })
}

/** These tents as they are, and those that they became. */
export async function listTentRows(
  { queries }: Reader,
  ids: readonly string[],
): Promise<TentRow[]> {
  if (ids.length === 0) return []
  const { fromAirtable, sentAt, ...columns } = getTableColumns(tents)
  const wanted = inArray(tents.id, [...ids])
  const became = queries.select({ id: tents.became }).from(tents).where(wanted)
  return queries
    .select(columns)
    .from(tents)
    .where(or(wanted, inArray(tents.id, became)))
}

/** What commands with these ids of a client have written, in order. */
export async function listRequests(
  { queries }: Reader,
  requestIds: NonNullable<Needs['requests']>,
): Promise<CheckEvent[]> {
  if (requestIds.length === 0) return []
  const rows = await queries
    .select()
    .from(checkEvents)
    .where(inArray(checkEvents.requestId, requestIds))
    .orderBy(asc(checkEvents.requestId), asc(checkEvents.requestPart))
  return rows.map(toEvent)
}

/**
 * Writes events and effects if all is as expected, in one statement; else nothing, and gives
 * false. `notification` is sent with them to the other servers.
 */
export async function append(
  { queries }: Reader,
  given: Append,
  notification: SQL,
): Promise<boolean> {
  const [expected, events, effects] = appendParameters(given, (field) => tents[field].name).map(
    (value) => sql`${JSON.stringify(value)}::jsonb`,
  )
  const at = sql`${given.now.toISOString()}::timestamptz`
  const [row] = await queries
    .select({
      isWritten: sql<boolean>`is_written`,
      // A refused mark that is only written down is no news to other servers.
      notification: sql`case when is_written and ${given.events.length > 0} then ${notification} end`,
    })
    .from(sql`append_to_ledger(${expected}, ${at}, ${events}, ${effects}) as is_written`)
  return row?.isWritten === true
}

/**
 * No check is started, marked or closed until this transaction ends; those that are being so are
 * waited for. To be taken before one looks whether a check is on.
 */
export async function lockChecks({ queries }: Tx): Promise<void> {
  await queries.execute(sql`lock table ${checks} in exclusive mode`)
}
