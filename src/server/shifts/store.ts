import { and, asc, eq, gte, inArray, isNotNull, lt, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { statesOn } from '../../shared/shifts/job.ts'
import type {
  Assignment,
  Availability,
  Draft,
  ShiftJob,
  ShiftSettings,
} from '../../shared/shifts/tent-shifts.ts'
import type { Reader, Statement, Tx } from '../db/database.ts'
import {
  members,
  shiftLog,
  shiftPeople,
  shiftSwaps,
  shifts,
  shiftTents,
  tents,
  users,
} from '../db/schema.ts'
import type { LinkedMember, Person } from './who.ts'

/** A plan that is not published, as stored; everything else shown about it is computed. */
export type KeptDraft = Pick<Draft, 'from' | 'days' | 'madeAt' | 'how' | 'figures' | 'shifts'>

/**
 * A search for better plans. `id`: its own; `at`: when its server last reported that it is alive,
 * ISO 8601.
 */
export type KeptJob = ShiftJob & { id: string; at: string }

export type KeptTent = {
  settings: ShiftSettings | null
  locks: Assignment[]
  draft: KeptDraft | null
  job: KeptJob | null
}
/**
 * `isConfirmed`: is the netID of their account? `deputyBy`: which captain named them deputy; null: a
 * super user, or nobody.
 */
export type KeptPerson = LinkedMember & {
  isConfirmed: boolean
  deputyBy: Person | null
  availability: Availability | null
  answeredAt: Date | null
  hasFeed: boolean
  substituteOn: string[]
}
export type KeptShift = {
  id: string
  memberId: string
  from: Date
  until: Date
  arrivedAt: Date | null
}

const nothing: KeptTent = { settings: null, locks: [], draft: null, job: null }

/** What is kept of a tent's planning; of a tent without one, nothing in each field. */
export async function findShiftTent({ queries }: Reader, tentId: string): Promise<KeptTent> {
  const { settings, locks, draft, job } = shiftTents
  const [row] = await queries
    .select({ settings, locks, draft, job })
    .from(shiftTents)
    .where(eq(shiftTents.tentId, tentId))
  return (row as KeptTent | undefined) ?? nothing
}

/** Locks a tent's planning until the transaction ends. */
export async function lockShiftTent({ queries }: Tx, tentId: string): Promise<void> {
  // The update changes nothing; it locks a row that is there already.
  await queries
    .insert(shiftTents)
    .values({ tentId })
    .onConflictDoUpdate({ target: shiftTents.tentId, set: { tentId } })
}

/** The tent's planning was locked before: without its row nothing is written. */
export async function updateShiftTent(
  { queries }: Tx,
  tentId: string,
  change: Partial<KeptTent>,
): Promise<void> {
  await queries.update(shiftTents).set(change).where(eq(shiftTents.tentId, tentId))
}

/**
 * Saves the progress of a search; false: the search is not current any more. That it was stopped is
 * saved where it is known already, too, unless its draft was published since.
 */
export async function updateJob(
  { queries }: Statement,
  id: string,
  change: Partial<Pick<KeptTent, 'draft'>> & { job: KeptJob },
): Promise<boolean> {
  const state = sql`${shiftTents.job} ->> 'state'`
  const isOn = inArray(state, [...statesOn])
  const isStopped = and(eq(state, 'stopped'), isNotNull(shiftTents.draft))
  const rows = await queries
    .update(shiftTents)
    .set(change)
    .where(
      and(
        eq(sql`${shiftTents.job} ->> 'id'`, id),
        change.job.state === 'stopped' ? or(isOn, isStopped) : isOn,
      ),
    )
    .returning({ tentId: shiftTents.tentId })
  return rows.length > 0
}

/** Reports that these jobs' server is alive, and their places in the order. */
export async function updatePlaces(
  { queries }: Statement,
  ids: readonly string[],
  now: Date,
): Promise<void> {
  const turns = sql`array[${sql.join(
    ids.map((id) => sql`${id}`),
    sql`, `,
  )}]::text[]`
  const id = sql`${shiftTents.job} ->> 'id'`
  const at = sql`${now.toISOString()}::text`
  const place = sql`array_position(${turns}, ${id}) - 1`
  await queries
    .update(shiftTents)
    .set({ job: sql`${shiftTents.job} || jsonb_build_object('at', ${at}, 'place', ${place})` })
    .where(inArray(id, [...ids]))
}

/** Members who ever did anything here, also those who left the roster, by their ids. */
export async function listShiftPeople({ queries }: Reader, tentId: string): Promise<KeptPerson[]> {
  const { memberId, netID, isDeputy, deputyBy, availability, answeredAt, feedHash, substituteOn } =
    shiftPeople
  const captain = alias(users, 'captain')
  const rows = await queries
    .select({
      memberId,
      netID,
      isConfirmed: sql<boolean>`coalesce(${users.isConfirmed}, false)`,
      isDeputy,
      deputyBy: { netID: captain.netID, isConfirmed: captain.isConfirmed },
      availability,
      answeredAt,
      hasFeed: sql<boolean>`${feedHash} is not null`,
      substituteOn,
    })
    .from(shiftPeople)
    .leftJoin(users, eq(users.netID, netID))
    .leftJoin(captain, eq(captain.netID, deputyBy))
    .where(eq(shiftPeople.tentId, tentId))
    .orderBy(asc(memberId))
  return rows as KeptPerson[]
}

type PersonChange = Partial<
  Pick<
    typeof shiftPeople.$inferSelect,
    'netID' | 'isDeputy' | 'deputyBy' | 'availability' | 'answeredAt' | 'feedHash' | 'substituteOn'
  >
>

/** Changes what is kept of a member; what it does not name stays. */
export async function updateShiftPerson(
  { queries }: Tx,
  tentId: string,
  memberId: string,
  change: PersonChange,
): Promise<void> {
  await queries.insert(shiftPeople).values({ tentId, memberId }).onConflictDoNothing()
  await queries
    .update(shiftPeople)
    .set({ ...change, tentId })
    .where(eq(shiftPeople.memberId, memberId))
}

/** The people whose calendars have these addresses; not those whose account is disabled. */
export function listFeeds({ queries }: Reader, feedHashes: string[]) {
  const { feedHash, tentId, memberId, netID } = shiftPeople
  return queries
    .select({ feedHash, tentId, memberId, netID: users.netID, isConfirmed: users.isConfirmed })
    .from(shiftPeople)
    .innerJoin(users, eq(users.netID, netID))
    .where(and(inArray(feedHash, feedHashes), eq(users.isDisabled, false)))
}

const shiftColumns = {
  id: shifts.id,
  memberId: shifts.memberId,
  from: shifts.from,
  until: shifts.until,
  arrivedAt: shifts.arrivedAt,
}

/** The whole plan in use, in order. */
export function listShifts({ queries }: Reader, tentId: string): Promise<KeptShift[]> {
  return queries
    .select(shiftColumns)
    .from(shifts)
    .where(eq(shifts.tentId, tentId))
    .orderBy(asc(shifts.from), asc(shifts.until), asc(shifts.memberId))
}

export async function removeShifts({ queries }: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await queries.delete(shifts).where(inArray(shifts.id, [...ids]))
}

/** `told`: the reminders that count as sent; none where left out. */
export async function insertShifts(
  { queries }: Tx,
  tentId: string,
  added: readonly (KeptShift & { told?: readonly string[] })[],
): Promise<void> {
  if (added.length === 0) return
  await queries.insert(shifts).values(added.map((shift) => ({ ...shift, tentId })))
}

/** Gives a shift to another member, with new reminders. */
export async function updateShiftOwner({ queries }: Tx, id: string, memberId: string) {
  await queries.update(shifts).set({ memberId, arrivedAt: null, told: [] }).where(eq(shifts.id, id))
}

export async function updateArrived({ queries }: Tx, id: string, arrivedAt: Date | null) {
  await queries.update(shifts).set({ arrivedAt }).where(eq(shifts.id, id))
}

/**
 * With the reminders already sent. `hasAccount`: the member's row is linked, and they are on the roster.
 */
const selectReminded = ({ queries }: Reader) =>
  queries
    .select({
      ...shiftColumns,
      tentId: shifts.tentId,
      told: shifts.told,
      hasAccount: sql<boolean>`${shiftPeople.netID} is not null and exists (
        select from ${members} join ${tents} on ${tents.id} = ${members.tentId}
        where ${members.id} = ${shifts.memberId} and ${tents.retiredAt} is null)`,
    })
    .from(shifts)
    .leftJoin(shiftPeople, eq(shiftPeople.memberId, shifts.memberId))

/** Shifts of all tents that are on within this time before or after now. */
export function listShiftsAround(reader: Reader, now: Date, withinMs: number) {
  const [since, before] = [now.getTime() - withinMs, now.getTime() + withinMs]
  return selectReminded(reader)
    .where(and(gte(shifts.until, new Date(since)), lt(shifts.from, new Date(before))))
    .orderBy(asc(shifts.from), asc(shifts.id))
}

/**
 * A shift, those of its tent that overlap it or adjoin its start, and all earlier ones of its member,
 * from which it may go on; none where it is deleted.
 */
export function listShiftsBeside(reader: Reader, id: string) {
  const its = alias(shifts, 'its')
  return selectReminded(reader)
    .innerJoin(its, and(eq(its.id, id), eq(its.tentId, shifts.tentId)))
    .where(
      and(
        or(gte(shifts.until, its.from), eq(shifts.memberId, its.memberId)),
        lt(shifts.from, its.until),
      ),
    )
}

/** The reminders already sent for a tent's shifts, by the shifts' ids. */
export async function listTold(
  { queries }: Reader,
  tentId: string,
): Promise<Map<string, readonly string[]>> {
  const { id, told } = shifts
  const rows = await queries.select({ id, told }).from(shifts).where(eq(shifts.tentId, tentId))
  return new Map(rows.map((row) => [row.id, row.told]))
}

/** false: it was sent already, or the shift is another member's by now. */
export async function updateTold(
  { queries }: Tx,
  { id, memberId }: Pick<KeptShift, 'id' | 'memberId'>,
  reminder: string,
): Promise<boolean> {
  const rows = await queries
    .update(shifts)
    .set({ told: sql`${shifts.told} || ${JSON.stringify([reminder])}::jsonb` })
    .where(
      and(eq(shifts.id, id), eq(shifts.memberId, memberId), sql`not ${shifts.told} ? ${reminder}`),
    )
    .returning({ id: shifts.id })
  return rows.length > 0
}

/** Removes all plannings, when a season is closed. */
export async function removeAllShifts({ queries }: Tx): Promise<void> {
  // Every change of a tent's planning locks its row first, so this locks them, too.
  await queries.select({ tentId: shiftTents.tentId }).from(shiftTents).for('update')
  await queries.delete(shiftLog)
  await queries.delete(shifts)
  await queries.delete(shiftPeople)
  await queries.delete(shiftTents)
}

/**
 * Everything stored about a netID: their rows with answers and shifts, the swaps in which they take
 * part, their actions, and those of others about them.
 */
export async function listShiftTracesOf({ queries }: Reader, netID: string) {
  const rows = await queries
    .select({
      memberId: shiftPeople.memberId,
      isDeputy: shiftPeople.isDeputy,
      availability: shiftPeople.availability,
      answeredAt: shiftPeople.answeredAt,
      substituteOn: shiftPeople.substituteOn,
    })
    .from(shiftPeople)
    .where(eq(shiftPeople.netID, netID))
  const people = rows as Pick<KeptPerson, keyof (typeof rows)[number]>[]
  const ids = people.map(({ memberId }) => memberId)
  const planned = await queries
    .select(shiftColumns)
    .from(shifts)
    .where(inArray(shifts.memberId, ids))
    .orderBy(asc(shifts.from))
  const { kind, by, to, takenBy, shiftId, forShiftId, at } = shiftSwaps
  const own = planned.map(({ id }) => id)
  const found = await queries
    .select({ kind, shiftId, forShiftId, at, by, takenBy })
    .from(shiftSwaps)
    .where(
      or(
        ...[by, to, takenBy].map((member) => inArray(member, ids)),
        ...[shiftId, forShiftId].map((shift) => inArray(shift, own)),
      ),
    )
    .orderBy(asc(at))
  const includes = (memberId: string | null) => memberId !== null && ids.includes(memberId)
  const swaps = found.map(({ by, takenBy, ...swap }) => {
    const as = includes(by) ? 'offering' : includes(takenBy) ? 'taking' : 'asked'
    return { ...swap, as } as const
  })
  const acts = await queries
    .select({
      at: shiftLog.at,
      what: shiftLog.what,
      isOwn: sql<boolean>`${shiftLog.netID} = ${netID}`,
    })
    .from(shiftLog)
    .where(or(eq(shiftLog.netID, netID), inArray(shiftLog.about, ids)))
    .orderBy(asc(shiftLog.id))
  return { people, planned, swaps, acts }
}
