import { Agent, request } from 'node:https'
import webPush from 'web-push'
import { minuteMs } from '../../shared/durations.ts'
import { type Context, sha256 } from '../context.ts'
import { globalLookup, isForbidden } from './address.ts'
import { pushKeysOf } from './keys.ts'
import { isKnownService, putOffAtMostMs } from './service.ts'
import type { Subscription } from './store.ts'

/** What a push shows on a phone; a newer one with the same tag replaces it. */
export type PushWords = { title: string; body: string; url: string; tag: string }

/**
 * `gone`: the push service does not know the subscription any more. `later`: try again, not before
 * `afterMs`; `isDown`: no answer at all. `refused`: will never be accepted.
 */
type Pushed =
  | { came: 'taken' | 'gone' | 'refused' }
  | { came: 'later'; afterMs: number; isDown: boolean }

export type SendPush = (
  subscription: Subscription,
  words: PushWords,
  lastsS: number,
) => Promise<Pushed>

export type PushSettings = Pick<Context['config'], 'publicUrl' | 'pushTestOrigin'> &
  Pick<Context, 'secretKey'>

/** How many pushes go to one push service at once. */
export const atOnce = 10
/** What a push service has to answer, in ms. */
export const answersWithinMs = 10_000
/** How long a connection is kept for the next push. */
const idleForMs = minuteMs
/** A push service that answers with more has its connection ended. */
const bodyBytesRead = 65_536
/** RFC 8292 allows a token to be used for a day. */
const tokenLastsS = 12 * 3600

/**
 * Sends pushes to push services, but never to a private address or to another port than that of
 * https.
 */
export function pushClient(
  { publicUrl, pushTestOrigin, secretKey }: PushSettings,
  now: Context['now'],
  answerWithinMs = answersWithinMs,
): SendPush {
  const { publicKey, privateKey } = pushKeysOf(secretKey)
  const subject = publicUrl?.startsWith('https:') ? publicUrl : 'mailto:nobody@localhost.invalid'
  const options = { maxSockets: atOnce, lookup: globalLookup() }
  const agentOfKnown = new Agent({ ...options, keepAlive: true, timeout: idleForMs })
  // Whoever subscribes may make up as many hosts as they like: each would keep a connection.
  const agentOfOthers = new Agent({ ...options, keepAlive: false })
  // The push service of a test has a self-signed certificate.
  const testAgent = new Agent({ keepAlive: true, maxSockets: atOnce, rejectUnauthorized: false })
  const signed = new Map<string, { authorization: string; renewedAt: number }>()

  function agentFor({ origin, hostname }: URL): Agent {
    if (origin === pushTestOrigin) return testAgent
    return isKnownService(hostname) ? agentOfKnown : agentOfOthers
  }

  /** Signed once for each push service and half a day, because signing takes most of the time. */
  function authorizationFor(origin: string): string {
    const nowS = Math.floor(now().getTime() / 1000)
    const known = signed.get(origin)
    const leftS = (known?.renewedAt ?? 0) - nowS
    if (known !== undefined && leftS > 0 && leftS <= tokenLastsS / 2) return known.authorization
    if (signed.size > 1000) signed.clear()
    const until = nowS + tokenLastsS
    const { Authorization: authorization } = webPush.getVapidHeaders(
      origin,
      subject,
      publicKey,
      privateKey,
      'aes128gcm',
      until,
    )
    signed.set(origin, { authorization, renewedAt: until - tokenLastsS / 2 })
    return authorization
  }

  return async ({ endpoint, p256dh, auth }, words, lastsS) => {
    const address = new URL(endpoint)
    if (isForbidden(address, pushTestOrigin)) return { came: 'refused' }
    const { origin } = address
    const details = webPush.generateRequestDetails(
      { endpoint, keys: { p256dh, auth } },
      JSON.stringify(words),
      {
        TTL: lastsS,
        contentEncoding: 'aes128gcm',
        topic: Buffer.from(sha256(words.tag), 'hex').toString('base64url').slice(0, 32),
        headers: { Authorization: authorizationFor(origin) },
      },
    )
    const asked = { headers: details.headers, agent: agentFor(address) }
    return ask(endpoint, asked, details.body, answerWithinMs).then(cameOf, () => notThere)
  }
}

export const notThere: Pushed = { came: 'later', afterMs: 0, isDown: true }

type Answered = { status: number; retryAfter: string | undefined }

function ask(
  endpoint: string,
  { headers, agent }: { headers: Record<string, string | number>; agent: Agent },
  body: Buffer | null,
  answerWithinMs: number,
): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(answerWithinMs)
    const asking = request(endpoint, { method: 'POST', headers, agent, signal }, (answer) => {
      let bytes = 0
      answer
        .on('error', () => {})
        .on('data', (part: Buffer) => {
          // The content is not needed, but must be read before the connection can be used again.
          bytes += part.length
          if (bytes > bodyBytesRead) answer.destroy()
        })
      resolve({ status: answer.statusCode ?? 0, retryAfter: answer.headers['retry-after'] })
    })
    asking.on('error', reject)
    asking.end(body)
  })
}

function cameOf({ status, retryAfter }: Answered): Pushed {
  if (status >= 200 && status < 300) return { came: 'taken' }
  if (status === 404 || status === 410) return { came: 'gone' }
  if (status !== 429 && status < 500) return { came: 'refused' }
  const seconds = /^\d{1,6}$/.test(retryAfter ?? '') ? Number(retryAfter) : 0
  return { came: 'later', afterMs: Math.min(putOffAtMostMs, seconds * 1000), isDown: false }
}
