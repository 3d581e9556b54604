import { and, asc, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Outcome } from '../../shared/tent-check/contract.ts'
import type { Reader, Tx } from '../db/database.ts'
import { checkEvents, outbox, tents } from '../db/schema.ts'
import type { MissPlan, WaitingResult } from './push-plan.ts'

/** A result that waits for Airtable, with where it stands in the queue. */
export type QueuedResult = WaitingResult & {
  tentId: string
  waitingSince: Date
  dueAt: Date
  attempts: number
  failure: string | null
  /** When results of the tent last reached Airtable. */
  sentAt: Date | null
}

type Key = { checkId: string; number: number }

/** A result as it was read or planned: whoever plans or gives it back gives it another `dueAt`. */
type Held = Key & { dueAt: Date }

const kind = 'airtable'

/** Far more than wait after any check: what nobody gave up must not hide what is new. */
const queueRead = 5000

/** The results that wait, oldest first, of tents that Airtable has. */
export async function listQueue({ queries }: Reader): Promise<QueuedResult[]> {
  const rows = await queries
    .select({
      checkId: outbox.checkId,
      number: outbox.number,
      tentId: outbox.tentId,
      outcome: checkEvents.outcome,
      by: checkEvents.byName,
      data: checkEvents.data,
      plan: outbox.plan,
      waitingSince: outbox.waitingSince,
      dueAt: outbox.dueAt,
      attempts: outbox.attempts,
      failure: outbox.failure,
      sentAt: tents.sentAt,
    })
    .from(outbox)
    .innerJoin(
      checkEvents,
      and(eq(checkEvents.checkId, outbox.checkId), eq(checkEvents.number, outbox.number)),
    )
    .innerJoin(tents, eq(tents.id, outbox.tentId))
    .where(and(eq(outbox.kind, kind), isNull(outbox.givenUpAt), eq(tents.fromAirtable, true)))
    .orderBy(asc(outbox.waitingSince), asc(outbox.checkId), asc(outbox.number))
    .limit(queueRead)
  return rows.map(({ data, outcome, plan, ...row }) => {
    // What `insertMarks` wrote into the ledger.
    const { mark, lastCheck } = data as { mark: { at: string }; lastCheck?: string }
    return {
      ...row,
      outcome: outcome as Outcome,
      plan: plan as MissPlan | null,
      at: mark.at,
      lastCheck: lastCheck ?? '',
    }
  })
}

/** What waits for Airtable, of tents that are records there: how much and since when. */
export async function findQueueLength({
  queries,
}: Reader): Promise<{ waiting: number; oldest: Date | null }> {
  const [row] = await queries
    .select({
      waiting: sql<number>`count(*)::int`,
      oldest: sql<string | null>`min(${outbox.waitingSince})::text`,
    })
    .from(outbox)
    .innerJoin(tents, eq(tents.id, outbox.tentId))
    .where(and(eq(outbox.kind, kind), isNull(outbox.givenUpAt), eq(tents.fromAirtable, true)))
  return { waiting: row?.waiting ?? 0, oldest: row?.oldest ? new Date(row.oldest) : null }
}

/** What each tent has waiting, told or failed to be told; of what was given up Airtable’s word holds. */
export async function listUnsent({
  queries,
}: Reader): Promise<{ tentId: string; misses: number; makes: number; isOnItsWay: boolean }[]> {
  return queries
    .select({
      tentId: outbox.tentId,
      misses: sql<number>`count(*) filter (where ${checkEvents.outcome} = 'miss')::int`,
      makes: sql<number>`count(*) filter (where ${checkEvents.outcome} = 'make')::int`,
      isOnItsWay: sql<boolean>`bool_or(${outbox.plan} is not null)`,
    })
    .from(outbox)
    .innerJoin(
      checkEvents,
      and(eq(checkEvents.checkId, outbox.checkId), eq(checkEvents.number, outbox.number)),
    )
    .where(and(eq(outbox.kind, kind), isNull(outbox.givenUpAt)))
    .groupBy(outbox.tentId)
}

/** Results of these tents go to the ids that the tents have now. */
export async function updateTentIds(
  { queries }: Tx,
  newIds: ReadonlyMap<string, string>,
): Promise<void> {
  for (const [oldId, newId] of newIds) {
    await queries.update(outbox).set({ tentId: newId }).where(eq(outbox.tentId, oldId))
  }
}

/**
 * They are about to be sent: until `dueAt` nobody else tries. false: another server has planned one
 * of them since, or sent it, so they are not to be sent from here.
 */
export async function updatePlanned(
  { queries }: Tx,
  held: readonly Held[],
  plan: MissPlan | null,
  dueAt: Date,
): Promise<boolean> {
  const rows = await queries
    .update(outbox)
    .set({ plan, dueAt })
    .where(stillHeld(held))
    .returning({ number: outbox.number })
  return rows.length === held.length
}

/** Airtable has them. */
export async function removeDelivered({ queries }: Tx, keys: readonly Key[]): Promise<void> {
  if (keys.length > 0) await queries.delete(outbox).where(among(keys))
}

/**
 * They did not arrive, as far as one knows. `failure` null: nothing is held against them.
 * `mayHaveArrived`: what was planned is remembered. What another server has planned since is left.
 */
export async function updateFailed(
  { queries }: Tx,
  held: readonly Held[],
  { failure, dueAt, mayHaveArrived }: Failed,
): Promise<void> {
  await queries
    .update(outbox)
    .set({
      dueAt,
      ...(failure === null ? {} : { failure, attempts: sql`${outbox.attempts} + 1` }),
      ...(mayHaveArrived ? {} : { plan: null }),
    })
    .where(stillHeld(held))
}

type Failed = { failure: string | null; dueAt: Date; mayHaveArrived: boolean }

/** Everything that failed is tried again at once; what may be under way is left alone. */
export async function updateDueNow({ queries }: Tx, now: Date): Promise<void> {
  await queries
    .update(outbox)
    .set({ dueAt: now })
    .where(and(eq(outbox.kind, kind), isNotNull(outbox.failure), isNull(outbox.plan)))
}

/** A person decides that Airtable need not be told what failed of this tent. */
export async function updateGivenUp({ queries }: Tx, tentId: string, now: Date): Promise<number> {
  const rows = await queries
    .update(outbox)
    .set({ givenUpAt: now })
    .where(
      and(
        eq(outbox.kind, kind),
        eq(outbox.tentId, tentId),
        isNotNull(outbox.failure),
        isNull(outbox.plan),
        isNull(outbox.givenUpAt),
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

/** Whatever waits, failed or was given up: nobody is told any more. */
export async function removeResults({ queries }: Tx): Promise<void> {
  await queries.delete(outbox).where(eq(outbox.kind, kind))
}
