import type { Database } from './database.ts'

/** How long a change by another server may be missed if its notification is lost. */
const cachedForMs = 1000

type Source = { now: () => Date; db: Pick<Database, 'version'> }

/**
 * Caches what `make` returns (a value or a promise) until this server commits something, another
 * server notifies, a second has passed, or `version` has changed. A read that began before a
 * change is not used after it, and a failed read is not cached.
 */
export function cached<T>(
  { db, now }: Source,
  make: () => T,
  version: () => unknown = () => null,
): () => T {
  type Entry = { value: T; dbVersion: number; at: number; version: unknown }
  let entry: Entry | null = null

  const isValid = (held: Entry) =>
    held.dbVersion === db.version() &&
    // `abs`: a clock that is set back must not extend the caching.
    Math.abs(now().getTime() - held.at) < cachedForMs &&
    held.version === version()

  return () => {
    if (entry !== null && isValid(entry)) return entry.value
    const begun = { dbVersion: db.version(), at: now().getTime(), version: version() }
    const mine: Entry = { ...begun, value: make() }
    entry = mine
    if (mine.value instanceof Promise) {
      mine.value.catch(() => {
        if (entry === mine) entry = null
      })
    }
    return mine.value
  }
}
