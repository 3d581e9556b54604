import { and, desc, eq, max, notInArray, sql } from 'drizzle-orm'
import type { DocumentKind } from '../../shared/documents/contract.ts'
import type { Reader, Tx } from '../db/database.ts'
import { documents } from '../db/schema.ts'

/** The page that is open while a new file comes still loads the one before. */
const kept = 2

/** The fingerprint of the newest file of a kind. */
export async function findNewest({ queries }: Reader, kind: DocumentKind): Promise<string | null> {
  const [row] = await queries
    .select({ sha256: documents.sha256 })
    .from(documents)
    .where(eq(documents.kind, kind))
    .orderBy(desc(documents.number))
    .limit(1)
  return row?.sha256 ?? null
}

/** From its commit on this is the file of its kind that is shown; uploads take turns. */
export async function insertDocument(
  { queries }: Tx,
  document: Omit<typeof documents.$inferInsert, 'number'>,
): Promise<void> {
  const { kind, uploadedAt, uploadedBy } = document
  await queries.execute(sql`lock table ${documents} in share row exclusive mode`)
  const [last] = await queries
    .select({ number: max(documents.number) })
    .from(documents)
    .where(eq(documents.kind, kind))
  const number = (last?.number ?? 0) + 1
  await queries
    .insert(documents)
    .values({ ...document, number })
    .onConflictDoUpdate({
      target: [documents.kind, documents.sha256],
      set: { number, uploadedAt, uploadedBy },
    })
  const newest = queries
    .select({ sha256: documents.sha256 })
    .from(documents)
    .where(eq(documents.kind, kind))
    .orderBy(desc(documents.number))
    .limit(kept)
  await queries
    .delete(documents)
    .where(and(eq(documents.kind, kind), notInArray(documents.sha256, newest)))
}

/** What a person put up, of what is still kept. */
export function listUploadsOf({ queries }: Reader, netID: string) {
  const { kind, uploadedAt } = documents
  return queries
    .select({ kind, uploadedAt })
    .from(documents)
    .where(eq(documents.uploadedBy, netID))
    .orderBy(desc(uploadedAt))
}

const one = (kind: DocumentKind, sha256: string) =>
  and(eq(documents.kind, kind), eq(documents.sha256, sha256))

/** How many bytes a file has; undefined: there is none. */
export async function findSize(
  { queries }: Reader,
  kind: DocumentKind,
  sha256: string,
): Promise<number | undefined> {
  const size = sql<number>`octet_length(${documents.bytes})`
  const [row] = await queries.select({ size }).from(documents).where(one(kind, sha256))
  return row && Number(row.size)
}

/** The bytes of a file from `start` (0 is the first), `length` of them. */
export async function findBytes(
  { queries }: Reader,
  kind: DocumentKind,
  sha256: string,
  { start, length }: { start: number; length: number },
): Promise<Uint8Array | undefined> {
  const bytes = sql<Uint8Array>`substring(${documents.bytes} from ${start + 1}::int for ${length}::int)`
  const [row] = await queries.select({ bytes }).from(documents).where(one(kind, sha256))
  return row?.bytes
}
