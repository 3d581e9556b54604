import { and, asc, desc, eq, gt, inArray, ne, or, type SQL, sql } from 'drizzle-orm'
import type { NoticeSettings } from '../../shared/notices/contract.ts'
import type { Reminder } from '../../shared/shifts/reminders.ts'
import type { Reader, Statement, Tx } from '../db/database.ts'
import { dueQueue } from '../db/due-queue.ts'
import { noticeSettings, pushes, pushSubscriptions, sessions, users } from '../db/schema.ts'
import { hostsOfKnown, otherServices, type PushService, putOffAtMostMs } from './service.ts'

export type Push = typeof pushes.$inferSelect

/** What happened, as ids and outcomes, without names. */
export type Occasion =
  | { kind: 'check'; about: { checkId: string } }
  | { kind: 'grace'; about: { checkId: string; endedAt: string } | { graceId: string } }
  | { kind: 'myTent'; about: { checkId: string; outcomes: Record<string, string> } }
  | { kind: 'dispute'; about: { disputeId: string } }
  | { kind: 'needed'; about: { what: 'dispute' | 'notice' | 'result' } }
  | { kind: 'shifts'; about: { shiftId: string; reminder: Reminder } }

/** To be pushed after `dueAt`, and not after `goodUntil`. */
export type NewPush = Occasion & Pick<Push, 'id' | 'topic' | 'dueAt' | 'goodUntil'>

/**
 * Queues a push. It is sent after its transaction is committed. One with a topic that is already
 * queued is ignored.
 */
export async function insertPush({ queries }: Tx, push: NewPush): Promise<void> {
  await queries.insert(pushes).values(push).onConflictDoNothing()
}

/**
 * Queues a push about something that happens repeatedly. If one with its topic is queued already,
 * there is no second one: the first is not sent later for it, and gets the new `goodUntil`.
 */
export async function insertOrRenewPush({ queries }: Tx, push: NewPush): Promise<void> {
  const { dueAt, goodUntil } = push
  await queries
    .insert(pushes)
    .values(push)
    .onConflictDoUpdate({
      target: [pushes.topic, pushes.service],
      set: { dueAt: sql`least(${pushes.dueAt}, ${dueAt.toISOString()}::timestamptz)`, goodUntil },
    })
}

export const pushQueue = dueQueue(pushes, { atMostMs: putOffAtMostMs })

/** Matches pushes to this push service; '': those that are not divided yet. */
export function goesTo(service: PushService | ''): SQL {
  return eq(pushes.service, service)
}

/**
 * Replaces this push by one for each push service at which somebody wants it. If one with its topic
 * is queued there already, even partly sent, it starts again for everyone: whoever has got it knows
 * only of the earlier event. `among`: the netIDs of those whom it may be for; undefined: everyone.
 */
export async function dividePush(
  { queries }: Tx,
  push: Push,
  among: readonly string[] | undefined,
  now: Date,
): Promise<void> {
  const removed = await queries.delete(pushes).where(pushQueue.isStill(push)).returning()
  const services = await queries
    .selectDistinct({ service: serviceOf })
    .from(pushSubscriptions)
    .innerJoin(sessions, eq(sessions.tokenHash, pushSubscriptions.tokenHash))
    .innerJoin(users, eq(users.netID, sessions.netID))
    .innerJoin(noticeSettings, eq(noticeSettings.netID, users.netID))
    .where(isWanted(push.kind, among, now))
  if (removed.length === 0 || services.length === 0) return
  const { kind, topic, about, goodUntil } = push
  const anew = { dueAt: now, goodUntil, sentTo: '', onlyEndpoints: null, again: [], tries: 0 }
  await queries
    .insert(pushes)
    .values(services.map(({ service }) => ({ service, kind, topic, about, ...anew })))
    .onConflictDoUpdate({ target: [pushes.topic, pushes.service], set: anew })
}

type HeldPush = Pick<Push, 'id' | 'dueAt'>

/**
 * Records the progress of a push; `again`: the endpoints to try once more, beside those before. false:
 * another server has taken it since.
 */
export async function updatePush(
  { queries }: Statement,
  push: HeldPush,
  change: Partial<Pick<Push, 'sentTo' | 'dueAt'>>,
  again: readonly string[] = [],
): Promise<boolean> {
  // Appended by the database: the whole list may be long, and would be sent with each page.
  const longer = sql`${pushes.again} || ${JSON.stringify(again)}::jsonb`
  const rows = await queries
    .update(pushes)
    .set({ ...change, ...(again.length > 0 && { again: longer }) })
    .where(pushQueue.isStill(push))
    .returning({ id: pushes.id })
  return rows.length > 0
}

/** After all were tried: tries only the endpoints that failed again, or removes the push. */
export async function retryOrRemovePush(tx: Tx, push: HeldPush, dueAt: Date): Promise<void> {
  const rows = await tx.queries
    .update(pushes)
    .set({
      onlyEndpoints: sql`${pushes.again}`,
      again: [],
      sentTo: '',
      tries: sql`${pushes.tries} + 1`,
      dueAt,
    })
    .where(and(pushQueue.isStill(push), ne(pushes.again, [])))
    .returning({ id: pushes.id })
  if (rows.length === 0) await removePush(tx, push)
}

export async function removePush({ queries }: Statement, push: HeldPush): Promise<void> {
  await queries.delete(pushes).where(pushQueue.isStill(push))
}

/** Removes all waiting pushes: nobody is told any more. */
export async function removePushes({ queries }: Tx): Promise<void> {
  await queries.delete(pushes)
}

/** A subscribed browser and the person signed in there. */
export type Subscriber = Awaited<ReturnType<typeof listSubscribers>>[number]

/**
 * For a push to a role, only people with the role are read: each page of 100 other people would
 * block the embedded engine for a while.
 */
const roleOf: { [Kind in Push['kind']]?: SQL | undefined } = {
  check: or(eq(users.isLineMonitor, true), eq(users.isSuperUser, true)),
  needed: eq(users.isSuperUser, true),
}

const host = sql`split_part(split_part(${pushSubscriptions.endpoint}, '/', 3), ':', 1)`
const ofKnown = Object.entries(hostsOfKnown).map(
  ([service, hosts]) => sql`when ${host} ~ ${hosts} then ${service}`,
)
/** The push service of a subscription, whose endpoint is as `URL` writes it. */
const serviceOf = sql<PushService>`case ${sql.join(ofKnown, sql` `)} else ${otherServices} end`

/** Matches browsers with a valid session whose people, of those `among`, want this kind of push. */
function isWanted(
  kind: Push['kind'],
  among: readonly string[] | undefined,
  now: Date,
): SQL | undefined {
  return and(
    gt(sessions.expiresAt, now),
    among && inArray(users.netID, [...among]),
    sql`${noticeSettings.settings} -> 'push' ->> ${kind} = 'true'`,
    roleOf[kind],
  )
}

type Asked = {
  push: Pick<Push, 'id' | 'kind' | 'service' | 'onlyEndpoints'>
  among: readonly string[] | undefined
  after: string
  now: Date
  limit: number
}

/** The next browsers at a push service that this push is for and whose people want it, by endpoint. */
export async function listSubscribers(
  { queries }: Reader,
  { push, among, after, now, limit }: Asked,
) {
  const { endpoint, p256dh, auth } = pushSubscriptions
  // Read by the database: the list may be long, and would be sent for each page.
  const only = queries
    .select({ endpoint: sql`jsonb_array_elements_text(${pushes.onlyEndpoints})` })
    .from(pushes)
    .where(eq(pushes.id, push.id))
  return queries
    .select({
      endpoint,
      p256dh,
      auth,
      netID: users.netID,
      isConfirmed: users.isConfirmed,
      settings: sql<NoticeSettings>`${noticeSettings.settings}`,
    })
    .from(pushSubscriptions)
    .innerJoin(sessions, eq(sessions.tokenHash, pushSubscriptions.tokenHash))
    .innerJoin(users, eq(users.netID, sessions.netID))
    .innerJoin(noticeSettings, eq(noticeSettings.netID, users.netID))
    .where(
      and(
        gt(endpoint, after),
        push.onlyEndpoints === null ? undefined : inArray(endpoint, only),
        eq(serviceOf, push.service),
        isWanted(push.kind, among, now),
      ),
    )
    .orderBy(asc(endpoint))
    .limit(limit)
}

export type Subscription = { endpoint: string; p256dh: string; auth: string }

/**
 * Stores a subscription for the person of this session, whoever had it before; keeps the newest
 * `kept`.
 */
export async function insertSubscription(
  { queries }: Tx,
  { endpoint, ...keys }: Subscription,
  { netID, tokenHash }: { netID: string; tokenHash: string },
  now: Date,
  kept: number,
): Promise<void> {
  const row = { ...keys, tokenHash, madeAt: now }
  await queries
    .insert(pushSubscriptions)
    .values({ endpoint, ...row })
    .onConflictDoUpdate({ target: pushSubscriptions.endpoint, set: row })
  const over = queries
    .select({ endpoint: pushSubscriptions.endpoint })
    .from(pushSubscriptions)
    .innerJoin(sessions, eq(sessions.tokenHash, pushSubscriptions.tokenHash))
    .where(eq(sessions.netID, netID))
    .orderBy(desc(eq(pushSubscriptions.endpoint, endpoint)), desc(pushSubscriptions.madeAt))
    .offset(kept)
  await queries.delete(pushSubscriptions).where(inArray(pushSubscriptions.endpoint, over))
}

/** Removes this person's subscription, never somebody else's. */
export async function removeSubscription(
  { queries }: Tx,
  endpoint: string,
  netID: string,
): Promise<void> {
  const theirs = queries
    .select({ tokenHash: sessions.tokenHash })
    .from(sessions)
    .where(eq(sessions.netID, netID))
  await queries
    .delete(pushSubscriptions)
    .where(
      and(eq(pushSubscriptions.endpoint, endpoint), inArray(pushSubscriptions.tokenHash, theirs)),
    )
}

/** The push service does not know these any more. */
export async function removeGone({ queries }: Tx, endpoints: readonly string[]): Promise<void> {
  if (endpoints.length === 0) return
  await queries.delete(pushSubscriptions).where(inArray(pushSubscriptions.endpoint, [...endpoints]))
}

/** This person's subscriptions, oldest first. */
export function listSubscriptionsOf({ queries }: Reader, netID: string) {
  return queries
    .select({ endpoint: pushSubscriptions.endpoint, madeAt: pushSubscriptions.madeAt })
    .from(pushSubscriptions)
    .innerJoin(sessions, eq(sessions.tokenHash, pushSubscriptions.tokenHash))
    .where(eq(sessions.netID, netID))
    .orderBy(asc(pushSubscriptions.madeAt))
}
