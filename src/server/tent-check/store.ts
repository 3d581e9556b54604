import { and, asc, count, eq, gt, isNull, type SQL, sql } from 'drizzle-orm'
import type { User } from '../../shared/accounts/contract.ts'
import type { CheckEvent } from '../../shared/tent-check/rules.ts'
import type { Tent } from '../../shared/tents/contract.ts'
import type { Reader, Statement, Tx } from '../db/database.ts'
import { checkEvents, checks } from '../db/schema.ts'

/** A check and how far its ledger goes. */
export type CheckRow = { id: string; lastNumber: number }

const checkRow = { id: checks.id, lastNumber: checks.lastNumber }

export async function findCheckInProgress({ queries }: Reader): Promise<CheckRow | undefined> {
  const [row] = await queries.select(checkRow).from(checks).where(isNull(checks.endedAt))
  return row
}

/** The same, and nothing else is written to its ledger until this transaction ends. */
export async function lockCheckInProgress({ queries }: Tx): Promise<CheckRow | undefined> {
  const [row] = await queries
    .select(checkRow)
    .from(checks)
    .where(isNull(checks.endedAt))
    .for('update')
  return row
}

export async function lockCheck({ queries }: Tx, id: string): Promise<CheckRow | undefined> {
  const [row] = await queries.select(checkRow).from(checks).where(eq(checks.id, id)).for('update')
  return row
}

export async function insertCheck(
  { queries }: Tx,
  check: { id: string; numCheckers: number; startedBy: string; startedAt: Date },
): Promise<void> {
  await queries.insert(checks).values({ ...check, lastNumber: 0 })
}

/** Closes a check; from then on another one may start. */
export async function updateEnded({ queries }: Tx, id: string, endedAt: Date): Promise<void> {
  await queries.update(checks).set({ endedAt }).where(eq(checks.id, id))
}

/** What the ledger keeps of an event beyond what everyone folds. */
export type EventDetails = {
  netID: string | null
  deviceTime?: string
  markId?: string
  note?: object
}

/** Writes the next event of a check that this transaction holds locked. */
export async function appendEvent(
  { queries }: Tx,
  event: CheckEvent,
  details: EventDetails,
): Promise<void> {
  const { checkId, number, kind, at, by, ...rest } = event
  const mark = 'mark' in rest ? rest.mark : null
  await queries.insert(checkEvents).values({
    checkId,
    number,
    kind,
    at: new Date(at),
    deviceTime: details.deviceTime ?? null,
    netID: details.netID,
    byName: by,
    tentId: mark?.id ?? null,
    outcome: mark?.outcome ?? null,
    markId: details.markId ?? null,
    data: { ...rest, ...details.note },
  })
  await queries.update(checks).set({ lastNumber: number }).where(eq(checks.id, checkId))
}

/** Whoever marks, and what is marked, as far as a mark is decided by them. */
export type Marker = Pick<User, 'netID' | 'firstName' | 'isLineMonitor' | 'isSuperUser'>
export type MarkedTent = Pick<Tent, 'id' | 'members'> & { numberOfMisses: number }

/** What marks are decided by. `check` null: none is on. */
export type Seen = {
  check: CheckRow | null
  /** By the hash of the session's token; a session that does not hold is not among them. */
  people: Record<string, Marker>
  tents: Record<string, MarkedTent>
}

/**
 * The check in progress, whose ledger nobody else writes to until this transaction ends, whose
 * these sessions are, and these tents, which nobody else changes until then.
 */
export async function lookForMarks(
  { queries }: Tx,
  tokenHashes: string[],
  now: Date,
  tentIds: string[],
): Promise<Seen> {
  const hashes = sql`${sql.param(tokenHashes)}::text[]`
  const ids = sql`${sql.param(tentIds)}::text[]`
  const [row] = await queries
    .select({ seen: sql<Seen>`seen` })
    .from(sql`look_for_marks(${hashes}, ${now.toISOString()}::timestamptz, ${ids}) as seen`)
  if (row === undefined) throw new Error('The database does not say what it sees')
  return row.seen
}

/** A mark that counts, and what its tent keeps of it. */
export type NewMark = {
  event: CheckEvent & { kind: 'marked' }
  details: EventDetails & { netID: string }
  /** Who was there; '' for a Miss. */
  lastCheck: string
}

/** Writes the next marks of a check that `lookForMarks` locked: to the ledger, the tents, the outbox. */
export async function insertMarks(
  { queries }: Tx,
  { id, lastNumber }: CheckRow,
  marks: readonly NewMark[],
): Promise<void> {
  const last = lastNumber + marks.length
  await queries.execute(sql`select write_marks(${id}::uuid, ${last}::integer, ${rowsOf(marks)})`)
}

/** Does the same by one statement, if a look still gives what was foreseen: false, it does not. */
export async function insertForeseenMarks(
  { queries }: Statement,
  foreseen: Seen,
  now: Date,
  marks: readonly NewMark[],
  bell: SQL,
): Promise<boolean> {
  const seen = sql`${JSON.stringify(foreseen)}::jsonb`
  const [row] = await queries
    .select({
      isWritten: sql<boolean>`is_written`,
      bell: sql`case when is_written then ${bell} end`,
    })
    .from(
      sql`write_foreseen_marks(${seen}, ${now.toISOString()}::timestamptz, ${rowsOf(marks)}) as is_written`,
    )
  return row?.isWritten === true
}

function rowsOf(marks: readonly NewMark[]): SQL {
  const rows = marks.map(({ event: { number, at, by, mark }, details, lastCheck }) => ({
    number,
    at,
    device_time: details.deviceTime ?? null,
    net_id: details.netID,
    by_name: by,
    tent_id: mark.id,
    outcome: mark.outcome,
    mark_id: details.markId ?? null,
    data: { mark, ...details.note },
    last_check: lastCheck,
    shown_at: mark.at,
  }))
  return sql`${JSON.stringify(rows)}::jsonb`
}

type EventRow = typeof checkEvents.$inferSelect

/** `data` holds what `appendEvent` took apart. */
function toEvent({ checkId, number, kind, at, byName, data }: EventRow): CheckEvent {
  return {
    checkId,
    number,
    kind,
    at: at.toISOString(),
    by: byName,
    ...(data as object),
  } as CheckEvent
}

/** The events of a check after a number, in order. */
export async function listEvents(
  { queries }: Reader,
  checkId: string,
  after: number,
): Promise<CheckEvent[]> {
  const rows = await queries
    .select()
    .from(checkEvents)
    .where(and(eq(checkEvents.checkId, checkId), gt(checkEvents.number, after)))
    .orderBy(asc(checkEvents.number))
  return rows.map(toEvent)
}

/** A mark that a client's own id already made, and whose it is. */
export type EarlierMark = { netID: string | null; event: CheckEvent }

export async function findMark(
  { queries }: Reader,
  markId: string,
): Promise<EarlierMark | undefined> {
  const [row] = await queries.select().from(checkEvents).where(eq(checkEvents.markId, markId))
  return row && { netID: row.netID, event: toEvent(row) }
}

/** How many marks counted, in all checks there ever were. */
export async function countMarks({ queries }: Reader): Promise<number> {
  const [row] = await queries
    .select({ marks: count() })
    .from(checkEvents)
    .where(eq(checkEvents.kind, 'marked'))
  return row?.marks ?? 0
}

/** What a person did in checks, in order; without the names of members. */
export function listEventsOf({ queries }: Reader, netID: string) {
  const { checkId, number, kind, at, deviceTime, tentId, outcome } = checkEvents
  return queries
    .select({ checkId, number, kind, at, deviceTime, tentId, outcome })
    .from(checkEvents)
    .where(eq(checkEvents.netID, netID))
    .orderBy(asc(at), asc(checkId), asc(number))
}

/**
 * No check is started, marked or closed until this transaction ends; those that are being so are
 * waited for. To be taken before one looks whether a check is on.
 */
export async function lockChecks({ queries }: Tx): Promise<void> {
  await queries.execute(sql`lock table ${checks} in exclusive mode`)
}

/** Members' names leave the ledger; the database lets nothing else of it change even now. */
export async function removeMemberNames({ queries }: Tx): Promise<void> {
  const closing = (value: 'on' | 'off') =>
    queries.execute(sql`select set_config('tent_city.closing_season', ${value}, true)`)
  await closing('on')
  await queries
    .update(checkEvents)
    .set({ data: sql`without_member_names(${checkEvents.data})` })
    .where(sql`${checkEvents.data} ?| array['lastCheck', 'names']`)
  await closing('off')
}
