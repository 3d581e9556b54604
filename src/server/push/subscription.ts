import { ECDH } from 'node:crypto'
import type { PushSubscriptionBody } from '../../shared/notices/contract.ts'
import { isForbidden } from './address.ts'
import type { Subscription } from './store.ts'

/** An endpoint as it is kept: as `URL` writes it, if it can be read. */
export function keptEndpoint(endpoint: string): string {
  return URL.canParse(endpoint) ? new URL(endpoint).href : endpoint
}

/** Reads the subscription that a browser sent; null: it can never work, or is never pushed to. */
export function subscriptionOf(
  { endpoint: sent, keys }: PushSubscriptionBody,
  testOrigin: string | null,
): Subscription | null {
  if (!URL.canParse(sent) || /[^\x21-\x7e]/.test(sent)) return null
  const address = new URL(sent)
  const { protocol, username, password } = address
  if (protocol !== 'https:' || username !== '' || password !== '') return null
  if (isForbidden(address, testOrigin)) return null
  const point = bytesIn(keys.p256dh)
  const auth = bytesIn(keys.auth)
  if (point?.length !== 65 || auth?.length !== 16 || !isOnCurve(point)) return null
  const endpoint = keptEndpoint(sent)
  return { endpoint, p256dh: point.toString('base64url'), auth: auth.toString('base64url') }
}

/** Decodes base64url or base64. */
function bytesIn(text: string): Buffer | null {
  return /^[\w+/-]+={0,2}$/.test(text) ? Buffer.from(text, 'base64') : null
}

function isOnCurve(point: Buffer): boolean {
  try {
    return ECDH.convertKey(point, 'prime256v1').length === point.length
  } catch {
    return false
  }
}
