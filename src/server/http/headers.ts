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
  "img-src 'self' data:",
].join('; ')

/** What no page of ours needs, and no embed either. */
const permissions = ['camera', 'microphone', 'geolocation', 'payment', 'usb', 'serial', 'bluetooth']
  .map((feature) => `${feature}=()`)
  .join(', ')

/** What every answer carries to keep a page of ours from being made to act for someone else. */
export function addSecurityHeaders(app: FastifyInstance, publicUrl: string | null): void {
  // Over plain http, on a campus network say, it would lock people out.
  const isHttps = publicUrl?.startsWith('https:') ?? false
  app.addHook('onSend', async (request, reply) => {
    // A file that someone uploaded brings a stricter one of its own.
    if (!reply.hasHeader('content-security-policy')) {
      reply.header('content-security-policy', policy)
    }
    reply.header('x-content-type-options', 'nosniff')
    reply.header('referrer-policy', 'same-origin')
    reply.header('permissions-policy', permissions)
    reply.header('x-frame-options', 'DENY')
    reply.header('cross-origin-opener-policy', 'same-origin')
    reply.header('cross-origin-resource-policy', 'same-origin')
    if (isHttps) reply.header('strict-transport-security', 'max-age=31536000')
    if (request.url.startsWith('/api/')) reply.header('cache-control', 'no-store')
  })
}
