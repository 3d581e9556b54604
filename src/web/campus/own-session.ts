import type { Api } from '../../shared/api.ts'
import type { ResponseOf } from '../../shared/endpoint.ts'
import { call } from '../api/call.ts'

/**
 * The person whom a link's token signs in, if this browser's cookie has the same session; else
 * null, so that a link with somebody else's token signs nobody in. Rejects as `call` does.
 */
export async function ownSession(token: string): Promise<ResponseOf<Api['login']> | null> {
  const { sessionId: byCookie } = await call('verifyToken', undefined, { token: null })
  const { sessionId, ...user } = await call('verifyToken', undefined, { token, cookie: false })
  return sessionId === byCookie ? { token, ...user } : null
}
