/*
 * What a browser keeps for one tab alone, by its key in session storage: it is still there when the
 * tab is loaded again or comes back from another site.
 */

/** The address that was asked for before a sign-in through the campus. Removed by the way back. */
export const askedForKey = 'tent-city.asked-for'

/** Somebody has logged out in this tab. Removed once somebody is signed in, by any tab. */
export const loggedOutKey = 'tent-city.logged-out'

/** How far down each screen of this tab was left. Removed by the next load of a screen and
 * at sign-out. */
export const placesKey = 'tent-city.places'

/** The times that are painted and not saved, by whose they are. Removed with the owner. */
export const paintedKey = 'tent-city.painted.1'

/** The texts of pages that are written and not saved, by page. Removed with the owner. */
export const writtenKey = 'tent-city.written.1'

/** The disputes that are written and not sent, by tent and check. Removed with the owner. */
export const disputedKey = 'tent-city.disputed.1'

/**
 * The netID of whoever was signed in last in this tab, whose what is painted and written is. Removed by
 * a logout and by anyone else's sign-in, but not where a session ends by itself.
 */
export const ownerKey = 'tent-city.owner'

/** null: keeps nothing under this key. */
export function keepInTab(key: string, value: unknown): void {
  try {
    if (value === null) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, JSON.stringify(value))
  } catch {
    // Blocked or full: the value is lost on the way.
  }
}

/** The value of this key, whose form is not checked; null: none. */
export function readFromTab<T>(key: string): T | null {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null')
  } catch {
    return null
  }
}

/** As `readFromTab`; the value is then removed. */
export function takeFromTab<T>(key: string): T | null {
  const value = readFromTab<T>(key)
  keepInTab(key, null)
  return value
}

/** What this key has for one of several things. */
export function readOneFromTab<T>(key: string, name: string): T | null {
  return readFromTab<Partial<Record<string, T>>>(key)?.[name] ?? null
}

/** Keeps a value for one of several things; null: nothing for this one. */
export function keepOneInTab(key: string, name: string, value: unknown): void {
  const { [name]: before, ...others } = readFromTab<Record<string, unknown>>(key) ?? {}
  if (value === null && before === undefined) return
  keepInTab(key, value === null ? others : { ...others, [name]: value })
}
