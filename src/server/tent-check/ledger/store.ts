import { and, asc, desc, eq, getTableColumns, gte, inArray, isNull, sql } from 'drizzle-orm'
import { Value } from 'typebox/value'
import { uuid } from '../../../shared/schemas.ts'
import type { Reader, StatementNotification, Tx } from '../../db/database.ts'
import {
  answeredRequests,
  checkEvents,
  checks,
  disputes,
  ledgerEpoch,
  tents,
} from '../../db/schema.ts'
import { people } from '../../tents/store.ts'
import { type Append, appendParameters } from './append.ts'
import type { CheckRow, CheckState } from './check-state.ts'
import type { Needs } from './command.ts'
import { eventOfRow } from './event-row.ts'
import type { CheckEvent, TentRow } from './events.ts'

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
  return rows.map(eventOfRow)
}

/** The events about these tents, in the order of the checks and within each. */
export async function listEventsOfTents(
  { queries }: Reader,
  tentIds: readonly string[],
): Promise<CheckEvent[]> {
  const rows = await queries
    .select(getTableColumns(checkEvents))
    .from(checkEvents)
    .innerJoin(checks, eq(checks.id, checkEvents.checkId))
    .where(inArray(checkEvents.tentId, [...tentIds]))
    .orderBy(asc(checks.sequence), asc(checkEvents.number))
  return rows.map(eventOfRow)
}

function toRow({ startedAt, endedAt, sequence, ...row }: typeof checks.$inferSelect): CheckRow {
  return {
    ...row,
    startedAt: startedAt.toISOString(),
    endedAt: endedAt === null ? null : endedAt.toISOString(),
  }
}

export async function listChecks({ queries }: Reader, ids: readonly string[]): Promise<CheckRow[]> {
  // Other texts are ids of no check, and the database refuses to compare them.
  const possible = ids.filter((id) => Value.Check(uuid, id))
  if (possible.length === 0) return []
  return (await queries.select().from(checks).where(inArray(checks.id, possible))).map(toRow)
}

/** The check that began last; null: there was none yet. */
export async function findNewestCheckId({ queries }: Reader): Promise<string | null> {
  const [row] = await queries
    .select({ id: checks.id })
    .from(checks)
    .orderBy(desc(checks.sequence))
    .limit(1)
  return row?.id ?? null
}

/** Whether these disputes are answered. */
export async function listDisputeStates({ queries }: Reader, ids: readonly string[]) {
  if (ids.length === 0) return []
  return queries
    .select({ id: disputes.id, answeredAt: disputes.answeredAt })
    .from(disputes)
    .where(inArray(disputes.id, [...ids]))
}

/** The newest events of the ledger. */
export type Position = {
  epoch: string
  /** The check in progress and the number of its last event. */
  inProgress: { row: CheckRow; number: number } | null
  /** When the event that the caller named was written, in ms; null: there is no such event. */
  knownAt: number | null
}

/** Always a single query. `known`: the last event that the caller knows. */
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

export async function findEpoch({ queries }: Reader): Promise<string> {
  const [row] = await queries
    .select({ epoch: sql<string>`current_ledger_epoch()` })
    .from(sql`(select 1) as one`)
  if (row === undefined) throw new Error('The database does not say which epoch it is')
  return row.epoch
}

/** Changes the epoch if it is still `from`. `epoch`: a value from which the new one is made. */
export async function updateEpoch({ queries }: Tx, from: string, epoch: string): Promise<void> {
  await queries
    .insert(ledgerEpoch)
    .values({ epoch })
    .onConflictDoUpdate({
      target: ledgerEpoch.onlyRow,
      set: { epoch },
      // Compared once the row is locked, so that only one of several servers changes it.
      setWhere: sql`ledger_epoch_here(${ledgerEpoch.epoch}) = ${from}`,
    })
}

/** These tents, with all rows of the same tent under other ids. */
export async function listTentRows(
  { queries }: Reader,
  ids: readonly string[],
): Promise<TentRow[]> {
  if (ids.length === 0) return []
  const { fromAirtable, sentAt, ...columns } = getTableColumns(tents)
  const currentId = sql`coalesce(${tents.became}, ${tents.id})`
  const current = queries
    .select({ id: currentId })
    .from(tents)
    .where(inArray(tents.id, [...ids]))
  return queries
    .select({ ...columns, people })
    .from(tents)
    .where(inArray(currentId, current))
}

/** The events that these client requests have written, in order. */
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
  return rows.map(eventOfRow)
}

/** By which marks commands with these ids were answered, if they wrote no event; in order. */
export async function listAnsweredRequests(
  { queries }: Reader,
  requestIds: NonNullable<Needs['requests']>,
): Promise<{ requestId: string; netID: string; event: CheckEvent }[]> {
  if (requestIds.length === 0) return []
  const { requestId, part, checkId, number, netID } = answeredRequests
  const rows = await queries
    .select({ requestId, netID, event: checkEvents })
    .from(answeredRequests)
    .innerJoin(checkEvents, and(eq(checkEvents.checkId, checkId), eq(checkEvents.number, number)))
    .where(inArray(requestId, requestIds))
    .orderBy(asc(requestId), asc(part))
  return rows.map(({ event, ...row }) => ({ ...row, event: eventOfRow(event) }))
}

/** Prepared once, because every mark is written by it. */
const prepareAppend = ({ queries }: Reader) => {
  const given = (name: string) => sql`${sql.placeholder(name)}`
  const notification = sql`case when is_written and ${given('channel')}::text is not null
    then pg_notify(${given('channel')}, ${given('text')}) end`
  return queries
    .select({ isWritten: sql<boolean>`is_written`, notification })
    .from(
      sql`append_to_ledger(${given('expected')}::jsonb, ${given('at')}::timestamptz,
        ${given('events')}::jsonb, ${given('effects')}::jsonb) as is_written`,
    )
    .prepare('append_to_ledger')
}
const prepared = new WeakMap<Reader['queries'], ReturnType<typeof prepareAppend>>()

/**
 * Writes events and effects in one statement if everything is as expected; otherwise nothing, and
 * returns false. The other servers get the notification with the commit.
 */
export async function append(
  reader: Reader,
  given: Append,
  { channel, text }: StatementNotification,
): Promise<boolean> {
  const statement = prepared.get(reader.queries) ?? prepareAppend(reader)
  prepared.set(reader.queries, statement)
  const [expected, events, effects] = appendParameters(given).map((value) => JSON.stringify(value))
  const [row] = await statement.execute({
    expected,
    events,
    effects,
    at: given.now.toISOString(),
    // Without events (a refused mark in the audit) there is nothing new for other servers.
    channel: given.events.length > 0 ? channel : null,
    text,
  })
  return row?.isWritten === true
}

/**
 * Until this transaction ends, no check is started, marked or closed. Waits for those that are under
 * way. Take this lock before reading whether a check is on.
 */
export async function lockChecks({ queries }: Tx): Promise<void> {
  await queries.execute(sql`lock table ${checks} in exclusive mode`)
}

/** Until this transaction ends, nothing happens in this check; waits for what is under way. */
export async function lockCheck({ queries }: Tx, id: string): Promise<void> {
  await queries.select({ id: checks.id }).from(checks).where(eq(checks.id, id)).for('share')
}
