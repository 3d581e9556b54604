import { call } from './call.ts'

type Keeper = (netID: string, token: string) => boolean

let keeper: Keeper | null = null

/**
 * `keep` says whether it still has to send something with this session of this person; if so, it
 * ends the session afterwards.
 */
export function keepWhileSending(keep: Keeper): void {
  keeper = keep
}

/** Of whoever was signed in before somebody else on this phone: ends it, now or when all is sent. */
export function endFormerSession(netID: string | undefined, token: string): void {
  if (netID === undefined || !keeper?.(netID, token)) endSession(token)
}

/** As by its person's own Logout, pushes included; the cookie is that of who is signed in now. */
export function endSession(token: string): void {
  call('logout', undefined, { token, cookie: false }).catch(() => {})
}
