import {
  and,
  asc,
  count,
  eq,
  inArray,
  isNotNull,
  isNull,
  min,
  not,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import type { Reader, Tx } from '../db/database.ts'
import type { QueueLength } from '../db/due-queue.ts'
import { outbox, tents } from '../db/schema.ts'
import { isAirtableConfigured } from '../settings/airtable-config.ts'
import type { ResultChange } from '../tent-check/ledger/result.ts'
import { hasArrivedInPart, type WaitingResult, type WritePlan } from './record-change.ts'
import { underWayMs } from './under-way.ts'

/** A result that waits for Airtable, with its state in the queue. */
export type QueuedResult = WaitingResult & {
  tentId: string
  waitingSince: Date
  dueAt: Date
  attempts: number
  failure: string | null
  isGivenUp: boolean
  /** When results of the tent last reached Airtable. */
  sentAt: Date | null
  /** Is the tent a record there? Only then its results are sent. */
  hasRecord: boolean
}

/**
 * How results go on after a write that failed: they are tried again at `dueAt`. `failure` null: it
 * stays as it is. `isRefused`: it counts as an attempt. `mayHaveArrived`: the plan is kept.
 */
export type Failed = {
  failure: string | null
  isRefused: boolean
  dueAt: Date
  mayHaveArrived: boolean
}

type Key = { checkId: string; number: number }

/** A result as read. `dueAt` changes whenever it is planned or given back, which shows changes. */
type Held = Key & { dueAt: Date }

const kind = 'airtable'

/** Far more than wait after any check; bounds what is read if old results are never settled. */
const queueRead = 5000

/**
 * The results that wait, oldest first and those of a check in its order, of tents that Airtable
 * has; with what was given up of the same tent and check.
 */
export async function listQueue(reader: Reader): Promise<QueuedResult[]> {
  return (await resultsWhere(reader, eq(tents.fromAirtable, true)).limit(queueRead)).map(resultOf)
}

/** The results that failed, also of tents without a record. None while no table is connected. */
export async function listFailed(reader: Reader): Promise<QueuedResult[]> {
  if (!(await isAirtableConfigured(reader))) return []
  return (await resultsWhere(reader, isNotNull(outbox.failure)).limit(queueRead)).map(resultOf)
}

/** As `listQueue`, but also of tents that Airtable does not have, and without a bound. */
export async function listUnsent(reader: Reader): Promise<QueuedResult[]> {
  return (await resultsWhere(reader)).map(resultOf)
}

function resultsWhere({ queries }: Reader, ofTents?: SQL) {
  return (
    queries
      .select({
        checkId: outbox.checkId,
        number: outbox.number,
        tentId: outbox.tentId,
        change: outbox.change,
        plan: outbox.plan,
        waitingSince: outbox.waitingSince,
        dueAt: outbox.dueAt,
        attempts: outbox.attempts,
        failure: outbox.failure,
        isGivenUp: sql<boolean>`${outbox.givenUpAt} is not null`,
        sentAt: tents.sentAt,
        hasRecord: tents.fromAirtable,
      })
      .from(outbox)
      .innerJoin(tents, eq(tents.id, outbox.tentId))
      .where(and(eq(outbox.kind, kind), or(isNull(outbox.givenUpAt), hasMoreWaiting), ofTents))
      // Ordered by number within a check and tent, because the servers' clocks differ.
      .orderBy(
        sql`max(${outbox.waitingSince}) over (partition by ${outbox.checkId}, ${outbox.tentId} order by ${outbox.number})`,
        asc(outbox.checkId),
        asc(outbox.number),
      )
  )
}

/** Another result of the same tent and check still waits. */
const hasMoreWaiting = sql`exists (
  select from outbox as other where other.kind = ${kind} and other.given_up_at is null
    and other.check_id = ${outbox.checkId} and other.tent_id = ${outbox.tentId})`

type Row = Awaited<ReturnType<typeof resultsWhere>>[number]

function resultOf({ change, plan, ...row }: Row): QueuedResult {
  return { ...row, ...(change as ResultChange), plan: plan as WritePlan | null }
}

/**
 * The results that wait for Airtable, of tents that are records there. None while no table is
 * connected: nothing is late then.
 */
export async function findQueueLength(reader: Reader): Promise<QueueLength> {
  if (!(await isAirtableConfigured(reader))) return { waiting: 0, oldest: null }
  const [row] = await reader.queries
    .select({ waiting: count(), oldest: min(outbox.waitingSince) })
    .from(outbox)
    .innerJoin(tents, eq(tents.id, outbox.tentId))
    .where(and(eq(outbox.kind, kind), isNull(outbox.givenUpAt), eq(tents.fromAirtable, true)))
  return row ?? { waiting: 0, oldest: null }
}

/** Moves the results of these tents to their new ids. */
export async function updateTentIds(
  { queries }: Tx,
  newIds: ReadonlyMap<string, string>,
): Promise<void> {
  for (const [oldId, newId] of newIds) {
    await queries.update(outbox).set({ tentId: newId }).where(eq(outbox.tentId, oldId))
  }
}

/**
 * Stores the plan before sending: until `dueAt` no other server sends these results. false: one of
 * them was given up, or another server has planned or sent it since, so they must not be sent from
 * here.
 */
export async function updatePlanned(
  { queries }: Tx,
  held: readonly Held[],
  plan: WritePlan,
  dueAt: Date,
): Promise<boolean> {
  const rows = await queries
    .update(outbox)
    .set({ plan, dueAt, failure: null })
    .where(and(stillHeld(held), isNull(outbox.givenUpAt)))
    .returning({ number: outbox.number })
  return rows.length === held.length
}

/** They may be under way: until `dueAt` nobody sends them, then the record shows if they arrived. */
export async function updateMayHaveArrived(
  { queries }: Tx,
  keys: readonly Key[],
  plan: WritePlan,
  dueAt: Date,
): Promise<void> {
  await queries.update(outbox).set({ plan, dueAt, failure: null }).where(among(keys))
}

/** Removes results that Airtable has. */
export async function removeDelivered({ queries }: Tx, keys: readonly Key[]): Promise<void> {
  await queries.delete(outbox).where(among(keys))
}

/**
 * Airtable has these results, but for the pairs that their write left out (`without`). Returns those
 * that left the queue. For the others only the pair still waits, until `dueAt` or until a newer
 * result of the tent is sent; a server that read them before this change can't plan them any more.
 */
export async function removeArrived<Result extends WaitingResult>(
  tx: Tx,
  results: readonly Result[],
  plan: Pick<WritePlan, 'without'>,
  dueAt: Date,
): Promise<Result[]> {
  const inPart = results.filter((result) => hasArrivedInPart(result, plan))
  const whole = results.filter((result) => !inPart.includes(result))
  if (whole.length > 0) await removeDelivered(tx, whole)
  if (inPart.length > 0) await updateNumbersArrived(tx, inPart, { plan: null, dueAt })
  return whole
}

/** Their change of the number has arrived: from now on only their pair waits. */
export async function updateNumbersArrived(
  { queries }: Tx,
  keys: readonly Key[],
  more: { plan?: null; dueAt?: Date } = {},
): Promise<void> {
  await queries
    .update(outbox)
    .set({ change: sql`jsonb_set(${outbox.change}, '{misses}', '0')`, ...more })
    .where(among(keys))
}

/** Removes results that need no write. false: another server has planned one of them since. */
export async function removeSettled({ queries }: Tx, held: readonly Held[]): Promise<boolean> {
  const rows = await queries
    .delete(outbox)
    .where(stillHeld(held))
    .returning({ number: outbox.number })
  return rows.length === held.length
}

/** After a write that failed. Results that another server has planned since do not change. */
export async function updateFailed(
  { queries }: Tx,
  held: readonly Held[],
  { failure, isRefused, dueAt, mayHaveArrived }: Failed,
): Promise<void> {
  await queries
    .update(outbox)
    .set({
      dueAt,
      ...(failure === null ? {} : { failure }),
      ...(isRefused ? { attempts: sql`${outbox.attempts} + 1` } : {}),
      ...(mayHaveArrived ? {} : { plan: null }),
    })
    .where(stillHeld(held))
}

/** What waits of tents that become these records now no longer fails for lack of one. */
export async function updateHasRecord({ queries }: Tx, ids: readonly string[]): Promise<void> {
  const lacksOne = and(inArray(tents.id, [...ids]), eq(tents.fromAirtable, false))
  const become = queries.select({ id: tents.id }).from(tents).where(lacksOne)
  await queries
    .update(outbox)
    .set({ failure: null })
    .where(and(eq(outbox.kind, kind), isNotNull(outbox.failure), inArray(outbox.tentId, become)))
}

/**
 * Makes all failed results due now, or those of these tents; those that may be under way once they no
 * longer can be.
 */
export async function updateDueNow(
  { queries }: Tx,
  now: Date,
  tentIds?: readonly string[],
): Promise<void> {
  const [atOnce, later] = [now, new Date(now.getTime() + underWayMs)].map((at) => at.toISOString())
  const ofTents = tentIds && inArray(outbox.tentId, [...tentIds])
  const dueAt = sql`case when ${outbox.plan} is null then ${atOnce}::timestamptz
    else least(${outbox.dueAt}, ${later}::timestamptz) end`
  await queries
    .update(outbox)
    .set({ dueAt })
    .where(and(eq(outbox.kind, kind), isNotNull(outbox.failure), ofTents))
}

/**
 * Gives up the failed results of a tent; returns how many. None while a write of the tent may be
 * under way, which has a plan and no failure. A result given up with a plan may have arrived.
 */
export async function updateGivenUp({ queries }: Tx, tentId: string, now: Date): Promise<number> {
  const isUnderWay = sql`exists (
    select from outbox as other where other.kind = ${kind} and other.given_up_at is null
      and other.tent_id = ${tentId} and other.plan is not null and other.failure is null)`
  const rows = await queries
    .update(outbox)
    .set({ givenUpAt: now })
    .where(
      and(
        eq(outbox.kind, kind),
        eq(outbox.tentId, tentId),
        isNotNull(outbox.failure),
        isNull(outbox.givenUpAt),
        not(isUnderWay),
      ),
    )
    .returning({ number: outbox.number })
  return rows.length
}

function among(keys: readonly Key[]) {
  const pairs = keys.map(({ checkId, number }) => sql`(${checkId}::uuid, ${number}::int)`)
  return and(
    eq(outbox.kind, kind),
    sql`(${outbox.checkId}, ${outbox.number}) in (${sql.join(pairs, sql`, `)})`,
  )
}

function stillHeld(held: readonly Held[]) {
  const each = held.map(
    ({ checkId, number, dueAt }) =>
      sql`(${checkId}::uuid, ${number}::int, ${dueAt.toISOString()}::timestamptz)`,
  )
  return and(
    eq(outbox.kind, kind),
    sql`(${outbox.checkId}, ${outbox.number}, ${outbox.dueAt}) in (${sql.join(each, sql`, `)})`,
  )
}

/** Removes all results, also failed ones and those that were given up. */
export async function removeResults({ queries }: Tx): Promise<void> {
  await queries.delete(outbox).where(eq(outbox.kind, kind))
}
