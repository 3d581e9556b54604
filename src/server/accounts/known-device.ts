import { createHmac, timingSafeEqual } from 'node:crypto'
import { sha256 } from '../context.ts'
import { derivedKey } from '../seal.ts'

/** How many devices of one netID are told apart; with more cookies, some share a budget. */
export const devicesAtMost = 50

/** So many netIDs have theirs in a browser: each has 100 bytes, and many proxies take 8 KB of all. */
export const cookiesAtMost = 30

/** So many are taken back at once: of an answer's headers many proxies take 4 KB. */
const takenBackAtOnce = 10

/**
 * A device that signed in to an account keeps a cookie for that netID: a random id with a
 * signature. The cookie grants no access. It only tells the owner's device from strangers, so that
 * wrong guesses by strangers do not slow down the owner. `secretKey`: 64 hex digits, from which a
 * separate key is derived.
 */
export function knownDevices(secretKey: string) {
  const key = derivedKey(secretKey, 'tent-city known devices')
  const signatureOf = (netID: string, id: string) =>
    createHmac('sha256', key).update(`${netID} ${id}`).digest()

  /** The name of the cookie; a netID is letters and digits. */
  const cookieOf = (netID: string): string => `device-${netID}`

  return {
    cookieOf,
    /** Which of a browser's cookies go as one for this netID is given: the oldest of others. */
    surplusOf(cookies: string[], netID: string): string[] {
      // A browser sends the oldest first.
      const others = cookies.filter(
        (name) => /^device-[a-z0-9]+$/.test(name) && name !== cookieOf(netID),
      )
      return others.slice(0, 1 - cookiesAtMost).slice(0, takenBackAtOnce)
    },
    /** What the cookie holds; the id is 43 characters, as `newToken` makes them. */
    sign: (netID: string, id: string): string =>
      `${id}.${signatureOf(netID, id).toString('base64url')}`,
    /** The id in a cookie's text, if it was signed for this netID; else null. */
    idIn(text: string | undefined, netID: string): string | null {
      const [, id = '', signature = ''] =
        /^([A-Za-z0-9_-]{43})\.([A-Za-z0-9_-]{43})$/.exec(text ?? '') ?? []
      if (id === '') return null
      const isSigned = timingSafeEqual(Buffer.from(signature, 'base64url'), signatureOf(netID, id))
      return isSigned ? id : null
    },
    /** As which device of its netID it counts: one of 50. */
    budgetOf: (id: string): string =>
      `device ${Number.parseInt(sha256(id).slice(0, 8), 16) % devicesAtMost}`,
  }
}

/** In seconds: the longest time for which browsers keep a cookie. */
export const knownForS = 400 * 24 * 60 * 60
