import { and, desc, eq, max, notInArray, sql } from 'drizzle-orm'
import { fullName } from '../../shared/accounts/rules.ts'
import type { DocumentKind } from '../../shared/documents/contract.ts'
import type { Reader, Tx } from '../db/database.ts'
import { partOf } from '../db/long-values.ts'
import { documents, users } from '../db/schema.ts'

/** How many files of a kind are kept: pages open during an upload still load the previous one. */
const filesKept = 2

/** Facts about the newest file of each kind. */
export async function listNewest({ queries }: Reader) {
  const { kind, sha256, uploadedAt, uploadedBy, pages } = documents
  const { firstName, lastName } = users
  const bytes = sql<number>`octet_length(${documents.bytes})`
  const rows = await queries
    .selectDistinctOn([kind], {
      kind,
      sha256,
      uploadedAt,
      uploadedBy,
      pages,
      bytes,
      firstName,
      lastName,
    })
    .from(documents)
    .leftJoin(users, eq(users.netID, uploadedBy))
    .orderBy(kind, desc(documents.number))
  return rows.map((row) => ({
    kind: row.kind,
    sha256: row.sha256,
    at: row.uploadedAt.toISOString(),
    by: {
      netID: row.uploadedBy,
      name: fullName({ firstName: row.firstName ?? '', lastName: row.lastName ?? '' }),
    },
    bytes: row.bytes,
    pages: row.pages,
  }))
}

/** After the commit this is the current file of its kind; uploads run one after the other. */
export async function insertDocument(
  { queries }: Tx,
  document: Omit<typeof documents.$inferInsert, 'number'>,
): Promise<void> {
  const { kind, uploadedAt, uploadedBy } = document
  // As text, because the embedded engine reads bytes ten times as slowly.
  const bytes = sql`decode(${Buffer.from(document.bytes).toString('base64')}, 'base64')`
  await queries.execute(sql`lock table ${documents} in share row exclusive mode`)
  const [last] = await queries
    .select({ number: max(documents.number) })
    .from(documents)
    .where(eq(documents.kind, kind))
  const number = (last?.number ?? 0) + 1
  await queries
    .insert(documents)
    .values({ ...document, bytes, number })
    .onConflictDoUpdate({
      target: [documents.kind, documents.sha256],
      set: { number, uploadedAt, uploadedBy, pages: document.pages },
    })
  const newest = queries
    .select({ sha256: documents.sha256 })
    .from(documents)
    .where(eq(documents.kind, kind))
    .orderBy(desc(documents.number))
    .limit(filesKept)
  await queries
    .delete(documents)
    .where(and(eq(documents.kind, kind), notInArray(documents.sha256, newest)))
}

/** The stored files that this person uploaded. */
export function listUploadsOf({ queries }: Reader, netID: string) {
  const { kind, uploadedAt } = documents
  return queries
    .select({ kind, uploadedAt })
    .from(documents)
    .where(eq(documents.uploadedBy, netID))
    .orderBy(desc(uploadedAt))
}

/** All documents that there are, without their content. */
export function listKept({ queries }: Reader) {
  const { kind, sha256 } = documents
  return queries.select({ kind, sha256 }).from(documents)
}

/** The bytes of a document from `start` (from 0), at most `partBytes`. */
export async function findPart(
  { queries }: Reader,
  kind: DocumentKind,
  sha256: string,
  start: number,
): Promise<Uint8Array | undefined> {
  const text = partOf(documents.bytes, start, 'base64')
  const [row] = await queries
    .select({ text })
    .from(documents)
    .where(and(eq(documents.kind, kind), eq(documents.sha256, sha256)))
  return row && Buffer.from(row.text, 'base64')
}
