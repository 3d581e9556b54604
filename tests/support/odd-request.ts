import { brotliCompressSync, gzipSync } from 'node:zlib'
import fc from 'fast-check'
import type { TObject, TSchema } from 'typebox'
import type { Endpoint } from '../../src/shared/endpoint.ts'
import { around, canary, type Familiar, fitting, spelledOut } from './around-schema.ts'
import { makePdf } from './pdf.ts'

const people = ['visitor', 'tenter', 'monitor', 'boss'] as const
export type Person = (typeof people)[number]

/** Someone's request, in a form that can be printed. */
export type OddRequest = {
  who: Person
  signedInBy: 'bearer' | 'cookie'
  method: string
  path: string
  headers: Record<string, string>
  /** JSON or any other text; or the parts of an upload. */
  body: string | Part[]
  /** Hangs up after this share of the body; 1: sends all of it. */
  share: number
}

type Part = { name: string; filename: string | null; bytes: keyof typeof files }

const files = {
  none: () => new Uint8Array(),
  pdf: () => makePdf({ pages: 1 }),
  text: () => Buffer.from(`${canary} is no PDF`),
  'only the first bytes of a PDF': () => Buffer.from('%PDF-'),
  'over 15 MB': () => Buffer.alloc(15 * 1024 * 1024 + 1, '%PDF-'),
}

const boundary = 'x-tent-city'
const json = { 'content-type': 'application/json' }
const form = { 'content-type': `multipart/form-data; boundary=${boundary}` }

/** The bytes of a body, before any content encoding. */
export function bytesOf(body: OddRequest['body']): Buffer {
  if (typeof body === 'string') return Buffer.from(spelledOut(body))
  const parts = body.flatMap(({ name, filename, bytes }) => [
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${
        filename === null ? '' : `; filename="${filename}"`
      }\r\n\r\n`,
    ),
    files[bytes](),
    Buffer.from('\r\n'),
  ])
  return Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)])
}

/** What a body is like on the wire: `content-encoding` is made true where it can be. */
export function encoded(body: Buffer, encoding: string | undefined): Buffer {
  if (encoding === 'gzip') return gzipSync(body)
  return encoding === 'br' ? brotliCompressSync(body) : body
}

const notJson = fc.constantFrom(
  '',
  '{',
  '{"a":1',
  '[1,]',
  '{"a":1}{"a":2}',
  '\ufeff{}',
  'undefined',
  'NaN',
  "{'a':1}",
  `"${canary}`,
  '{"__proto__":{"isSuperUser":true}}',
  '{"\\u005f_proto__":1}',
  '{"constructor":{"prototype":{"x":1}}}',
  '"<deep>"',
  '{"a":"<deep>"}',
  '[[[[',
  'null',
  '7',
  '"text"',
  '"<over 1 MB>"',
)

const oddHeaders: fc.Arbitrary<Record<string, string>> = fc
  .array(
    fc.constantFrom(
      ['content-type', ''],
      ['content-type', 'text/plain'],
      ['content-type', 'application/json; charset=utf-16'],
      ['content-type', 'APPLICATION/JSON'],
      ['content-type', 'application/jsonp'],
      ['content-type', `application/json;${';'.repeat(2000)}`],
      ['content-type', 'application/x-www-form-urlencoded'],
      ['content-type', 'multipart/form-data'],
      ['content-type', 'multipart/form-data; boundary='],
      ['content-type', `multipart/form-data; boundary=${canary}`],
      ['content-type', canary],
      ['content-encoding', 'gzip'],
      ['content-encoding', 'br'],
      ['content-encoding', 'deflate'],
      ['content-encoding', canary],
      ['accept-encoding', ''],
      ['accept-encoding', 'gzip'],
      ['accept-encoding', 'br;q=x, *;q=0'],
      ['accept', canary],
      ['authorization', ''],
      ['authorization', 'Bearer'],
      ['authorization', 'Bearer null'],
      ['authorization', `Basic ${canary}`],
      ['authorization', `Bearer ${canary.repeat(6).slice(0, 43)}`],
      ['authorization', `Bearer ${'x'.repeat(9000)}`],
      ['authorization', 'Bearer \u00e9\u00ff'],
      ['cookie', ''],
      ['cookie', 'token='],
      ['cookie', `token=${canary}; token=; __proto__=1; =; ;;`],
      ['cookie', 'token=%00%ff%'],
      ['cookie', 'a=1;'.repeat(3000)],
      ['origin', 'null'],
      ['origin', 'https://elsewhere.example'],
      ['origin', 'http://['],
      ['host', canary],
      ['host', '[::1'],
      ['x-forwarded-for', `${canary}, 1.2.3.4`],
      ['range', 'bytes=0-0'],
      ['range', 'bytes=99999999999999999999-'],
      ['range', `bytes=${canary}`],
      ['if-none-match', '*'],
      ['if-range', canary],
      ['x-http-method-override', 'DELETE'],
      ['expect', '100-continue'],
      ['te', 'trailers'],
    ),
    { maxLength: 3 },
  )
  .map((pairs) => Object.fromEntries(pairs))

/** A path of the server, or one close to it. */
function oddPath(path: string): fc.Arbitrary<string> {
  return fc.oneof(
    fc.constantFrom(
      `${path}/`,
      `/${path}`,
      path.toUpperCase(),
      `${path}%00`,
      `${path}%ff`,
      `${path}/../../../etc/passwd`,
      `${path}/%2e%2e/${canary}`,
      `${path}?${canary}=1&__proto__[x]=1&constructor.prototype=1`,
      `${path}?${'a[]=1&'.repeat(1500)}`,
      `${path}?%`,
      `${path};x=1`,
      `${path}#${canary}`,
      `http://elsewhere.example${path}`,
      '*',
      `/${canary}`,
      `/api/${canary}/${'x'.repeat(9000)}`,
      '/api/%E0%A4%A',
      `/api/__proto__`,
      `/uploads/policy/${'0'.repeat(64)}.pdf`,
      `/uploads/${canary}/..%2f..%2fetc%2fpasswd`,
      '/uploads/__proto__/constructor',
      '/uploads/policy/%00',
    ),
    fc.webPath().map((end) => `/api${end}`),
    fc.stringMatching(/^[\x21-\xff]{0,30}$/).map((end) => `${path}/${end}`),
  )
}

const parts: fc.Arbitrary<Part[]> = fc.array(
  fc.record({
    name: fc.oneof(
      { weight: 3, arbitrary: fc.constant('file') },
      fc.constantFrom('__proto__', 'constructor', '', canary, 'x'.repeat(9000), '\0'),
    ),
    filename: fc.constantFrom(null, '', 'policy.pdf', `../../${canary}`, '\0', 'x'.repeat(9000)),
    bytes: fc.oneof(
      {
        weight: 30,
        arbitrary: fc.constantFrom<Part['bytes']>(
          'pdf',
          'pdf',
          'none',
          'text',
          'only the first bytes of a PDF',
        ),
      },
      { weight: 1, arbitrary: fc.constant<Part['bytes']>('over 15 MB') },
    ),
  }),
  { maxLength: 3 },
)

const manyParts = fc
  .constantFrom<[number, Part]>(
    [40, { name: 'file', filename: null, bytes: 'none' }],
    [25, { name: 'field', filename: null, bytes: 'text' }],
    [3, { name: 'file', filename: 'a.pdf', bytes: 'pdf' }],
  )
  .map(([count, part]) => Array.from({ length: count }, () => part))

function bodyFor(
  { body }: Endpoint,
  familiar: Familiar,
): fc.Arbitrary<Pick<OddRequest, 'headers' | 'body'>> {
  if (body === 'file') {
    return fc.oneof(
      {
        weight: 4,
        arbitrary: fc.oneof({ weight: 5, arbitrary: parts }, manyParts).map((body) => ({
          headers: form,
          body,
        })),
      },
      notJson.map((body) => ({ headers: form, body })),
      notJson.map((body) => ({ headers: json, body })),
    )
  }
  const asJson = (value: unknown) => ({ headers: json, body: JSON.stringify(value) })
  const broken = notJson.map((body) => ({ headers: json, body }))
  const none = fc.constantFrom({ headers: {}, body: '' }, { headers: json, body: '' })
  if (body === null) return fc.oneof({ weight: 4, arbitrary: none }, broken)
  const schema = body as TSchema
  return fc.oneof(
    { weight: 6, arbitrary: fitting(schema, familiar).map(asJson) },
    { weight: 6, arbitrary: around(schema, familiar).map(asJson) },
    broken,
    none,
  )
}

/** The values of an address: mostly such as name something, put where they belong. */
function addressFor({ path, params, query }: Endpoint, familiar: Familiar): fc.Arbitrary<string> {
  const texts = (schema: TObject | undefined) =>
    schema === undefined
      ? fc.constant({})
      : fc.oneof(
          { weight: 4, arbitrary: fitting(schema, familiar) as fc.Arbitrary<object> },
          fc.dictionary(fc.constantFrom(...Object.keys(schema.properties)), fc.string()),
        )
  return fc.tuple(texts(params), texts(query)).map(([inPath, behind]) => {
    const values = new Map(Object.entries(inPath).map(([name, value]) => [name, String(value)]))
    const filled = path.replace(/:(\w+)/g, (_, name) => {
      const text = (values.get(name) ?? '').slice(0, 300)
      return encodeURIComponent(text.isWellFormed() ? text : '')
    })
    const search = new URLSearchParams(Object.entries(behind).map(([k, v]) => [k, String(v)]))
    return search.size === 0 ? filled : `${filled}?${search}`
  })
}

/** A request for one call: mostly as it is meant, each part of it now and then not. */
export function oddRequest(endpoint: Endpoint, familiar: Familiar): fc.Arbitrary<OddRequest> {
  const { method, path } = endpoint
  const rarely = <T>(usual: T, odd: fc.Arbitrary<T>, usually = 12) =>
    fc.oneof({ weight: usually, arbitrary: fc.constant(usual) }, odd)
  return fc
    .record({
      who: fc.oneof(
        { weight: 2, arbitrary: fc.constantFrom(...people) },
        fc.constant<Person>('boss'),
      ),
      signedInBy: fc.constantFrom<OddRequest['signedInBy']>('bearer', 'cookie'),
      method: rarely<string>(
        method,
        fc.constantFrom(
          'GET',
          'HEAD',
          'POST',
          'PUT',
          'PATCH',
          'DELETE',
          'OPTIONS',
          'TRACE',
          'PURGE',
          'CONNECT',
          canary,
        ),
      ),
      path: fc.oneof(
        { weight: 12, arbitrary: addressFor(endpoint, familiar) },
        oddPath(path.replaceAll(':', '')),
      ),
      sent: bodyFor(endpoint, familiar),
      headers: rarely<Record<string, string>>({}, oddHeaders, 4),
      share: rarely(1, fc.double({ min: 0, max: 0.99, noNaN: true }), 20),
    })
    .map(({ sent, headers, ...rest }) => ({
      ...rest,
      body: sent.body,
      headers: { ...sent.headers, ...headers },
    }))
}
