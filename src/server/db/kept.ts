import type { Context } from '../context.ts'

/** For how long, at most, other servers' changes may go unseen if their bell is not heard. */
const keptForMs = 1000

type Source = Pick<Context, 'now'> & { db: Pick<Context['db'], 'version'> }

/**
 * A reading that is kept: whoever asks gets what `make` gave, or is giving, until something is
 * committed here, another server is heard, a second has passed, or `position` is another one.
 * What was begun before a change is not kept after it, nor is what failed.
 */
export function kept<T>(
  { db, now }: Source,
  make: () => T,
  position: () => unknown = () => null,
): () => T {
  type Held = { value: T; version: number; at: number; position: unknown }
  let held: Held | null = null

  const holds = ({ version, at, position: known }: Held) =>
    version === db.version() &&
    // A clock that is set back must not keep it for longer.
    Math.abs(now().getTime() - at) < keptForMs &&
    known === position()

  return () => {
    if (held !== null && holds(held)) return held.value
    const begun = { version: db.version(), at: now().getTime(), position: position() }
    const mine: Held = { ...begun, value: make() }
    held = mine
    if (mine.value instanceof Promise) {
      mine.value.catch(() => {
        if (held === mine) held = null
      })
    }
    return mine.value
  }
}
