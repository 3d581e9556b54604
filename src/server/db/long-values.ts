import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'

/**
 * How much of a long value is read at once. The embedded engine works on the thread that answers
 * everyone else, and takes about 10 ms for so many bytes.
 */
export const partBytes = 256 * 1024

/**
 * The bytes of a column from `start` (from 0), at most `partBytes`, as text: the embedded engine
 * returns bytes ten times as slowly.
 */
export function partOf(column: SQLWrapper, start: number, encoding: 'base64' | 'hex'): SQL<string> {
  return sql<string>`encode(substring(${column} from ${start + 1}::int for ${partBytes}::int), ${encoding})`
}
