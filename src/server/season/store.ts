import { and, asc, desc, eq, gt, gte, isNull, or, sql } from 'drizzle-orm'
import { fullName } from '../../shared/accounts/rules.ts'
import type {
  DeclaredGrace,
  Grace,
  SavedVersion,
  SeasonRules,
} from '../../shared/season/contract.ts'
import { defaultRules } from '../../shared/season/default-rules.ts'
import type { Reader, Tx } from '../db/database.ts'
import { checkEvents, checks, graces, seasonVersions, users } from '../db/schema.ts'

function toRules({ version, rules }: { version: number; rules: unknown }): SeasonRules {
  return { version, ...(rules as Omit<SeasonRules, 'version'>) }
}

const versionColumns = { version: seasonVersions.version, rules: seasonVersions.rules }

/** The newest rules; by default version 0. */
export async function findRules({ queries }: Reader): Promise<SeasonRules> {
  const [row] = await queries
    .select(versionColumns)
    .from(seasonVersions)
    .orderBy(desc(seasonVersions.version))
    .limit(1)
  return row === undefined ? defaultRules : toRules(row)
}

/** undefined: there is no such version. */
export async function findRulesOf(
  { queries }: Reader,
  version: number,
): Promise<SeasonRules | undefined> {
  if (version === defaultRules.version) return defaultRules
  // The number in an address may be too large for the column.
  const [row] = await queries
    .select(versionColumns)
    .from(seasonVersions)
    .where(sql`${seasonVersions.version} = ${version}::bigint`)
  return row && toRules(row)
}

/** The rules of this version, by default version 0; the newest rules if it does not exist. */
export async function findRulesThen(
  reader: Reader,
  version: number | null | undefined,
): Promise<SeasonRules> {
  return (await findRulesOf(reader, version ?? defaultRules.version)) ?? findRules(reader)
}

/** An existing version number is a unique violation. */
export async function insertRules(
  { queries }: Tx,
  { version, ...rules }: SeasonRules,
  savedBy: string,
  savedAt: Date,
): Promise<void> {
  await queries.insert(seasonVersions).values({ version, rules, savedBy, savedAt })
}

/** Newest first. */
export async function listVersions({ queries }: Reader): Promise<SavedVersion[]> {
  const { version, savedAt, savedBy } = seasonVersions
  const { firstName, lastName } = users
  const rows = await queries
    .select({ version, savedAt, savedBy, firstName, lastName })
    .from(seasonVersions)
    .innerJoin(users, eq(users.netID, savedBy))
    .orderBy(desc(version))
  return rows.map((row) => ({
    version: row.version,
    savedAt: row.savedAt.toISOString(),
    by: { netID: row.savedBy, name: fullName(row) },
  }))
}

/** The versions that this person saved, oldest first. */
export function listVersionsOf({ queries }: Reader, netID: string) {
  return queries
    .select({ version: seasonVersions.version, savedAt: seasonVersions.savedAt })
    .from(seasonVersions)
    .where(eq(seasonVersions.savedBy, netID))
    .orderBy(asc(seasonVersions.version))
}

export async function insertGrace(
  { queries }: Tx,
  grace: typeof graces.$inferInsert,
): Promise<void> {
  await queries.insert(graces).values(grace)
}

type GraceRow = Pick<typeof graces.$inferSelect, 'id' | 'from' | 'until' | 'reason'>

function toGrace({ id, from, until, reason }: GraceRow): DeclaredGrace {
  return { id, from: from.toISOString(), until: until.toISOString(), reason }
}

/**
 * The declared graces that are neither over nor ended at this time, in the order of their starts.
 */
export async function listGraces({ queries }: Reader, now: Date): Promise<DeclaredGrace[]> {
  const { id, from, until, reason, endedAt } = graces
  const rows = await queries
    .select({ id, from, until, reason })
    .from(graces)
    .where(and(isNull(endedAt), gt(until, now)))
    .orderBy(asc(from), asc(id))
  return rows.map(toGrace)
}

/** The declared graces not over at this time; `until` is earlier if somebody ended the grace. */
export async function listGracesSince({ queries }: Reader, since: Date): Promise<Grace[]> {
  const { from, reason, endedAt } = graces
  const until = sql`least(${graces.until}, ${endedAt})`.mapWith(graces.until)
  const rows = await queries.select({ from, until, reason }).from(graces).where(gt(until, since))
  return rows.map((row) => ({
    from: row.from.toISOString(),
    until: row.until.toISOString(),
    reason: row.reason,
  }))
}

/** What was declared under this id; null: nothing was. */
export async function findGrace({ queries }: Reader, id: string) {
  const { from, until, reason, endedAt } = graces
  const [row] = await queries
    .select({ from, until, reason, isEnded: sql<boolean>`${endedAt} is not null` })
    .from(graces)
    .where(eq(graces.id, id))
  return row ?? null
}

/** The result of ending a grace: ended now, over already, or unknown id. */
export type EndedGrace = { ended: DeclaredGrace } | 'over' | 'unknown'

/** Ends a grace that is not over; of several attempts at once only one succeeds. */
export async function updateGraceEnded(
  { queries }: Tx,
  id: string,
  endedBy: string,
  endedAt: Date,
): Promise<EndedGrace> {
  const [ended] = await queries
    .update(graces)
    .set({ endedBy, endedAt })
    .where(and(eq(graces.id, id), isNull(graces.endedAt), gt(graces.until, endedAt)))
    .returning()
  if (ended !== undefined) return { ended: toGrace(ended) }
  const [known] = await queries.select({ id: graces.id }).from(graces).where(eq(graces.id, id))
  return known === undefined ? 'unknown' : 'over'
}

/** The graces that this person declared or ended, oldest first. */
export function listGracesOf({ queries }: Reader, netID: string) {
  const { from, until, reason, declaredBy, declaredAt, endedBy, endedAt } = graces
  return queries
    .select({ from, until, reason, declaredBy, declaredAt, endedBy, endedAt })
    .from(graces)
    .where(or(eq(declaredBy, netID), eq(endedBy, netID)))
    .orderBy(asc(declaredAt))
}

/**
 * The checks that ended (not cancelled) since, newest first. What counts is the last closing event
 * of the ledger; late marks may follow it. `rulesVersion` null: its start does not name one.
 */
export async function listChecksEndedSince({ queries }: Reader, since: Date) {
  // Raw SQL: in a select the query builder omits table prefixes.
  const last = (column: string, kinds: string) => sql`(
    select ${sql.raw(column)} from ${checkEvents} event
    where event.check_id = checks.id and event.kind in (${sql.raw(kinds)})
    order by event.number desc limit 1
  )`
  const rulesVersion = last("(event.data ->> 'rulesVersion')::integer", "'started'")
  const closedBy = last('event.kind', "'ended', 'cancelled'")
  const rows = await queries
    .select({ endedAt: checks.endedAt, rulesVersion: sql<number | null>`${rulesVersion}` })
    .from(checks)
    .where(and(gte(checks.endedAt, since), sql`${closedBy} = 'ended'`))
    .orderBy(desc(checks.endedAt))
  return rows.flatMap(({ endedAt, rulesVersion }) =>
    endedAt === null ? [] : [{ endedAt, rulesVersion }],
  )
}
