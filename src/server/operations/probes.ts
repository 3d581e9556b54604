import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { type Context, sha256 } from '../context.ts'
import { sendRefusal } from '../http/errors.ts'
import { Refusal } from '../http/refusal.ts'
import type { Live } from '../live/live.ts'
import type { Ledger } from '../tent-check/ledger/ledger.ts'
import { askedInTime } from './in-time.ts'
import { openMetrics } from './metrics.ts'
import { readNothing } from './store.ts'

const probe = { config: { isProbe: true } } as const

/**
 * For load balancers and monitoring; not calls of the product. `/healthz`: the process answers.
 * `/readyz`: its database answers, too. `/metrics` exists only with METRICS_TOKEN, which is sent as
 * bearer token.
 */
export function serveOperations(
  app: FastifyInstance,
  ctx: Pick<Context, 'config' | 'db' | 'log' | 'now'>,
  live: Live,
  ledger: Pick<Ledger, 'look'>,
): void {
  app.get('/healthz', probe, async (_request, reply) => {
    reply.header('cache-control', 'no-store')
    return { ok: true }
  })

  const isReady = askedInTime(
    ctx,
    () => ctx.db.read(readNothing).then(() => true),
    'the database does not answer',
  )
  app.get('/readyz', probe, async (_request, reply) => {
    reply.header('cache-control', 'no-store')
    if (await isReady()) return { ok: true }
    return sendRefusal(reply, new Refusal('unavailable', { retryAfterS: 2 }))
  })

  const token = ctx.config.metricsToken
  if (token === null) return
  const metrics = openMetrics(app, ctx, live, ledger)
  app.get('/metrics', probe, async (request, reply) => {
    if (!isBearer(request.headers.authorization, token)) return reply.callNotFound()
    reply.header('cache-control', 'no-store').type(metrics.contentType)
    return metrics.text()
  })
}

/** Compares in constant time. */
function isBearer(header: string | undefined, token: string): boolean {
  const sent = /^Bearer +(\S+)$/i.exec(header ?? '')?.[1] ?? ''
  return timingSafeEqual(Buffer.from(sha256(sent)), Buffer.from(sha256(token)))
}
