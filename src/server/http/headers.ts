import type { FastifyInstance } from 'fastify'
import { community } from '../../shared/community.ts'

const embeds = [...community.profiles, community.playlist].map(
  ({ embedUrl }) => new URL(embedUrl).origin,
)

const policy = [
  "default-src 'self'",
  // Some images in PDFs are decoded by our own WebAssembly.
  "script-src 'self' 'wasm-unsafe-eval'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "object-src 'none'",
  `frame-src ${embeds.join(' ')}`,
  // Whether an embed can be reached is tested before it is framed.
  `connect-src 'self' ${embeds.join(' ')}`,
  "img-src 'self' data:",
].join('; ')

/** Browser features that neither our pages nor the embeds need. */
const permissions = ['camera', 'microphone', 'geolocation', 'payment', 'usb', 'serial']
  .map((feature) => `${feature}=()`)
  .join(', ')

/** Headers of every answer that protect our pages from being used by other sites. */
export function securityHeaders(publicUrl: string | null): Record<string, string> {
  // Over plain http, for example on a campus network, this would lock people out.
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
    // Uploaded files set a stricter policy themselves.
    if (!reply.hasHeader('content-security-policy')) {
      reply.header('content-security-policy', ownPolicy)
    }
    reply.headers(always)
    // An address in other letters, `/%61pi/…`, leads to the same call.
    const isCall = request.routeOptions.config.endpoint !== undefined
    if (isCall || request.url.startsWith('/api/')) reply.header('cache-control', 'no-store')
    done()
  })
}
