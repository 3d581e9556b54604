import { call } from './call.ts'

/** Of whoever was signed in before somebody else on this phone. */
export const formerSession = {
  /** Is something of theirs still sent with it? What sends it says so, and then ends the session. */
  isKept: (_netID: string, _token: string): boolean => false,
}

/** As by its person's own Logout, pushes included; the cookie is that of who is signed in now. */
export function endSession(token: string): void {
  call('logout', undefined, { token, cookie: false }).catch(() => {})
}
