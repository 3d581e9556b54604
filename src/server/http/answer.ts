import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

export type Encoding = 'br' | 'gzip' | 'identity'

/** The same bytes for many: in each encoding, made when it is first asked for. */
export type Body = {
  type: string
  /** Another one for other bytes. */
  tag: string
  /** The ones it comes in, the best first; `identity` is always there. */
  encodings: readonly Encoding[]
  bytes: (encoding: Encoding) => Promise<Buffer>
}

/** What a handler answers to many: written down, compressed and named once for all of them. */
export class Shared<T> {
  readonly value: T
  #body: Body | undefined

  constructor(value: T) {
    this.value = value
  }

  body(write: (value: T) => string): Body {
    this.#body ??= jsonBody(write(this.value))
    return this.#body
  }
}

/** In bytes: anything shorter hardly gets shorter. */
const compressedFrom = 2048

const compressors = {
  br: (bytes: Buffer) =>
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: (bytes: Buffer) => promisify(gzip)(bytes),
  identity: async (bytes: Buffer) => bytes,
}

function jsonBody(text: string): Body {
  const plain = Buffer.from(text)
  return {
    type: 'application/json; charset=utf-8',
    tag: tagOf(plain),
    encodings: plain.length < compressedFrom ? [] : ['br', 'gzip'],
    bytes: once((encoding) => compressors[encoding](plain)),
  }
}

/** Names bytes by what they are. */
export function tagOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('base64url')
}

/** Makes each encoding once; what failed is tried again. */
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

/** Sends the encoding that is asked for, or only says that it is still the one that is known. */
export async function sendBody(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  { type, tag, encodings, bytes }: Body,
): Promise<FastifyReply> {
  const encoding = bestOf(encodings, headers['accept-encoding'] ?? '')
  const etag = `"${tag}-${encoding}"`
  reply.header('etag', etag)
  if (isKnown(headers['if-none-match'], etag)) return reply.code(304).send()
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply.header('content-type', type).send(await bytes(encoding))
}

/** Named, and not with a weight of 0. */
const accepts = {
  br: /(?:^|[\s,])br(?![\w-])(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i,
  gzip: /(?:^|[\s,])gzip(?![\w-])(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i,
  identity: /^/,
}

function bestOf(encodings: readonly Encoding[], accepted: string): Encoding {
  return encodings.find((encoding) => accepts[encoding].test(accepted)) ?? 'identity'
}

/** Does an `If-None-Match` name it? Something in between may have made the name a weak one. */
export function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  return ifNoneMatch.trim() === '*' || ifNoneMatch.includes(etag)
}
