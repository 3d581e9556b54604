import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { Negotiator } from '@fastify/accept-negotiator'
import type { FastifyReply, FastifyRequest } from 'fastify'

export type Encoding = 'br' | 'gzip' | 'identity'

/** An answer's bytes in each encoding, made when first needed. */
export type Body = {
  type: string
  /** Does it have compressed forms? */
  isCompressible: boolean
  bytes: (encoding: Encoding) => Promise<Buffer>
}

/** One answer for many callers: serialized and compressed once for all of them. */
export class Shared<T> {
  readonly value: T
  #body: Body | undefined

  constructor(value: T) {
    this.value = value
  }

  body(serialize: (value: T) => string): Body {
    this.#body ??= textBody(serialize(this.value), 'application/json; charset=utf-8')
    return this.#body
  }
}

/** In bytes: compressing shorter answers gains almost nothing. */
const compressedFrom = 2048

const compressors = {
  br: (bytes: Buffer) =>
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: (bytes: Buffer) => promisify(gzip)(bytes),
  identity: async (bytes: Buffer) => bytes,
}

export function textBody(text: string, type: string): Body {
  const plain = Buffer.from(text)
  return {
    type,
    isCompressible: plain.length >= compressedFrom,
    bytes: once((encoding) => compressors[encoding](plain)),
  }
}

/** Makes each encoding once; a failure is not cached. */
export function once(
  make: (encoding: Encoding) => Promise<Buffer>,
): (encoding: Encoding) => Promise<Buffer> {
  const made = new Map<Encoding, Promise<Buffer>>()
  return (encoding) => {
    const known = made.get(encoding)
    if (known !== undefined) return known
    const making = make(encoding)
    made.set(encoding, making)
    making.catch(() => made.delete(encoding))
    return making
  }
}

/** In order of preference. */
const negotiator = new Negotiator<Encoding>({ supportedValues: ['br', 'gzip', 'identity'] })

/** The best encoding that the client of this request accepts. */
export function encodingFor({ headers }: FastifyRequest, { isCompressible }: Body): Encoding {
  if (!isCompressible) return 'identity'
  return negotiator.negotiate(headers['accept-encoding'] ?? '') ?? 'identity'
}

export async function sendBody(
  reply: FastifyReply,
  { type, bytes }: Body,
  encoding: Encoding,
): Promise<FastifyReply> {
  reply.header('vary', 'accept-encoding')
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply.header('content-type', type).send(await bytes(encoding))
}

/** Does `If-None-Match` contain this tag? A proxy may have made it a weak one. */
export function hasTag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  return ifNoneMatch.trim() === '*' || ifNoneMatch.includes(etag)
}
