/** Who may do what. Both sides use this; the server decides. */

/** The access that a call or event requires, from least to most. */
export type Level = 'public' | 'signedIn' | 'lineMonitor' | 'superUser'

export type Roles = { isLineMonitor: boolean; isSuperUser: boolean }

/**
 * May this person (null: a visitor) use what requires `level`? A super user may do all that a line
 * monitor may, even if `isLineMonitor` is not set.
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

/** The code of the refusal for somebody who is signed in and lacks what `level` requires. */
export function missingRole(level: Level): 'needsSuperUser' | 'needsLineMonitor' {
  return level === 'superUser' ? 'needsSuperUser' : 'needsLineMonitor'
}
