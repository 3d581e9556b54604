import { isDeepStrictEqual } from 'node:util'
import { and, asc, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { TentMember, WholeTent } from '../../shared/tents/contract.ts'
import { membersAfter } from '../../shared/tents/member-ids.ts'
import { compareTents } from '../../shared/tents/order.ts'
import type { Reader, Tx } from '../db/database.ts'
import { checks, members, tents } from '../db/schema.ts'
import { newMemberIds } from './new-member-ids.ts'
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

/**
 * A tent's members, in order; selected together with its texts, so that both are of the same
 * moment.
 */
export const people = sql<TentMember[]>`(
  select coalesce(
    json_agg(json_build_object('id', id, 'name', name, 'netID', net_id) order by position), '[]'
  )
  from members where tent_id = tents.id
)`

const wholeTent = { ...tentColumns, people }

/** The tents on the roster, in order. */
export async function listTents({ queries }: Reader): Promise<WholeTent[]> {
  const rows = await queries.select(wholeTent).from(tents).where(isNull(tents.retiredAt))
  return rows.sort(compareTents)
}

/**
 * The columns by which a person's own tent is found; without the members' rows, which are slow to
 * read.
 */
export type MatchableTent = Pick<
  WholeTent,
  'id' | 'order' | 'name' | 'captain' | 'captainName' | 'members' | 'netIDs'
>

export async function listMatchableTents({ queries }: Reader): Promise<MatchableTent[]> {
  const { id, order, name, captain, captainName, members, netIDs } = tents
  const rows = await queries
    .select({ id, order, name, captain, captainName, members, netIDs })
    .from(tents)
    .where(isNull(tents.retiredAt))
  return rows.sort(compareTents)
}

/**
 * The tents that have members: those on the roster, in order, then those that left it. Their checks
 * stay their members' until closing the season forgets these.
 */
export async function listTentsWithMembers({
  queries,
}: Reader): Promise<(MatchableTent & { hasLeft: boolean })[]> {
  const { id, order, name, captain, captainName, members, netIDs, retiredAt, became } = tents
  const hasPeople = sql`concat(${captain}, ${captainName}, ${members}, ${netIDs}) <> ''`
  const rows = await queries
    .select({ id, order, name, captain, captainName, members, netIDs, retiredAt })
    .from(tents)
    .where(or(isNull(retiredAt), and(isNull(became), hasPeople)))
  return rows
    .map(({ retiredAt, ...tent }) => ({ ...tent, hasLeft: retiredAt !== null }))
    .sort((a, b) => Number(a.hasLeft) - Number(b.hasLeft) || compareTents(a, b))
}

/** The tent with this current id; undefined: it is retired or does not exist. */
export async function findTent({ queries }: Reader, id: string): Promise<WholeTent | undefined> {
  const [tent] = await queries
    .select(wholeTent)
    .from(tents)
    .where(and(eq(tents.id, id), isNull(tents.retiredAt)))
  return tent
}

/** These tents as they are now, also retired ones, by any of their ids; in order. */
export async function listTentsById({ queries }: Reader, ids: string[]): Promise<WholeTent[]> {
  if (ids.length === 0) return []
  const asked = alias(tents, 'asked')
  const rows = await queries
    .select({ ...wholeTent, id: asked.id })
    .from(asked)
    .innerJoin(tents, sql`${tents.id} = coalesce(${asked.became}, ${asked.id})`)
    .where(inArray(asked.id, ids))
  return rows.sort(compareTents)
}

/**
 * Locks all tents against changes until this transaction ends: marks and imports wait. To be taken
 * before the tents are read, so that no change is overwritten.
 */
export async function lockTents({ queries }: Tx): Promise<void> {
  await queries.execute(sql`lock table ${tents} in exclusive mode`)
}

/** Is a check on? Until it ends, no tent may be added, removed or replaced. */
export async function isCheckInProgress({ queries }: Reader): Promise<boolean> {
  const [check] = await queries.select({ id: checks.id }).from(checks).where(isNull(checks.endedAt))
  return check !== undefined
}

/** Does a tent come from Airtable, and when did its results last arrive there? */
export type TentSource = { fromAirtable: boolean; sentAt: Date | null }

/** Every current and retired tent, except those that became another; the one retired last first. */
export async function listKnownTents({ queries }: Reader): Promise<(KnownTent & TentSource)[]> {
  const { retiredAt, fromAirtable, sentAt } = tents
  const rows = await queries
    .select({ ...tentColumns, retiredAt, fromAirtable, sentAt })
    .from(tents)
    .where(isNull(tents.became))
    .orderBy(sql`${retiredAt} desc nulls first`, tents.id)
  return rows.map(({ retiredAt, ...tent }) => ({ ...tent, retired: retiredAt !== null }))
}

/** The types of all tents that there ever were, by every id. */
export async function listTypesEver({ queries }: Reader): Promise<Map<string, string>> {
  const rows = await queries.select({ id: tents.id, type: tents.type }).from(tents)
  return new Map(rows.map(({ id, type }) => [id, type.trim()]))
}

/** Every row ever, those that became another included, in order. */
export async function listTentRowsEver({
  queries,
}: Reader): Promise<(WholeTent & { retired: boolean })[]> {
  const rows = await queries.select({ ...wholeTent, retiredAt: tents.retiredAt }).from(tents)
  return rows
    .map(({ retiredAt, ...tent }) => ({ ...tent, retired: retiredAt !== null }))
    .sort(compareTents)
}

/** The netID and captain columns of every row, also of retired tents. */
export function listNetIDTexts({ queries }: Reader) {
  return queries.select({ netIDs: tents.netIDs, captain: tents.captain }).from(tents)
}

/** All ids of a tent, of which `id` is the current one. */
export async function listIdsOf({ queries }: Reader, id: string): Promise<string[]> {
  const rows = await queries
    .select({ id: tents.id })
    .from(tents)
    .where(or(eq(tents.id, id), eq(tents.became, id)))
  return rows.map((row) => row.id)
}

/**
 * Gives tents new ids: a new row with their columns (but not whether Airtable has it), to which their
 * members move. Their history stays under the old id, which still leads to the tent.
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
    await queries.update(members).set({ tentId: newId }).where(eq(members.tentId, oldId))
    await queries.update(tents).set({ became: newId, retiredAt: now }).where(eq(tents.id, oldId))
    await queries.update(tents).set({ became: newId }).where(eq(tents.became, oldId))
  }
}

/** The current ids of tents, by the ids that were given; unknown ones are missing. */
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

/** Notes that these tents are records of Airtable; nothing takes that back. */
export async function markAsFromAirtable({ queries }: Tx, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  await queries
    .update(tents)
    .set({ fromAirtable: true })
    .where(and(inArray(tents.id, ids), eq(tents.fromAirtable, false)))
}

/** Results of these tents have just arrived at Airtable. */
export async function noteSent(tx: Tx, ids: string[], now: Date): Promise<void> {
  if (ids.length === 0) return
  // Locked in the order of their ids, as marks do, so that the two cannot deadlock.
  const inOrder = tx.queries
    .select({ id: tents.id })
    .from(tents)
    .where(inArray(tents.id, ids))
    .orderBy(asc(tents.id))
    .for('no key update')
  await inOrder
  await tx.queries.update(tents).set({ sentAt: now }).where(inArray(tents.id, ids))
}

/** A statement may have at most 65,535 parameters, 15 for each tent and 5 for each member. */
const rowsAtOnce = { tents: 1000, members: 10_000 }

function parts<T>(list: readonly T[], size: number): T[][] {
  const count = Math.ceil(list.length / size)
  return Array.from({ length: count }, (_, part) => list.slice(part * size, (part + 1) * size))
}

/** Inserts tents and their members; `newId` makes ids for these. */
export async function insertTents(tx: Tx, added: RosterTent[], newId: () => string): Promise<void> {
  for (const some of parts(added, rowsAtOnce.tents)) {
    await tx.queries.insert(tents).values(some)
    await updateMembers(tx, some, new Map(), newId)
  }
}

/** Changes tents and brings their members in line; `newId` makes ids for new ones. */
export async function updateTents(
  tx: Tx,
  changed: RosterTent[],
  newId: () => string,
): Promise<void> {
  for (const { id, ...fields } of changed) {
    await tx.queries.update(tents).set(fields).where(eq(tents.id, id))
  }
  for (const some of parts(changed, rowsAtOnce.tents)) {
    const ids = some.map(({ id }) => id)
    const rows = await tx.queries
      .select({ tentId: tents.id, people })
      .from(tents)
      .where(inArray(tents.id, ids))
    const before = new Map(rows.map(({ tentId, people }) => [tentId, people]))
    await updateMembers(tx, some, before, newId)
  }
}

/** Brings the rows of members in line with the texts of their tents. */
async function updateMembers(
  { queries }: Tx,
  written: readonly RosterTent[],
  before: ReadonlyMap<string, TentMember[]>,
  newId: () => string,
): Promise<void> {
  const newMemberId = newMemberIds(newId)
  const after = written.map((tent) => {
    const known = before.get(tent.id) ?? []
    return { tentId: tent.id, known, people: membersAfter(known, tent, newMemberId) }
  })
  const changed = after.filter(({ known, people }) => !isDeepStrictEqual(known, people))
  const ids = changed.map(({ tentId }) => tentId)
  const rows = changed.flatMap(({ tentId, people }) =>
    people.map((member, position) => ({ ...member, tentId, position })),
  )
  if (ids.length > 0) await queries.delete(members).where(inArray(members.tentId, ids))
  for (const some of parts(rows, rowsAtOnce.members)) await queries.insert(members).values(some)
}

/** `retiredAt` null: on the roster again. */
export async function updateRetired(
  { queries }: Tx,
  ids: string[],
  retiredAt: Date | null,
): Promise<void> {
  if (ids.length > 0) await queries.update(tents).set({ retiredAt }).where(inArray(tents.id, ids))
}

/**
 * Takes every tent off the roster and deletes people and results of all tents, retired ones too: a
 * tent of the next season with the same order and name, or id, begins anew.
 */
export async function clearTentsForNextSeason({ queries }: Tx, now: Date): Promise<void> {
  const nobody = { captain: '', captainName: '', members: '', netIDs: '' }
  const noMiss = { numberOfMisses: 0, lastMissLM: '', dateOfLastMiss: '' }
  const noMake = { lastCheck: '', dateOfLastCheck: '' }
  const retiredAt = sql`coalesce(${tents.retiredAt}, ${now.toISOString()}::timestamptz)`
  await queries.update(tents).set({ ...nobody, ...noMiss, ...noMake, retiredAt })
  await queries.delete(members)
}
