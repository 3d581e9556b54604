import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../../../tests/support/app.ts'

let server: TestApp
let boss: string
beforeAll(async () => {
  server = await startApp()
  boss = await server.signIn('boss', { isSuperUser: true })
})
afterAll(() => server.close())

describe('the Airtable settings', () => {
  const ids = { airtableBaseId: 'appA1', airtableTableId: 'tblB2' }
  const key = 'patAbc.1234567890'
  const save = (body: object) =>
    server.ask('/api/airtable-config', { token: boss, method: 'PUT', body })
  const load = () => server.ask('/api/airtable-config', { token: boss })

  it('are empty at first', async () => {
    expect((await load()).body).toEqual({
      hasApiKey: false,
      maskedApiKey: '',
      airtableBaseId: '',
      airtableTableId: '',
    })
  })

  it('show the key masked to its last four, and keep it when it is left blank', async () => {
    const saved = { hasApiKey: true, maskedApiKey: '••••7890', ...ids }
    expect((await save({ ...ids, airtableApiKey: key })).body).toMatchObject(saved)
    for (const airtableApiKey of [undefined, '', '  ']) {
      expect((await save({ ...ids, airtableApiKey })).body).toMatchObject(saved)
    }
    expect((await load()).body).toEqual(saved)
    expect((await save({ ...ids, airtableApiKey: 'short' })).body['maskedApiKey']).toBe('••••hort')
    expect((await save({ ...ids, airtableApiKey: ' x z ' })).body['maskedApiKey']).toBe('••••')
    expect((await save({ ...ids, airtableApiKey: 'four' })).body['maskedApiKey']).toBe('••••')
  })

  it('keep the key itself out of every answer', async () => {
    const answers = [
      await save({ ...ids, airtableApiKey: key }),
      await save({ ...ids, airtableBaseId: '', airtableApiKey: key }),
      await save({ ...ids, airtableApiKey: `${key}\t${key}` }),
      await save({ ...ids, airtableApiKey: [key] }),
      await load(),
    ]
    expect(answers.map(({ status }) => status)).toEqual([200, 400, 400, 400, 200])
    expect(JSON.stringify(answers.map(({ body }) => body))).not.toContain('patAbc')
  })

  it('keep a key that cannot be read, because the server has another SECRET_KEY, for later', async () => {
    await save({ ...ids, airtableApiKey: key })
    const other = await server.another({ SECRET_KEY: 'd0'.repeat(32) })
    const put = { token: boss, method: 'PUT', body: { ...ids, airtableTableId: 'tblC3' } }
    const saved = await other.ask('/api/airtable-config', put)
    expect(saved.body).toMatchObject({ hasApiKey: false, maskedApiKey: '' })
    await expect.poll(() => server.takeErrors().join()).toContain('another SECRET_KEY')
    await other.app.close()
    const expected = { hasApiKey: true, maskedApiKey: '••••7890', airtableTableId: 'tblC3' }
    expect((await load()).body).toMatchObject(expected)
  })

  it('keep the key sealed at rest', async () => {
    await save({ ...ids, airtableApiKey: key })
    const stored = await server.db.read(({ queries }) =>
      queries.execute(sql`select value::text as value from settings where key = 'airtable'`),
    )
    const text = JSON.stringify(stored)
    expect(text).toContain('appA1')
    expect(text).not.toContain('7890')
  })

  it('are refused where they are not valid, and nothing changes', async () => {
    const { body: before } = await load()
    for (const [text, body] of [
      ['Base ID and Table ID are required.', { airtableBaseId: '', airtableTableId: 'tblB2' }],
      ['Base ID and Table ID are required.', { airtableBaseId: 'appA1', airtableTableId: ' ' }],
      ['Base ID and Table ID are required.', { airtableBaseId: 'appA1' }],
      [
        'Base ID and Table ID are required.',
        { airtableTableId: 'tblB2', airtableApiKey: 'patA.b' },
      ],
      ['Base ID and Table ID are required.', {}],
      ['letters and digits', { airtableBaseId: 'app/A1', airtableTableId: 'tblB2' }],
      ['letters and digits', { airtableBaseId: 'appA1', airtableTableId: '../tbl' }],
      ['An API key has', { ...ids, airtableApiKey: 'with\ttab' }],
      ['An API key has', { ...ids, airtableApiKey: 'ключ' }],
      ['An API key has', { ...ids, airtableApiKey: 'x'.repeat(201) }],
    ] as const) {
      const answer = await save(body)
      const said = [body, 400, expect.stringContaining(text)]
      expect([body, answer.status, answer.body.error]).toEqual(said)
    }
    expect((await load()).body).toEqual(before)
  })
})

describe('the sign-up link', () => {
  const save = (body: object) => server.ask('/api/tent-link', { token: boss, body })
  const load = async () => (await server.ask('/api/tent-link')).body

  it('is empty and closed at first', async () => {
    expect(await load()).toEqual({ url: '', active: false })
  })

  it.each([
    { url: 'https://forms.example.edu/tent?x=1', active: true },
    { url: 'http://example.edu', active: false },
    { url: '', active: true },
    { url: `https://example.edu/${'x'.repeat(1900)}`, active: true },
  ])('is what it was set to: %j', async (link) => {
    expect((await save(link)).status).toBe(200)
    expect(await load()).toEqual(link)
  })

  it('takes 2,000 characters and no more, and spaces around it are not part of it', async () => {
    const url = `https://example.edu/${'x'.repeat(2000 - 'https://example.edu/'.length)}`
    expect((await save({ url: ` ${url.slice(2)}`, active: true })).status).toBe(400)
    expect((await save({ url: `${url}x`, active: true })).status).toBe(400)
    expect((await save({ url, active: true })).body).toEqual({ ok: true, url, active: true })
    const short = { url: ' https://example.edu ', active: false }
    expect((await save(short)).body).toEqual({
      ok: true,
      url: 'https://example.edu',
      active: false,
    })
  })

  it('is active or not, and nothing else', async () => {
    const before = await load()
    for (const active of ['true', 1, null, undefined]) {
      expect((await save({ url: 'https://odd.example.edu', active })).status).toBe(400)
    }
    expect(await load()).toEqual(before)
  })

  it.each([
    ['a visitor', 401, undefined],
    ['a line monitor', 403, { isLineMonitor: true }],
  ])('is not changed by %s', async (_, status, roles) => {
    const before = await load()
    const token = roles && (await server.signIn('mo', roles))
    const body = { url: 'https://theirs.example.edu', active: true }
    expect((await server.ask('/api/tent-link', { token, body })).status).toBe(status)
    expect(await load()).toEqual(before)
  })

  it('is never anything but an address of the web', async () => {
    const before = await load()
    for (const url of [
      'javascript:alert(1)',
      'JavaScript:alert(1)',
      'data:text/html,x',
      'ftp://example.edu',
      'example.edu',
      '//example.edu',
      `https://example.edu/${'x'.repeat(2000)}`,
    ]) {
      const answer = await save({ url, active: true })
      expect([url, answer.status, typeof answer.body.error]).toEqual([url, 400, 'string'])
    }
    expect(await load()).toEqual(before)
  })
})
