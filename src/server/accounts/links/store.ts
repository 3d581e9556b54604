import { and, asc, eq, gt, inArray, lte, or } from 'drizzle-orm'
import type { Reader, Tx } from '../../db/database.ts'
import { accountLinks } from '../../db/schema.ts'

export type AccountLink = typeof accountLinks.$inferSelect
export type LinkPurpose = AccountLink['purpose']

/** Stores a link, by the hash of its token. */
export async function insertAccountLink({ queries }: Tx, link: AccountLink): Promise<void> {
  await queries.insert(accountLinks).values(link)
}

const isTheirs = (netID: string) =>
  or(eq(accountLinks.netID, netID), eq(accountLinks.madeBy, netID))

const isUsable = (tokenHash: string, purpose: LinkPurpose, now: Date) =>
  and(
    eq(accountLinks.tokenHash, tokenHash),
    eq(accountLinks.purpose, purpose),
    gt(accountLinks.expiresAt, now),
  )

/** The link that has this token and purpose and is not expired; undefined: none. */
export async function findAccountLink(
  { queries }: Reader,
  tokenHash: string,
  purpose: LinkPurpose,
  now: Date,
): Promise<AccountLink | undefined> {
  const [link] = await queries
    .select()
    .from(accountLinks)
    .where(isUsable(tokenHash, purpose, now))
  return link
}

/** As `findAccountLink`, and deletes it: of several at once only one gets it. */
export async function takeAccountLink(
  { queries }: Tx,
  tokenHash: string,
  purpose: LinkPurpose,
  now: Date,
): Promise<AccountLink | undefined> {
  const [link] = await queries
    .delete(accountLinks)
    .where(isUsable(tokenHash, purpose, now))
    .returning()
  return link
}

/** Removes a person's links of these purposes, and those that they made for somebody else. */
export async function removeAccountLinks(
  { queries }: Tx,
  netID: string,
  purposes: LinkPurpose[],
): Promise<void> {
  const ofPurposes = inArray(accountLinks.purpose, purposes)
  await queries.delete(accountLinks).where(and(isTheirs(netID), ofPurposes))
}

/** Every link stored for a person, or made by them for somebody else, including expired ones. */
export function listAccountLinks({ queries }: Reader, netID: string): Promise<AccountLink[]> {
  return queries
    .select()
    .from(accountLinks)
    .where(isTheirs(netID))
    .orderBy(asc(accountLinks.expiresAt))
}

/** Deletes the expired links of everyone. */
export async function removeExpiredAccountLinks({ queries }: Tx, now: Date): Promise<void> {
  await queries.delete(accountLinks).where(lte(accountLinks.expiresAt, now))
}
