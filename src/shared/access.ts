/** Who may do what. Both sides ask here; the server decides. */

/** From the least to the most that a call or event may ask for. */
export const levels = ['public', 'signedIn', 'lineMonitor', 'superUser'] as const

export type Level = (typeof levels)[number]

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

/** The role that a level takes, as a person would say it. */
export const roleName: Record<Level, string> = {
  public: 'anyone',
  signedIn: 'a signed-in person',
  lineMonitor: 'a line monitor',
  superUser: 'a super user',
}
