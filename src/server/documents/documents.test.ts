import { request as httpRequest } from 'node:http'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../../../tests/support/app.ts'
import { documentBytesAtMost } from '../../shared/documents/contract.ts'
import { rangeOf } from './range.ts'

const pdf = (text = 'one') => new TextEncoder().encode(`%PDF-1.7\n${text}\n%%EOF`)

let server: TestApp
let boss: string
let clock: Date
beforeEach(async () => {
  clock = new Date('2026-01-18T12:00:00Z')
  server = await startApp({}, () => clock)
  boss = await server.signIn('boss', { isSuperUser: true })
})
afterEach(() => server.close())

type Part = { bytes: Uint8Array; name?: string; type?: string; field?: string }

async function upload(parts: Part[], kind = 'policy', token: string | undefined = boss) {
  const form = new FormData()
  for (const { bytes, name = 'a.pdf', type = 'application/pdf', field = 'file' } of parts) {
    form.append(field, new Blob([new Uint8Array(bytes)], { type }), name)
  }
  const answer = await fetch(`${server.url}/api/files/${kind}`, {
    method: 'POST',
    body: form,
    ...(token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } }),
  })
  return {
    status: answer.status,
    type: answer.headers.get('content-type'),
    text: await answer.text(),
  }
}

async function shownUrl(kind = 'policy'): Promise<string | null> {
  return (await server.ask(`/api/files/${kind}`)).body['url'] ?? null
}

describe('policy and calendar', () => {
  it('are url null before the first upload', async () => {
    for (const kind of ['policy', 'calendar']) {
      expect(await server.ask(`/api/files/${kind}`)).toMatchObject({
        status: 200,
        body: { url: null },
      })
    }
  })

  it('are shown to everyone at an address that never changes its content', async () => {
    const taken = await upload([{ bytes: pdf('one') }])
    expect(taken.status).toBe(200)
    const url = await shownUrl()
    expect(JSON.parse(taken.text)).toEqual({ url })
    expect(url).toMatch(/^\/uploads\/policy\/[0-9a-f]{64}\.pdf$/)
    const answer = await fetch(`${server.url}${url}`)
    expect(await answer.text()).toContain('one')
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'cache-control': 'public, max-age=31536000, immutable',
      'accept-ranges': 'bytes',
      'x-content-type-options': 'nosniff',
      'content-disposition': 'inline; filename="policy.pdf"',
      'content-security-policy': expect.stringContaining('sandbox'),
    })
    expect(await shownUrl('calendar')).toBeNull()

    await upload([{ bytes: pdf('two') }])
    expect(await shownUrl()).not.toBe(url)
    expect((await fetch(`${server.url}${url}`)).status).toBe(200)
    await upload([{ bytes: pdf('three') }])
    expect((await fetch(`${server.url}${url}`)).status).toBe(404)
  })

  it('are the file that came last, whatever the clocks of the servers say', async () => {
    const first = JSON.parse((await upload([{ bytes: pdf('one') }])).text)
    clock = new Date('2026-01-18T11:59:00Z')
    const second = JSON.parse((await upload([{ bytes: pdf('two') }])).text)
    expect(await shownUrl()).toBe(second.url)
    await upload([{ bytes: pdf('one') }])
    expect(await shownUrl()).toBe(first.url)
    await upload([{ bytes: pdf('three') }])
    expect((await fetch(`${server.url}${first.url}`)).status).toBe(200)
    expect((await fetch(`${server.url}${second.url}`)).status).toBe(404)
  })

  it('uploaded at the same moment leave one that is shown and one before', async () => {
    const names = ['one', 'two', 'three', 'four']
    const taken = await Promise.all(names.map((name) => upload([{ bytes: pdf(name) }])))
    expect(taken.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    const found = await Promise.all(
      taken.map(async ({ text }) => (await fetch(`${server.url}${JSON.parse(text).url}`)).status),
    )
    expect(found.sort()).toEqual([200, 200, 404, 404])
    expect((await fetch(`${server.url}${await shownUrl()}`)).status).toBe(200)
  })

  it('are served in parts, and not again to whoever has them', async () => {
    await upload([{ bytes: pdf('parts') }])
    const address = `${server.url}${await shownUrl()}`
    const whole = await (await fetch(address)).text()
    const ask = (headers: Record<string, string>, method = 'GET') =>
      fetch(address, { headers, method })

    const part = await ask({ range: 'bytes=0-4' })
    expect([part.status, await part.text()]).toEqual([206, '%PDF-'])
    expect(part.headers.get('content-range')).toBe(`bytes 0-4/${whole.length}`)
    const end = await ask({ range: 'bytes=-5' })
    expect([end.status, await end.text()]).toEqual([206, '%%EOF'])
    const beyond = await ask({ range: 'bytes=9000-' })
    expect([beyond.status, beyond.headers.get('content-range')]).toEqual([
      416,
      `bytes */${whole.length}`,
    ])
    expect(beyond.headers.get('cache-control')).not.toContain('immutable')
    const etag = part.headers.get('etag') ?? ''
    expect((await ask({ 'if-none-match': etag })).status).toBe(304)
    expect((await ask({ range: 'bytes=0-4', 'if-range': '"other"' })).status).toBe(200)
    expect((await ask({ range: 'bytes=0-4', 'if-range': etag })).status).toBe(206)
    const head = await ask({}, 'HEAD')
    expect([head.status, head.headers.get('content-length')]).toEqual([200, `${whole.length}`])
    // A range is defined for GET alone.
    expect((await ask({ range: 'bytes=0-4' }, 'HEAD')).status).toBe(200)
    expect((await ask({ 'if-none-match': `"other", W/${etag}` })).status).toBe(304)
    expect((await ask({ 'if-none-match': '*' })).status).toBe(304)
    expect((await ask({ 'if-none-match': '"other"' })).status).toBe(200)
  })

  it.each([
    '/uploads/policy/x.pdf',
    `/uploads/policy/${'0'.repeat(64)}.pdf`,
    `/uploads/other/${'0'.repeat(64)}.pdf`,
    '/uploads/policy/..%2f..%2fetc%2fpasswd',
  ])('%s is 404', async (path) => {
    expect((await server.ask(path)).status).toBe(404)
  })
})

describe('an upload', () => {
  const tooLarge = () => {
    const bytes = new Uint8Array(documentBytesAtMost + 1)
    bytes.set(pdf())
    return bytes
  }

  it.each<[string, () => Part[], number, string]>([
    ['that is no PDF', () => [{ bytes: Buffer.from('hello') }], 400, 'This file is not a PDF.'],
    [
      'of an HTML page named .pdf',
      () => [{ bytes: Buffer.from('<!doctype html>') }],
      400,
      'This file is not a PDF.',
    ],
    ['over 15 MB', () => [{ bytes: tooLarge() }], 413, 'larger than 15 MB'],
    ['that is empty', () => [{ bytes: new Uint8Array() }], 400, 'The file is empty.'],
    ['of two files', () => [{ bytes: pdf() }, { bytes: pdf() }], 400, 'one file at a time'],
    [
      'of three files',
      () => [{ bytes: pdf() }, { bytes: pdf() }, { bytes: pdf() }],
      400,
      'one file at a time',
    ],
    ['in another field', () => [{ bytes: pdf(), field: 'other' }], 400, 'one file at a time'],
    ['of no file', () => [], 400, 'Please choose a file first.'],
    [
      'of a form in which no file was chosen',
      () => [{ bytes: new Uint8Array(), name: '', type: 'application/octet-stream' }],
      400,
      'Please choose a file first.',
    ],
  ])(
    '%s is refused with a clear text, and the file before stays',
    async (_, parts, status, text) => {
      await upload([{ bytes: pdf('before') }])
      const before = await shownUrl()
      const answer = await upload(parts())
      expect(answer).toMatchObject({ status, text: expect.stringContaining(text) })
      expect(answer.type).toContain('text/plain')
      expect(await shownUrl()).toBe(before)
    },
  )

  it('of a PDF by content is taken whatever its name and type say', async () => {
    const part = { bytes: pdf(), name: 'notes.txt', type: 'text/plain' }
    expect((await upload([part])).status).toBe(200)
  })

  it('of 15 MB is taken', async () => {
    expect((await upload([{ bytes: tooLarge().subarray(0, documentBytesAtMost) }])).status).toBe(
      200,
    )
  })

  it('by someone without the role is refused in plain text', async () => {
    const monitor = await server.signIn('lena', { isLineMonitor: true })
    const refused = await upload([{ bytes: pdf() }], 'policy', monitor)
    expect(refused).toMatchObject({ status: 403, text: expect.stringContaining('super user') })
    expect(refused.type).toContain('text/plain')
    expect(await upload([{ bytes: pdf() }], 'policy', '')).toMatchObject({ status: 401 })
    expect(await shownUrl()).toBeNull()
  })

  it('that is no form at all is refused', async () => {
    const answer = await server.ask('/api/files/policy', { token: boss, body: {} })
    expect([answer.status, answer.body]).toEqual([400, 'Please choose a file first.'])
  })

  it('cut off in the middle leaves the file before', async () => {
    await upload([{ bytes: pdf('before') }])
    const before = await shownUrl()
    const gone = new Promise<void>((resolve) => {
      const cut = httpRequest(`${server.url}/api/files/policy`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${boss}`,
          'content-type': 'multipart/form-data; boundary=b',
          'content-length': 1_000_000,
        },
      })
      cut.on('error', () => resolve())
      cut.write(
        '--b\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1.7',
        () => cut.destroy(),
      )
    })
    await gone
    expect(await shownUrl()).toBe(before)
    expect((await fetch(`${server.url}${before}`)).status).toBe(200)
  })

  it('whose form breaks off is refused', async () => {
    const answer = await server.ask('/api/files/policy', {
      token: boss,
      method: 'POST',
      body: '--b\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1.7',
      headers: { 'content-type': 'multipart/form-data; boundary=b' },
    })
    expect(answer.status).toBe(400)
    expect(await shownUrl()).toBeNull()
  })
})

describe('a part of a file', () => {
  it('lies within it, whatever is asked', () => {
    const bound = fc.option(fc.nat({ max: 200 }), { nil: '' })
    fc.assert(
      fc.property(bound, bound, fc.integer({ min: 1, max: 100 }), (first, last, size) => {
        const range = rangeOf(`bytes=${first}-${last}`, size)
        if (typeof range === 'string') return
        expect(range.start).toBeGreaterThanOrEqual(0)
        expect(range.length).toBeGreaterThan(0)
        expect(range.start + range.length).toBeLessThanOrEqual(size)
      }),
    )
  })

  it.each([undefined, '', 'bytes=', 'items=0-1', 'bytes=0-1,3-4', 'bytes=5-2', 'bytes=a-b'])(
    '%j asks for the whole',
    (header) => expect(rangeOf(header, 10)).toBe('whole'),
  )
})
