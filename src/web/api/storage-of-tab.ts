/*
 * What a browser keeps for one tab alone, by its key in session storage: it is still there when the
 * tab comes back from another site. Apart from `storage.ts`, because few screens need it.
 */

/** The address that was asked for before a sign-in through the campus. Removed by the way back. */
export const askedForKey = 'tent-city.asked-for'

/** null: keeps nothing under this key. */
export function keepInTab(key: string, value: string | null): void {
  try {
    if (value === null) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, value)
  } catch {
    // Blocked or full: the value is lost on the way.
  }
}

/** The value of this key, which is then removed; null: none. */
export function takeFromTab(key: string): string | null {
  try {
    const value = sessionStorage.getItem(key)
    sessionStorage.removeItem(key)
    return value
  } catch {
    return null
  }
}
