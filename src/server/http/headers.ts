import type { FastifyInstance } from 'fastify'
import { community } from '../../shared/community.ts'

const embeds = [...community.profiles, community.playlist].map(
  ({ embedUrl }) => new URL(embedUrl).origin,
)

const policy = [
  "default-src 'self'",
  // Some pictures in PDFs are decoded by WebAssembly of our own.
  "script-src 'self' 'wasm-unsafe-eval'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "object-src 'none'",
  `frame-src ${embeds.join(' ')}`,
  // Whether an embed can be had is asked before it is framed.
  `connect-src 'self' ${embeds.join(' ')}`,
  "img-src 'self' data:",
].join('; ')

/** What no page of ours needs, and no embed either. */
const permissions = ['camera', 'microphone', 'geolocation', 'payment', 'usb', 'serial']
  .map((feature) => `${feature}=()`)
  .join(', ')

/** What every answer carries to keep a page of ours from being made to act for someone else. */
export function securityHeaders(publicUrl: string | null): Record<string, string> {
  // Over plain http, on a campus network say, it would lock people out.
  const isHttps = publicUrl?.startsWith('https:') ?? false
  return {
    'content-security-policy': policy,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
    'permissions-policy': permissions,
    'x-frame-options': 'DENY',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    ...(isHttps ? { 'strict-transport-security': 'max-age=31536000' } : {}),
  }
}

/** Adds them to the answers of every route. */
export function addSecurityHeaders(app: FastifyInstance, publicUrl: string | null): void {
  const { 'content-security-policy': ownPolicy, ...always } = securityHeaders(publicUrl)
  app.addHook('onSend', (request, reply, _payload, done) => {
    // A file that someone uploaded brings a stricter one of its own.
    if (!reply.hasHeader('content-security-policy')) {
      reply.header('content-security-policy', ownPolicy)
    }
    reply.headers(always)
    if (request.url.startsWith('/api/')) reply.header('cache-control', 'no-store')
    done()
  })
}
