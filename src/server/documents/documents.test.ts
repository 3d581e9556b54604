import { createHash } from 'node:crypto'
import { readdir, rm, truncate, writeFile } from 'node:fs/promises'
import { request as httpRequest } from 'node:http'
import { connect as connectTo, type Socket } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { lockedPdf, makePdf } from '../../../tests/support/pdf.ts'
import { countQueries } from '../../../tests/support/queries.ts'
import { rosterRow } from '../../../tests/support/roster-row.ts'
import { type ServerAt, startServerAt } from '../../../tests/support/server-at.ts'
import { documentBytesAtMost } from '../../shared/documents/contract.ts'
import { refusals } from '../../shared/refusals.ts'
import { systemContext } from '../context.ts'
import { uploadsAtMost } from '../http/uploads.ts'
import { importRoster } from '../tents/roster-import.ts'
import { addressOf } from './serve.ts'
import { insertDocument } from './store.ts'

/** A different file for each number of pages. */
const pdf = (pages = 1) => makePdf({ pages })
/** Of so many bytes. */
const pdfOf = (bytes: number) => {
  const paddingBytes = bytes - 10_000
  return makePdf({
    pages: 1,
    paddingBytes: paddingBytes + bytes - makePdf({ pages: 1, paddingBytes }).length,
  })
}

let server: ServerAt
let boss: string
beforeEach(async () => {
  server = await startServerAt('2026-01-18T12:00:00Z')
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

/** Stores one without the checks of an upload; returns its address. */
async function put(bytes: Uint8Array): Promise<string> {
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const document = {
    kind: 'policy',
    sha256,
    bytes,
    uploadedBy: 'boss',
    uploadedAt: server.now(),
  } as const
  await server.db.transaction((tx) => insertDocument(tx, document))
  return addressOf('policy', sha256)
}

const shownUrl = async (kind: 'policy' | 'calendar' = 'policy') =>
  (await server.as('visitor').call(`${kind}File`)).url

describe('policy and calendar', () => {
  it('are url null before the first upload', async () => {
    for (const kind of ['policy', 'calendar']) {
      expect(await server.ask(`/api/files/${kind}`)).toMatchObject({
        status: 200,
        body: { url: null },
      })
    }
  })

  it('are listed for line monitors with who put them up, when, and how large they are', async () => {
    const token = await server.signIn('monitor1', { isLineMonitor: true })
    const list = async () => (await server.ask('/api/files', { token })).body['documents']
    expect(await list()).toEqual([])
    await upload([{ bytes: pdf(1) }])
    server.goTo('2026-01-19T12:00:00Z')
    await upload([{ bytes: pdf(3) }])
    await upload([{ bytes: pdf(2) }], 'calendar')
    const at = '2026-01-19T12:00:00.000Z'
    const by = { netID: 'boss', name: expect.stringMatching(/./) }
    expect(await list()).toEqual([
      { kind: 'calendar', url: await shownUrl('calendar'), at, by, bytes: pdf(2).length, pages: 2 },
      { kind: 'policy', url: await shownUrl(), at, by, bytes: pdf(3).length, pages: 3 },
    ])
    // One that came before pages were counted.
    await put(pdf(4))
    expect(await list()).toContainEqual(expect.objectContaining({ kind: 'policy', pages: null }))
  })

  it('are shown to everyone at an address that never changes its content', async () => {
    const taken = await upload([{ bytes: pdf(1) }])
    expect(taken.status).toBe(200)
    const url = await shownUrl()
    expect(JSON.parse(taken.text)).toEqual({ ok: true, url })
    const hash = createHash('sha256').update(pdf(1)).digest('hex')
    expect(url).toBe(`/uploads/policy/${hash}.pdf`)
    const answer = await fetch(`${server.url}${url}`)
    expect(Buffer.from(await answer.arrayBuffer()).equals(pdf(1))).toBe(true)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'cache-control': 'public, max-age=31536000, immutable',
      'accept-ranges': 'bytes',
      'x-content-type-options': 'nosniff',
      'content-disposition': 'inline; filename="policy.pdf"',
      'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
    })
    expect(await shownUrl('calendar')).toBeNull()

    await put(pdf(2))
    expect(await shownUrl()).not.toBe(url)
    expect((await fetch(`${server.url}${url}`)).status).toBe(200)
    await put(pdf(3))
    expect((await fetch(`${server.url}${url}`)).status).toBe(404)
  })

  it('are the file that came last, whatever the clocks of the servers say', async () => {
    const first = await put(pdf(1))
    server.goTo('2026-01-18T11:59:00Z')
    const second = await put(pdf(2))
    expect(await shownUrl()).toBe(second)
    await put(pdf(1))
    expect(await shownUrl()).toBe(first)
    await put(pdf(3))
    expect((await fetch(`${server.url}${first}`)).status).toBe(200)
    expect((await fetch(`${server.url}${second}`)).status).toBe(404)
  })

  it('uploaded at the same moment leave the newest and the one before', async () => {
    const urls = await Promise.all([1, 2, 3, 4].map((pages) => put(pdf(pages))))
    const found = await Promise.all(
      urls.map(async (url) => (await fetch(`${server.url}${url}`)).status),
    )
    expect(found.sort()).toEqual([200, 200, 404, 404])
    expect((await fetch(`${server.url}${await shownUrl()}`)).status).toBe(200)
  })

  it('are served in parts, and not again to whoever has them', async () => {
    const address = `${server.url}${await put(pdf())}`
    const whole = await (await fetch(address)).text()
    const ask = (headers: Record<string, string>, method = 'GET') =>
      fetch(address, { headers, method })

    const part = await ask({ range: 'bytes=0-4' })
    expect([part.status, await part.text()]).toEqual([206, '%PDF-'])
    expect(part.headers.get('content-range')).toBe(`bytes 0-4/${whole.length}`)
    const end = await ask({ range: 'bytes=-6' })
    expect([end.status, await end.text()]).toEqual([206, '%%EOF\n'])
    const beyond = await ask({ range: 'bytes=9000-' })
    expect([beyond.status, beyond.headers.get('content-range')]).toEqual([
      416,
      `bytes */${whole.length}`,
    ])
    expect(beyond.headers.get('cache-control')).not.toContain('immutable')
    expect(await beyond.json()).toMatchObject({ code: 'rangeInvalid' })
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

describe('the files of the cache', () => {
  const bytes = pdf(9)
  let queries: ReturnType<typeof countQueries>
  beforeEach(async () => {
    queries = countQueries()
    await put(bytes)
    queries.begin()
  })
  afterEach(() => queries.stop())
  const readings = () => queries.calling('substring')

  async function expectWhole() {
    const answer = await fetch(`${server.url}${await shownUrl()}`)
    expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true)
  }
  async function cached() {
    const names = await readdir(server.cacheFolder)
    return names.map((name) => join(server.cacheFolder, name))
  }

  it('are read from the database once, however many ask for the whole, a part or a head', async () => {
    const address = `${server.url}${await shownUrl()}`
    expect((await fetch(address, { method: 'HEAD' })).status).toBe(200)
    await Promise.all(Array.from({ length: 10 }, expectWhole))
    await fetch(address, { headers: { range: 'bytes=5-99' } })
    expect(readings()).toBe(1)
  })

  it.each<[string, (path: string) => Promise<void>]>([
    ['missing', (path) => rm(path)],
    ['missing with its folder', () => rm(server.cacheFolder, { recursive: true })],
    ['cut off', (path) => truncate(path, 99)],
    ['overwritten', (path) => writeFile(path, Buffer.alloc(bytes.length))],
  ])('that are %s are made anew, once', async (_, damage) => {
    await expectWhole()
    const [path = ''] = await cached()
    await damage(path)
    await Promise.all([1, 2, 3].map(expectWhole))
    await expectWhole()
    expect(readings()).toBe(2)
  })

  it('are as few as they need to be', async () => {
    for (let pages = 1; pages <= 10; pages += 1) {
      await fetch(`${server.url}${await put(pdf(pages))}`)
    }
    expect(await cached()).toHaveLength(8)
  })

  it('are not read at all for those who know them', async () => {
    const url = await shownUrl()
    const headers = { 'if-none-match': '*' }
    expect((await fetch(`${server.url}${url}`, { headers })).status).toBe(304)
    expect(readings()).toBe(0)
  })
})

it('30 pages that ask for a document and take nothing in hold a part of it each, for a minute', async () => {
  const connections: Socket[] = []
  server.app.server.on('connection', (connection) => connections.push(connection))
  const url = await put(pdfOf(6_000_000))
  connections.splice(0)
  const silent = Array.from({ length: 30 }, () => connectTo(Number(new URL(server.url).port)))
  try {
    for (const one of silent) one.pause().write(`GET ${url} HTTP/1.1\r\nhost: x\r\n\r\n`)
    const stuck = () => connections.filter(({ writableLength }) => writableLength > 0).length
    await expect.poll(stuck).toBe(30)
    const held = connections.reduce((sum, { writableLength }) => sum + writableLength, 0)
    expect(held).toBeLessThan(30 * 200_000)
    expect((await server.ask('/healthz')).status).toBe(200)
    const ended = () => {
      server.pass(61_000)
      return connections.filter(({ destroyed }) => destroyed).length
    }
    await expect.poll(ended).toBeGreaterThanOrEqual(30)
  } finally {
    for (const one of silent) one.destroy()
  }
})

/** A PDF that says so of how many pages it has. */
function saying(count: string, pages = 1): Buffer {
  const text = Buffer.from(makePdf({ pages })).toString('latin1')
  return Buffer.from(text.replace(`/Count ${pages}`, `/Count ${count}`), 'latin1')
}

describe('an upload', () => {
  it.each<[string, () => Part[], number, string]>([
    ['that is no PDF', () => [{ bytes: Buffer.from('hello') }], 400, 'This file is not a PDF.'],
    [
      'of an HTML page named .pdf',
      () => [{ bytes: Buffer.from('<!doctype html>') }],
      400,
      'This file is not a PDF.',
    ],
    ['over 15 MB', () => [{ bytes: pdfOf(documentBytesAtMost + 1) }], 413, 'larger than 15 MB'],
    ['of half a PDF', () => [{ bytes: pdf(9).subarray(0, 2000) }], 400, refusals.pdfDamaged[1]],
    ['of no page at all', () => [{ bytes: saying('0', 0) }], 400, refusals.pdfDamaged[1]],
    ['that says it has no page', () => [{ bytes: saying('0') }], 400, refusals.pdfDamaged[1]],
    ['of less than no page', () => [{ bytes: saying('-1', 12) }], 400, refusals.pdfDamaged[1]],
    ['that asks for a password', () => [{ bytes: lockedPdf() }], 400, refusals.pdfLocked[1]],
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
      const before = await put(pdf(2))
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
    const bytes = pdfOf(documentBytesAtMost)
    expect(bytes.length).toBe(documentBytesAtMost)
    expect((await upload([{ bytes }])).status).toBe(200)
    const answer = await fetch(`${server.url}${await shownUrl()}`)
    expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true)
  })

  it('by someone without the role is refused in plain text', async () => {
    const monitor = await server.signIn('lena', { isLineMonitor: true })
    const refused = await upload([{ bytes: pdf() }], 'policy', monitor)
    expect(refused).toMatchObject({ status: 403, text: expect.stringContaining('super user') })
    expect(refused.type).toContain('text/plain')
    expect(await upload([{ bytes: pdf() }], 'policy', '')).toMatchObject({ status: 401 })
    expect(await shownUrl()).toBeNull()
  })

  it('of a super user has a place, however many others hold theirs', async () => {
    const netIDs = Array.from({ length: uploadsAtMost.ofOthers / 2 }, (_, place) => `t${place}`)
    const row = rosterRow({ id: 'tA', order: 'A', netIDs: netIDs.join(', ') })
    await server.db.transaction((tx) => importRoster(systemContext, tx, [row], { results: true }))
    const path = '/api/tents/tA/shifts/read-availability?kind=sheet&from=2026-01-30&days=1'
    const headersOf = (token: string) => ({
      'content-type': 'multipart/form-data; boundary=x',
      authorization: `Bearer ${token}`,
    })
    const tokens = await Promise.all(netIDs.map((netID) => server.signIn(netID)))
    const held = tokens.map((token) => {
      const headers = { ...headersOf(token), 'content-length': '1000' }
      const sending = httpRequest(server.url + path, { method: 'POST', headers })
      sending.on('error', () => {})
      sending.flushHeaders()
      return sending
    })
    const more = () => server.ask(path, { method: 'POST', headers: headersOf(tokens[0] ?? '') })
    await expect.poll(async () => (await more()).status).toBe(429)
    expect((await upload([{ bytes: pdf() }])).status).toBe(200)
    for (const sending of held) sending.destroy()
  })

  it('that is no form at all is refused', async () => {
    const answer = await server.ask('/api/files/policy', { token: boss, body: {} })
    expect([answer.status, answer.body]).toEqual([400, 'Please choose a file first.'])
  })

  it('cut off in the middle leaves the file before', async () => {
    const before = await put(pdf(2))
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
