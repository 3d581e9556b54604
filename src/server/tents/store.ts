import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Tent } from '../../shared/tents/contract.ts'
import { compareTents } from '../../shared/tents/order.ts'
import type { Reader, Tx } from '../db/database.ts'
import { checks, tents } from '../db/schema.ts'
import type { KnownTent, RosterTent } from './roster-plan.ts'

const tentColumns = {
  id: tents.id,
  order: tents.order,
  name: tents.name,
  type: tents.type,
  captain: tents.captain,
  captainName: tents.captainName,
  members: tents.members,
  netIDs: tents.netIDs,
  numberOfMisses: tents.numberOfMisses,
  dayNumber: tents.dayNumber,
  nightNumber: tents.nightNumber,
  lastMissLM: tents.lastMissLM,
  dateOfLastMiss: tents.dateOfLastMiss,
  lastCheck: tents.lastCheck,
  dateOfLastCheck: tents.dateOfLastCheck,
}

/** The tents on the roster, in order. */
export async function listTents({ queries }: Reader): Promise<Tent[]> {
  const rows = await queries.select(tentColumns).from(tents).where(isNull(tents.retiredAt))
  return rows.sort(compareTents)
}

/** These tents, on the roster or retired since, in order. */
export async function listTentsById({ queries }: Reader, ids: string[]): Promise<Tent[]> {
  if (ids.length === 0) return []
  const rows = await queries.select(tentColumns).from(tents).where(inArray(tents.id, ids))
  return rows.sort(compareTents)
}

/**
 * Nobody else changes a tent until this transaction ends: a mark waits, and so does another
 * import. To be taken before the tents are read, so that nothing is written over unseen.
 */
export async function lockTents({ queries }: Tx): Promise<void> {
  await queries.execute(sql`lock table ${tents} in exclusive mode`)
}

/** Is a check on? Until it ends, no tent may come, go or be another one. */
export async function isCheckInProgress({ queries }: Reader): Promise<boolean> {
  const [check] = await queries.select({ id: checks.id }).from(checks).where(isNull(checks.endedAt))
  return check !== undefined
}

/** Where a tent comes from, and when its results last went back there. */
export type TentSource = { fromAirtable: boolean; sentAt: Date | null }

/** Every tent there ever was, retired ones included, except those that became another. */
export async function listKnownTents({ queries }: Reader): Promise<(KnownTent & TentSource)[]> {
  const { retiredAt, fromAirtable, sentAt } = tents
  const rows = await queries
    .select({ ...tentColumns, retiredAt, fromAirtable, sentAt })
    .from(tents)
    .where(isNull(tents.became))
  return rows.map(({ retiredAt, ...tent }) => ({ ...tent, retired: retiredAt !== null }))
}

/** Every row there ever was, those that became another included, in order. */
export async function listTentsEver({ queries }: Reader): Promise<(Tent & { retired: boolean })[]> {
  const rows = await queries.select({ ...tentColumns, retiredAt: tents.retiredAt }).from(tents)
  return rows
    .map(({ retiredAt, ...tent }) => ({ ...tent, retired: retiredAt !== null }))
    .sort(compareTents)
}

/**
 * These tents are known by another id from now on. What they are goes with them; their history
 * stays under the old id, which still leads to them.
 */
export async function updateIds(
  { queries }: Tx,
  newIds: ReadonlyMap<string, string>,
  now: Date,
): Promise<void> {
  for (const [oldId, newId] of newIds) {
    const [tent] = await queries.select(tentColumns).from(tents).where(eq(tents.id, oldId))
    if (tent === undefined) continue
    await queries.insert(tents).values({ ...tent, id: newId })
    await queries.update(tents).set({ became: newId, retiredAt: now }).where(eq(tents.id, oldId))
    await queries.update(tents).set({ became: newId }).where(eq(tents.became, oldId))
  }
}

/** The ids that these tents are known by now, by the ids that were given. */
export async function findCurrentIds(
  { queries }: Reader,
  ids: string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await queries
    .select({ id: tents.id, became: tents.became })
    .from(tents)
    .where(inArray(tents.id, ids))
  return new Map(rows.map(({ id, became }) => [id, became ?? id]))
}

export async function updateFromAirtable({ queries }: Tx, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  await queries
    .update(tents)
    .set({ fromAirtable: true })
    .where(and(inArray(tents.id, ids), eq(tents.fromAirtable, false)))
}

/** Results of these tents have just reached Airtable. */
export async function updateSent(tx: Tx, ids: string[], now: Date): Promise<void> {
  if (ids.length === 0) return
  // In the order of their ids, as marks lock them that share a transaction.
  const inOrder = tx.queries
    .select({ id: tents.id })
    .from(tents)
    .where(inArray(tents.id, ids))
    .orderBy(asc(tents.id))
    .for('no key update')
  await inOrder
  await tx.queries.update(tents).set({ sentAt: now }).where(inArray(tents.id, ids))
}

/** A statement holds at most 65,535 values, 15 of them for each tent. */
const insertedAtOnce = 1000

export async function insertTents({ queries }: Tx, added: RosterTent[]): Promise<void> {
  for (let start = 0; start < added.length; start += insertedAtOnce) {
    await queries.insert(tents).values(added.slice(start, start + insertedAtOnce))
  }
}

export async function updateTent({ queries }: Tx, { id, ...fields }: RosterTent): Promise<void> {
  await queries.update(tents).set(fields).where(eq(tents.id, id))
}

/** `retiredAt` null puts them on the roster again. */
export async function updateRetired(
  { queries }: Tx,
  ids: string[],
  retiredAt: Date | null,
): Promise<void> {
  if (ids.length > 0) await queries.update(tents).set({ retiredAt }).where(inArray(tents.id, ids))
}

/**
 * No tent is on the roster any more, and none, however old, has people or results: whoever bears its
 * order and name, or its id, in the next season begins anew.
 */
export async function updateClosed({ queries }: Tx, now: Date): Promise<void> {
  const nobody = { captain: '', captainName: '', members: '', netIDs: '' }
  const noMiss = { numberOfMisses: 0, lastMissLM: '', dateOfLastMiss: '' }
  const noMake = { lastCheck: '', dateOfLastCheck: '' }
  const retiredAt = sql`coalesce(${tents.retiredAt}, ${now.toISOString()}::timestamptz)`
  await queries.update(tents).set({ ...nobody, ...noMiss, ...noMake, retiredAt })
}
