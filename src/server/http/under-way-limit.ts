import type { EventEmitter } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { addressReader, siteOf } from '../address.ts'
import type { Config } from '../config.ts'
import { openCounts } from '../open-counts.ts'
import { Refusal } from './refusal.ts'

export type UnderWayLimit = ReturnType<typeof openUnderWayLimit>

/**
 * Limits how much of something a server does at once. One site, which may be a campus behind one
 * address, gets at most half of it, so nobody can take everything from a single one. A person who is
 * signed in gets at most `ofPerson`. RATE_LIMIT_FACTOR above 1 multiplies all of these limits.
 */
export function openUnderWayLimit(
  atMost: number,
  { rateLimitFactor, trustProxy }: Pick<Config, 'rateLimitFactor' | 'trustProxy'>,
  ofPerson = atMost,
) {
  const factor = Math.max(1, rateLimitFactor)
  const addressOf = addressReader(trustProxy)
  const ofEach = openCounts()
  let taken = 0
  return {
    /**
     * Takes a place until `until` is closed or the returned function is called, which says whether
     * the place was still held. Refused: 429 `tooManyOpen` where this site, or the person, has its
     * share, 503 `unavailable` where all are taken.
     */
    take(request: IncomingMessage, until: EventEmitter, netID?: string): () => boolean {
      const shares: [string, number][] = [[siteOf(addressOf(request)), atMost / 2]]
      if (netID !== undefined) shares.push([netID, ofPerson])
      const retryAfterS = 2
      if (shares.some(([one, share]) => ofEach.of(one) >= share * factor))
        throw new Refusal('tooManyOpen', { retryAfterS })
      if (taken >= atMost * factor) throw new Refusal('unavailable', { retryAfterS })
      taken += 1
      for (const [one] of shares) ofEach.add(one)
      let isHeld = true
      const leave = () => {
        if (!isHeld) return false
        isHeld = false
        taken -= 1
        for (const [one] of shares) ofEach.remove(one)
        return true
      }
      until.once('close', leave)
      return leave
    },
  }
}
