import type { Database } from './database.ts'

/** How long a change by another server may be missed if its notification is lost. */
const cachedForMs = 1000

type Source = { now: () => Date; db: Pick<Database, 'version'> }

/**
 * Caches what `make` returns (a value or a promise) until this server commits something, another
 * server notifies, a second has passed, or `position` has changed. A read that began before a
 * change is not used after it, and a failed read is not cached.
 */
export function cached<T>(
  { db, now }: Source,
  make: () => T,
  position: () => unknown = () => null,
): () => T {
  type Entry = { value: T; version: number; at: number; position: unknown }
  let entry: Entry | null = null

  const isValid = (held: Entry) =>
    held.version === db.version() &&
    // `abs`: a clock that is set back must not extend the caching.
    Math.abs(now().getTime() - held.at) < cachedForMs &&
    held.position === position()

  return () => {
    if (entry !== null && isValid(entry)) return entry.value
    const begun = { version: db.version(), at: now().getTime(), position: position() }
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
