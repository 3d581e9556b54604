import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { DocumentKind } from '../../shared/documents/contract.ts'
import type { Context } from '../context.ts'
import { isKnown } from '../http/answer.ts'
import { Refusal } from '../http/refusal.ts'
import { rangeOf } from './range.ts'
import { findBytes, findSize } from './store.ts'

/** Where a file of a kind is served: the address never changes its content. */
export function addressOf(kind: DocumentKind, sha256: string): string {
  return `/uploads/${kind}/${sha256}.pdf`
}

/** Serves the uploaded files, whole or in parts. Public: anyone may read them. */
export function serveDocuments(app: FastifyInstance, ctx: Context): void {
  app.get<{ Params: { kind: string; name: string } }>(
    '/uploads/:kind/:name',
    async (request, reply) => {
      const { kind, name } = request.params
      const sha256 = /^([0-9a-f]{64})\.pdf$/.exec(name)?.[1]
      if (!isKind(kind) || sha256 === undefined) throw new Refusal('notFound')
      const size = await ctx.db.read((reader) => findSize(reader, kind, sha256))
      if (size === undefined) throw new Refusal('notFound')
      const etag = `"${sha256}"`
      addHeaders(reply, kind, etag)
      if (isKnown(request.headers['if-none-match'], etag)) return reply.code(304).send()

      const range = rangeOf(rangeHeader(request, etag), size)
      if (range === 'unsatisfiable') {
        reply.header('cache-control', 'no-store').header('content-range', `bytes */${size}`)
        return reply.code(416).send()
      }
      const part = range === 'whole' ? { start: 0, length: size } : range
      const bytes = await ctx.db.read((reader) => findBytes(reader, kind, sha256, part))
      if (bytes === undefined) throw new Refusal('notFound')
      if (range !== 'whole') {
        const end = part.start + part.length - 1
        reply.code(206).header('content-range', `bytes ${part.start}-${end}/${size}`)
      }
      return reply.send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
    },
  )
}

function isKind(kind: string): kind is DocumentKind {
  return kind === 'policy' || kind === 'calendar'
}

/**
 * A part is only meant while the file is still the one that the sender has the rest of, and by a
 * GET alone. RFC 9110, section 14.2.
 */
function rangeHeader({ headers, method }: FastifyRequest, etag: string): string | undefined {
  if (method !== 'GET') return undefined
  const ifRange = headers['if-range']
  return ifRange === undefined || ifRange === etag ? headers.range : undefined
}

/** A hostile PDF stays a file: it can be no page, run no script and sit in no frame. */
function addHeaders(reply: FastifyReply, kind: DocumentKind, etag: string): void {
  reply
    .type('application/pdf')
    .header('etag', etag)
    .header('accept-ranges', 'bytes')
    .header('cache-control', 'public, max-age=31536000, immutable')
    .header('content-disposition', `inline; filename="${kind}.pdf"`)
    .header('content-security-policy', "sandbox; default-src 'none'; frame-ancestors 'none'")
}
