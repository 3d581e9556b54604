/** Who may do what. Both sides ask here; the server decides. */

/** From the least to the most that a call or event may ask for. */
export type Level = 'public' | 'signedIn' | 'lineMonitor' | 'superUser'

export type Roles = { isLineMonitor: boolean; isSuperUser: boolean }

/**
 * May this person (null: a visitor) do what asks for `level`?
 * A super user may do all that a line monitor may, whether or not `isLineMonitor` is set.
 */
export function can(user: Roles | null, level: Level): boolean {
  switch (level) {
    case 'public':
      return true
    case 'signedIn':
      return user !== null
    case 'lineMonitor':
      return user !== null && (user.isLineMonitor || user.isSuperUser)
    case 'superUser':
      return user?.isSuperUser === true
  }
}
