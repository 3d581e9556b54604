import { and, asc, desc, eq, gt, isNull, lte, sql } from 'drizzle-orm'
import { fullName } from '../../shared/accounts/rules.ts'
import type {
  Announcement,
  Audience,
  PageName,
  PageVersion,
  ShownAnnouncement,
} from '../../shared/pages/contract.ts'
import { compareExactly } from '../../shared/tents/order.ts'
import type { Reader, Tx } from '../db/database.ts'
import { announcements, pageVersions, users } from '../db/schema.ts'

/** The current version; undefined: none was ever saved. */
export async function findNewest({ queries }: Reader, page: PageName) {
  const { number, markdown, html, savedAt } = pageVersions
  const [row] = await queries
    .select({ number, markdown, html, savedAt })
    .from(pageVersions)
    .where(eq(pageVersions.page, page))
    .orderBy(desc(number))
    .limit(1)
  return row
}

export async function findVersion({ queries }: Reader, page: PageName, number: number) {
  const { markdown, html } = pageVersions
  // The number in an address may be too large for the column.
  const isIt = and(eq(pageVersions.page, page), sql`${pageVersions.number} = ${number}::bigint`)
  const [row] = await queries.select({ markdown, html }).from(pageVersions).where(isIt)
  return row
}

/** Newest first. */
export async function listVersions({ queries }: Reader, page: PageName): Promise<PageVersion[]> {
  const { number, savedAt, savedBy } = pageVersions
  const { firstName, lastName } = users
  const rows = await queries
    .select({ number, savedAt, savedBy, firstName, lastName })
    .from(pageVersions)
    .innerJoin(users, eq(users.netID, savedBy))
    .where(eq(pageVersions.page, page))
    .orderBy(desc(number))
  return rows.map((row) => ({
    number: row.number,
    savedAt: row.savedAt.toISOString(),
    by: { netID: row.savedBy, name: fullName(row) },
  }))
}

/** An existing version number is a unique violation. */
export async function insertVersion(
  { queries }: Tx,
  version: typeof pageVersions.$inferInsert,
): Promise<void> {
  await queries.insert(pageVersions).values(version)
}

/** The versions that this person saved, oldest first. */
export function listPageVersionsOf({ queries }: Reader, netID: string) {
  const { page, number, savedAt } = pageVersions
  return queries
    .select({ page, number, savedAt })
    .from(pageVersions)
    .where(eq(pageVersions.savedBy, netID))
    .orderBy(asc(savedAt))
}

/** Of each announcement the version with the highest number. */
function newestAnnouncements({ queries }: Reader) {
  const { id, number } = announcements
  return queries
    .selectDistinctOn([id])
    .from(announcements)
    .orderBy(asc(id), desc(number))
    .as('newest')
}

/** The announcements shown at this time, with their audience, latest start first. */
export async function listShownAnnouncements(
  reader: Reader,
  now: Date,
): Promise<(ShownAnnouncement & { audience: Audience })[]> {
  const newest = newestAnnouncements(reader)
  const { id, html, from, until, audience, endedAt } = newest
  const rows = await reader.queries
    .select({ id, html, from, audience })
    .from(newest)
    .where(and(isNull(endedAt), lte(from, now), gt(until, now)))
    .orderBy(desc(from), asc(id))
  return rows.map((row) => ({ ...row, from: row.from.toISOString() }))
}

/** All announcements, latest start first. */
export async function listAnnouncements({ queries }: Reader): Promise<Announcement[]> {
  const { id, number } = announcements
  const { firstName, lastName } = users
  const rows = await queries
    .select({ row: announcements, firstName, lastName })
    .from(announcements)
    .innerJoin(users, eq(users.netID, announcements.writtenBy))
    .orderBy(asc(id), desc(number))
  const listed: Announcement[] = []
  for (const { row, ...by } of rows) {
    const version = {
      markdown: row.markdown,
      html: row.html,
      from: row.from.toISOString(),
      until: row.until.toISOString(),
      audience: row.audience,
      by: { netID: row.writtenBy, name: fullName(by) },
      at: row.writtenAt.toISOString(),
    }
    const newest = listed.at(-1)
    if (newest?.id === row.id) newest.earlier.push(version)
    else {
      const endedAt = row.endedAt?.toISOString() ?? null
      listed.push({ id: row.id, ...version, endedAt, earlier: [] })
    }
  }
  return listed.sort((a, b) => compareExactly(b.from, a.from))
}

export async function insertAnnouncement(
  { queries }: Tx,
  version: typeof announcements.$inferInsert,
): Promise<void> {
  await queries.insert(announcements).values(version)
}

/**
 * The current version, which stays the current one until the transaction ends; undefined: there is
 * no announcement with this id.
 */
export async function findAnnouncementLocked({ queries }: Tx, id: string) {
  const { number, from, until, audience, endedAt, writtenAt } = announcements
  const isFirst = and(eq(announcements.id, id), eq(number, 1))
  await queries.select({ number }).from(announcements).where(isFirst).for('update')
  // A statement of its own: it sees what was saved while the one before waited.
  const [row] = await queries
    .select({ number, from, until, audience, endedAt, writtenAt })
    .from(announcements)
    .where(eq(announcements.id, id))
    .orderBy(desc(number))
    .limit(1)
  return row
}

export async function updateEnded(
  { queries }: Tx,
  id: string,
  number: number,
  endedAt: Date,
): Promise<void> {
  await queries
    .update(announcements)
    .set({ endedAt })
    .where(and(eq(announcements.id, id), eq(announcements.number, number)))
}

export async function removeAnnouncements({ queries }: Tx): Promise<void> {
  await queries.delete(announcements)
}

/** The announcements that this person wrote or changed, each version, oldest first. */
export function listAnnouncementsOf({ queries }: Reader, netID: string) {
  const { markdown, from, until, writtenAt, writtenBy } = announcements
  return queries
    .select({ markdown, from, until, writtenAt })
    .from(announcements)
    .where(eq(writtenBy, netID))
    .orderBy(asc(writtenAt))
}
