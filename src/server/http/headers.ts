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

/** What every answer carries to keep a page of ours from being made to act for someone else. */
export function addSecurityHeaders(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply) => {
    // A file that someone uploaded brings a stricter one of its own.
    if (!reply.hasHeader('content-security-policy')) {
      reply.header('content-security-policy', policy)
    }
    reply.header('x-content-type-options', 'nosniff')
    reply.header('referrer-policy', 'same-origin')
    if (request.url.startsWith('/api/')) reply.header('cache-control', 'no-store')
  })
}
