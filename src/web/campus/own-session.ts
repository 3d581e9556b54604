import type { Api } from '../../shared/api.ts'
import type { ResponseOf } from '../../shared/endpoint.ts'
import { call } from '../api/call.ts'

/**
 * Who the token of a link signs in, where the cookie of this browser names the very same session;
 * else null: a link with somebody else's token signs nobody in. Rejects as `call` does.
 */
export async function ownSession(token: string): Promise<ResponseOf<Api['login']> | null> {
  const { sessionId: byCookie } = await call('verifyToken', undefined, { token: null })
  const { sessionId, ...user } = await call('verifyToken', undefined, { token, cookie: false })
  return sessionId === byCookie ? { token, ...user } : null
}
