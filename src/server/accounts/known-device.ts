import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

/**
 * A device that signed in as someone keeps a cookie that says so, one for each netID: an id, and
 * a signature over both. It lets nobody in. It only keeps strangers' guesses at a netID from
 * counting against its owner. `secretKey`: 64 hex digits, from which a key of its own is derived.
 */
export function knownDevices(secretKey: string) {
  const key = Buffer.from(
    hkdfSync('sha256', Buffer.from(secretKey, 'hex'), '', 'tent-city known devices', 32),
  )
  const signatureOf = (netID: string, id: string) =>
    createHmac('sha256', key).update(`${netID} ${id}`).digest()

  return {
    /** The name of the cookie; a netID is letters and digits. */
    cookieOf: (netID: string): string => `device-${netID}`,
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
  }
}

/** In seconds: as long as browsers keep a cookie at the most. */
export const knownForS = 400 * 24 * 60 * 60
