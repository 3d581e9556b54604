import { Value } from 'typebox/value'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { api } from '../../src/shared/api.ts'
import { bodyBytesAtMost, type Endpoint } from '../../src/shared/endpoint.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { spelledOut } from '../support/around-schema.ts'
import { sendBytes } from '../support/exact-request.ts'
import { withValues } from '../support/with-values.ts'

let server: TestApp
let token: string
beforeAll(async () => {
  server = await startApp({ RATE_LIMIT_FACTOR: '1000' })
  token = await server.signIn('boss', { isSuperUser: true })
})
afterAll(async () => {
  // Of whoever broke off in the middle of a body.
  expect(server.takeErrors().every((line) => line.includes('aborted'))).toBe(true)
  await server.close()
})

/** An id that fits wherever one is asked for, and is nobody's. */
const nobody = '00000000-0000-4000-8000-000000000001'
const huge = 'x'.repeat(500_000)
const wrongBodies: [string, unknown][] = [
  ['{}', {}],
  ['not JSON', '{"a":'],
  ['null', null],
  ['a number', 7],
  ['a list', []],
  ['a text', '"text"'],
  ['__proto__', '{"__proto__":{"isSuperUser":true}}'],
  ['constructor.prototype', '{"constructor":{"prototype":{"x":1}}}'],
]

/** Every field of a body replaced by something it is not. */
const wrongValues: [string, unknown][] = [
  ['null', null],
  ['an object', { toString: 'x' }],
  ['a list', [[[]]]],
  ['a huge text', huge],
  ['NUL', 'a\0b'],
  ['half a character', '\ud800'],
  ['an unknown id', 'nothing'],
  ['a negative number', -1],
  ['a fraction', 0.5],
  ['a huge number', 1e300],
]

for (const endpoint of Object.values(api)) {
  const { method, path, body: schema } = endpoint
  if (schema === null || schema === 'file') continue
  describe(`${method} ${path}`, () => {
    // Of written pages there are few.
    const address = withValues(path.replace(':page', 'faq'), nobody)
    const ask = (body: unknown) => server.ask(address, { method, token, body })

    it.each(wrongBodies)('refuses %s', async (name, body) => {
      if (name === '{}' && Value.Check(schema, {})) return
      const answer = await ask(body)
      expect(answer.status).toBe(400)
      expectPlainError(answer.body)
    })

    it.each(wrongValues)('refuses %s in any field', async (_, value) => {
      // Any letters and digits may be an id at Airtable.
      if (path === '/api/airtable-config' && value === 'nothing') return
      // Whether there is such a netID is not told.
      if (path.endsWith('/forgot-password') && typeof value === 'string') return
      const fields = Object.keys(schema.properties)
      // It takes its time: one field of each call will do.
      const wrong = value === huge ? [firstText(schema.properties)] : fields
      for (const field of wrong) {
        const answer = await ask(
          Object.fromEntries(fields.map((name) => [name, name === field ? value : 'x'])),
        )
        expect(answer.status).toBeGreaterThanOrEqual(400)
        expect(answer.status).toBeLessThan(500)
        expectPlainError(answer.body)
      }
    })

    it('refuses another content type', async () => {
      const headers = { 'content-type': 'text/plain' }
      const answer = await server.ask(address, { method, token, body: '{"a":1}', headers })
      expect(answer.status).toBe(415)
      expectPlainError(answer.body)
    })

    it('refuses a body that is too long', async () => {
      const answer = await ask({ text: 'x'.repeat(bodyBytesAtMost(endpoint)) })
      expect(answer.status).toBe(413)
      expectPlainError(answer.body)
    })
  })
}

const firstText = (properties: object) =>
  Object.entries(properties).find(([, { type }]) => type === 'string')?.[0] ??
  Object.keys(properties)[0]

const wrongTexts = [
  'nothing',
  '-1',
  '0.5',
  '1e3',
  '9'.repeat(40),
  '__proto__',
  'a\0b',
  '\u{1f600}',
  ' ',
]

for (const { method, path, params, query, body, refusesAsText } of Object.values<Endpoint>(api)) {
  const expectError = refusesAsText ? expectPlainText : expectPlainError
  if (params !== undefined) {
    it.each(wrongTexts)(`${method} ${path} with %j is 404`, async (text) => {
      const answer = await server.ask(withValues(path, text), { method, token })
      // Where any text may be an id, the body that is missing is seen first.
      const names = Object.keys(params.properties)
      const values = Object.fromEntries(names.map((name) => [name, text]))
      const fits = !text.includes('\0') && Value.Check(params, values)
      expect(answer.status).toBe(fits && body !== null ? 400 : 404)
      expectError(answer.body)
    })
  }
  for (const name of Object.keys(query?.properties ?? {})) {
    it.each(wrongTexts)(`${method} ${path}?${name}=%j is a 4xx`, async (text) => {
      const address = `${withValues(path)}?${new URLSearchParams([[name, text]])}`
      const answer = await server.ask(address, { method, token })
      expect(answer.status).toBeGreaterThanOrEqual(400)
      expect(answer.status).toBeLessThan(500)
      expectError(answer.body)
    })
  }
}

describe('an address that does not exist', () => {
  it.each(['/api/nothing', '/api/%ff', '/api/../../etc/passwd', '/socket.io/nothing'])(
    '%s is a 4xx in JSON',
    async (path) => {
      const answer = await server.ask(path)
      expect(answer.status).toBeGreaterThanOrEqual(400)
      expect(answer.status).toBeLessThan(500)
      if (path.startsWith('/api')) expectPlainError(answer.body)
    },
  )

  it.each([
    ['/checks/100%', 302, '/'],
    ['/%ff', 302, '/'],
    ['/api/100%', 400, null],
  ])('%s, which cannot be decoded, is answered %i', async (path, status, location) => {
    const { headers, status: said } = await fetch(`${server.url}${path}`, { redirect: 'manual' })
    expect([said, headers.get('location')]).toEqual([status, location])
    expect(headers.get('x-frame-options')).toBe('DENY')
  })
})

it('what is no call takes no long body', async () => {
  const answer = await server.ask('/api/nothing', { method: 'POST', body: 'x'.repeat(20_000) })
  expect(answer.status).toBe(413)
  expectPlainError(answer.body)
})

describe('bytes that are no request', () => {
  it.each<[string, string, number]>([
    ['an unknown method', `Zanzibar /api/tent-link HTTP/1.1\r\nhost: x\r\n\r\n`, 400],
    ['an unknown version', 'GET /api/tent-link HTTP/9.9\r\nhost: x\r\n\r\n', 400],
    ['a path with bytes that none has', 'GET /api/\x80 HTTP/1.1\r\nhost: x\r\n\r\n', 400],
    [
      'a path that cannot be decoded',
      'GET /api/%ff HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n',
      400,
    ],
    ['a header without a name', 'GET / HTTP/1.1\r\nhost: x\r\n: x\r\n\r\n', 400],
    [
      'two lengths',
      'POST /api/end-check HTTP/1.1\r\nhost: x\r\ncontent-length: 2\r\ncontent-length: 3\r\n\r\n{}',
      400,
    ],
    [
      'a length and chunks',
      'POST /api/end-check HTTP/1.1\r\nhost: x\r\ncontent-length: 2\r\ntransfer-encoding: chunked\r\n\r\n{}',
      400,
    ],
    [
      'a chunk of no length',
      `POST /api/profile/login HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\nZanzibar\r\n`,
      400,
    ],
  ])('%s: refused as everything else is', async (_, bytes, status) => {
    const answer = await sendBytes(server.url, bytes)
    const [head = '', text = ''] = answer.split('\r\n\r\n')
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    expectPlainError(JSON.parse(text))
  })
})

it('a netID longer than the database takes as a key is a wrong netID', async () => {
  const body = spelledOut(JSON.stringify({ netID: '<many letters>', password: 'password' }))
  const answer = await server.ask('/api/profile/login', { body })
  expect(answer.status).toBe(401)
  expectPlainError(answer.body)
})

it('a field that nobody asked for is ignored, however deep', async () => {
  const body = spelledOut('{"a":"<deep>"}')
  const answer = await server.ask('/api/end-check', { token, body })
  expect(answer.status).toBe(200)
})

it('a field that nobody asked for is ignored within a field that may be empty, too', async () => {
  const push = { grace: false, myTent: false, dispute: false, check: false, needed: false }
  const settings = JSON.stringify({ mail: { miss: true }, push })
  const deep = '['.repeat(3000) + ']'.repeat(3000)
  const body = settings.replace(/}$/, `,"quiet":{"from":"22:00","to":"08:00","a":${deep}}}`)
  const answer = await server.ask('/api/notices/settings', { method: 'PUT', token, body })
  expect(answer.status).toBe(200)
})

it('none of it changed anything', async () => {
  const users = await server.ask('/api/admin/users', { token })
  expect(users.body).toHaveLength(1)
  expect((await server.ask('/api/tent-link')).body).toEqual({ url: '', active: false })
  expect((await server.ask('/api/season')).body['version']).toBe(0)
  expect((await server.ask('/api/grace')).body).toEqual({ graces: [] })
  expect((await server.ask('/api/check-status')).body['isCheckInProgress']).toBe(false)
})

function expectPlainText(body: unknown): void {
  expect(body).toMatch(/^\S.{10,290}\.$/)
}

/** `fields`: where everything that is wrong is said at once, a code for each field. */
function expectPlainError({ fields = {}, ...body }: Record<string, unknown>): void {
  expect(body).toEqual({ error: expect.any(String), code: expect.any(String) })
  for (const code of Object.values(Object(fields))) expect(code).toMatch(/^[a-zA-Z]+$/)
  expect(String(body['error']).length).toBeLessThan(300)
  expect(String(body['error'])).not.toMatch(/xxx|at .*\.ts|\bnode_modules\b/)
}
