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

/** The times that are painted and not saved, by whose they are. Removed at sign-out. */
export const paintedKey = 'tent-city.painted.1'

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

/** The same of a value that is then removed. */
export function takeFromTab<T>(key: string): T | null {
  const value = readFromTab<T>(key)
  keepInTab(key, null)
  return value
}
