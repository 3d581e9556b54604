import { and, desc, eq, exists, gt, lte, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Reader, Tx } from '../db/database.ts'
import { campusIdentities, campusWaiting } from '../db/schema.ts'
import { ticketLastsMs } from './rules.ts'

/** A person as the campus knows them; never by an e-mail address. */
export type Identity = { issuer: string; subject: string }

export type Waiting = Identity & { netID: string; name: string; at: Date }

const is = (table: typeof campusIdentities | typeof campusWaiting, identity: Identity) =>
  and(eq(table.issuer, identity.issuer), eq(table.subject, identity.subject))

/** The account linked to this identity. */
export async function findNetIDOf(
  { queries }: Reader,
  identity: Identity,
): Promise<string | undefined> {
  const [row] = await queries
    .select({ netID: campusIdentities.netID })
    .from(campusIdentities)
    .where(is(campusIdentities, identity))
  return row?.netID
}

/** Is any identity of this provider linked to the account? */
export async function isLinked(
  { queries }: Reader,
  issuer: string,
  netID: string,
): Promise<boolean> {
  const found = await queries
    .select({ subject: campusIdentities.subject })
    .from(campusIdentities)
    .where(and(eq(campusIdentities.issuer, issuer), eq(campusIdentities.netID, netID)))
  return found.length > 0
}

/** Links the identity to the account and removes all waiting requests and tickets for either. */
export async function insertIdentity(
  { queries }: Tx,
  { issuer, subject }: Identity,
  netID: string,
  linkedAt: Date,
): Promise<void> {
  await queries.insert(campusIdentities).values({ issuer, subject, netID, linkedAt })
  await queries
    .delete(campusWaiting)
    .where(or(eq(campusWaiting.netID, netID), is(campusWaiting, { issuer, subject })))
}

export async function insertWaiting(
  { queries }: Tx,
  waiting: Waiting & { ticketHash: string },
): Promise<void> {
  await queries.insert(campusWaiting).values(waiting)
}

export async function findTicket(
  { queries }: Reader,
  ticketHash: string,
): Promise<Waiting | undefined> {
  const [row] = await queries
    .select()
    .from(campusWaiting)
    .where(eq(campusWaiting.ticketHash, ticketHash))
  return row
}

/** The last identity that asked to be linked to this account. */
export async function findWaiting(
  { queries }: Reader,
  netID: string,
): Promise<Waiting | undefined> {
  const [row] = await queries
    .select()
    .from(campusWaiting)
    .where(eq(campusWaiting.netID, netID))
    .orderBy(desc(campusWaiting.at))
    .limit(1)
  return row
}

/**
 * Removes tickets that are over. The last request for each account stays: a super user sees that
 * somebody waits for it, until it is linked or handed over, or the season is closed.
 */
export async function removeTicketsOver({ queries }: Tx, now: Date): Promise<void> {
  const later = alias(campusWaiting, 'later')
  const isLater = and(eq(later.netID, campusWaiting.netID), gt(later.at, campusWaiting.at))
  const laterOne = queries.select({ one: sql`1` }).from(later).where(isLater)
  const isOver = lte(campusWaiting.at, new Date(now.getTime() - ticketLastsMs))
  await queries.delete(campusWaiting).where(and(isOver, exists(laterOne)))
}

/** Removes all requests to be linked. */
export async function removeAllWaiting({ queries }: Tx): Promise<void> {
  await queries.delete(campusWaiting)
}

/** The identities linked to a netID's account, and those that asked to be. */
export async function listCampusOf({ queries }: Reader, netID: string) {
  const identities = await queries
    .select()
    .from(campusIdentities)
    .where(eq(campusIdentities.netID, netID))
  const waiting = await queries.select().from(campusWaiting).where(eq(campusWaiting.netID, netID))
  return [
    ...identities.map(({ issuer, subject, linkedAt: at }) => {
      return { issuer, subject, name: null, at, isLinked: true }
    }),
    ...waiting.map(({ issuer, subject, name, at }) => {
      return { issuer, subject, name, at, isLinked: false }
    }),
  ]
}
