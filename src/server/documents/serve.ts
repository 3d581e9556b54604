import type { IncomingMessage } from 'node:http'
import { send } from '@fastify/send'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Value } from 'typebox/value'
import { type DocumentKind, documentKind } from '../../shared/documents/contract.ts'
import type { Context } from '../context.ts'
import { cached } from '../db/cached.ts'
import { hasTag } from '../http/answer.ts'
import { Refusal } from '../http/refusal.ts'
import { openUnderWayLimit } from '../http/under-way-limit.ts'
import { documentFiles } from './files.ts'
import { listKept } from './store.ts'

/** How many files may be sent at once; each takes less than 200 KB of memory and an open file. */
export const streamsAtMost = 1000

/** The address of a file. It contains the hash, so its content never changes. */
export function addressOf(kind: DocumentKind, sha256: string): string {
  return `/uploads/${kind}/${sha256}.pdf`
}

/** Serves the uploaded files, whole or in parts. Public: anyone may read them. */
export function serveDocuments(
  app: FastifyInstance,
  ctx: Pick<Context, 'config' | 'db' | 'now'>,
  cacheFolder: string,
): void {
  const fileOf = documentFiles(ctx, cacheFolder)
  const underWay = openUnderWayLimit(streamsAtMost, ctx.config)
  const readKept = cached(ctx, () => ctx.db.read(listKept))
  app.get<{ Params: { kind: string; name: string } }>(
    '/uploads/:kind/:name',
    async (request, reply) => {
      const { kind, name } = request.params
      const sha256 = /^([0-9a-f]{64})\.pdf$/.exec(name)?.[1]
      if (!Value.Check(documentKind, kind) || sha256 === undefined) throw new Refusal('notFound')
      const kept = await readKept()
      const isThere = kept.some((one) => one.kind === kind && one.sha256 === sha256)
      if (!isThere) throw new Refusal('notFound')
      const etag = `"${sha256}"`
      if (hasTag(request.headers['if-none-match'], etag)) {
        return addHeaders(reply, kind, etag).code(304).send()
      }
      underWay.take(request.raw, reply.raw)
      const file = await send(askedOf(request, etag), await fileOf(kind, sha256), {
        root: cacheFolder,
        cacheControl: false,
        etag: false,
        lastModified: false,
      })
      if (file.statusCode === 416) {
        reply
          .header('cache-control', 'no-store')
          .header('content-range', file.headers['Content-Range'])
        throw new Refusal('rangeInvalid')
      }
      if (file.type === 'error') throw file.metadata.error
      return addHeaders(reply, kind, etag)
        .code(file.statusCode)
        .headers(file.headers)
        .send(file.stream)
    },
  )
}

/**
 * The request as the library gets it, without conditions: those are decided here, by the hash. A
 * range counts only for GET, and only if `If-Range` is absent or names this file. RFC 9110, section
 * 14.2.
 */
function askedOf({ method, headers }: FastifyRequest, etag: string): IncomingMessage {
  const ifRange = headers['if-range']
  const isPartMeant = method === 'GET' && (ifRange === undefined || ifRange === etag)
  const asked = { method, headers: isPartMeant ? { range: headers.range } : {} }
  // The library reads only these two fields.
  return asked as IncomingMessage
}

/** A hostile PDF can't act as a page: it runs no script and is shown in no frame. */
function addHeaders(reply: FastifyReply, kind: DocumentKind, etag: string): FastifyReply {
  return reply
    .type('application/pdf')
    .header('etag', etag)
    .header('cache-control', 'public, max-age=31536000, immutable')
    .header('content-disposition', `inline; filename="${kind}.pdf"`)
    .header('content-security-policy', "sandbox; default-src 'none'; frame-ancestors 'none'")
}
