import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import { sendBytes } from '../support/exact-request.ts'
import { openRawPolling } from '../support/raw-polling.ts'

let server: TestApp
beforeAll(async () => {
  server = await startApp()
})
afterAll(() => server.close())

const polling = 'transport=polling'
const many = (count: number) => '3\u001e'.repeat(count)

describe('a POST that is too much in more than one way is answered once', () => {
  // An answer that was begun twice would be an error that nobody caught, which fails the run.
  const post = (query: string, length: number, headers = '') =>
    `POST /socket.io/?${query} HTTP/1.1\r\nhost: x\r\n${headers}content-length: ${length}\r\n\r\n`
  const last = 'GET /healthz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n'

  it.each([
    ['bytes, then packets', 'x'.repeat(2 ** 21 + 1) + many(200)],
    ['packets, then bytes', many(200) + 'x'.repeat(2 ** 21 + 1)],
    ['both at once', many(10_000)],
  ])('%s', async (_what, body) => {
    const { sid } = await openRawPolling(server.url)
    const answer = await sendBytes(
      server.url,
      post(`EIO=4&${polling}&sid=${sid}`, body.length) + body,
    )
    expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 413'])
    expect(answer).toContain('"code":"tooLarge"')
  })

  it.each([
    ['of bytes', `EIO=4&${polling}`, 'content-type: application/octet-stream\r\n'],
    ['of another protocol', `EIO=3&${polling}`, ''],
    ['by another transport', 'EIO=4&transport=websocket', ''],
  ])('one %s, which is refused before it has arrived', async (_what, query, headers) => {
    const body = many(10_000)
    const { sid } = await openRawPolling(server.url)
    const head = post(`${query}&sid=${sid}`, body.length, headers)
    const answer = await sendBytes(server.url, head + body + last)
    expect(answer.match(/HTTP\/1\.1 \d+/g)?.[0]).toBe('HTTP/1.1 400')
  })
})

describe('a request that offers another protocol than websockets is answered as usual', () => {
  const offer =
    'host: x\r\nconnection: Upgrade, HTTP2-Settings, close\r\nupgrade: h2c\r\nhttp2-settings: AAMAAABkAAQAoAAAAAIAAAAA\r\n'
  const body = '{"netID":"ann"}'
  const withBody = `content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`

  it.each([
    ['GET /healthz', '\r\n'],
    ['POST /api/profile/forgot-password', withBody],
    [`GET /socket.io/?EIO=4&${polling}`, '\r\n'],
  ])('%s', async (asked, rest) => {
    const answer = await sendBytes(server.url, `${asked} HTTP/1.1\r\n${offer}${rest}`)
    expect(answer).toMatch(/^HTTP\/1\.1 200 /)
  })
})

describe('a head of more headers than anyone sends is refused', () => {
  const path = '/socket.io/?EIO=4&transport=polling'
  it.each(['/healthz', '/api/nothing', path])('at %s', async (path) => {
    const asked = (count: number) => {
      const many = Array.from({ length: count }, (_, number) => `a${number}: b\r\n`).join('')
      const rest = 'host: x\r\nconnection: close\r\n\r\n'
      return sendBytes(server.url, `GET ${path} HTTP/1.1\r\n${many}${rest}`)
    }
    expect(await asked(98)).not.toContain('HTTP/1.1 413')
    for (const count of [99, 2000]) expect(await asked(count)).toContain('HTTP/1.1 413')
  })
})

describe('what is refused on the bare connection carries the headers of every answer', () => {
  const upgrade = (path: string, more = 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n') =>
    `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n${more}\r\n`
  const live = (query: string) => `/socket.io/?${query}`
  const websocket = 'EIO=4&transport=websocket'

  it.each([
    ['no host', 'GET / HTTP/1.1\r\nconnection: close\r\n\r\n', 400],
    [
      'an unknown expectation',
      'GET /api/nothing HTTP/1.1\r\nhost: x\r\nexpect: x\r\nconnection: close\r\n\r\n',
      404,
    ],
    ['no HTTP', 'Zanzibar\r\n\r\n', 400],
    ['too large a header', `GET / HTTP/1.1\r\nhost: x\r\na: ${'x'.repeat(40_000)}\r\n\r\n`, 413],
    ['an upgrade elsewhere', upgrade('/'), 404],
    ['an upgrade without its key', upgrade(live(websocket), ''), 400],
    ['an upgrade by POST', upgrade(live(websocket)).replace('GET', 'POST'), 400],
    ['an upgrade of a connection that is not there', upgrade(live(`${websocket}&sid=x`)), 400],
    ['an upgrade to what we do not have', upgrade(live('EIO=4&transport=webtransport')), 400],
    ['an upgrade by another protocol', upgrade(live('EIO=3&transport=websocket')), 400],
    ['an upgrade for a script tag', upgrade(live(`${websocket}&j=0`)), 400],
    ['an upgrade to too long an address', upgrade(live(`${websocket}&x=${'x'.repeat(1000)}`)), 413],
  ])('%s', async (_what, bytes, status) => {
    const answer = await sendBytes(server.url, bytes)
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    expect(answer).toContain("content-security-policy: default-src 'self'")
    expect(answer).toContain('x-content-type-options: nosniff')
    expect(answer).toContain('content-type: application/json; charset=utf-8')
    const body = JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))
    expect(body).toEqual({ error: expect.any(String), code: expect.any(String) })
    expect(body.error).not.toMatch(/xxx|Zanzibar|at .*\.ts|\bnode_modules\b/)
  })
})
