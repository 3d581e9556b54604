import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { startApp, type TestApp } from '../../../tests/support/app.ts'
import { backupOf, restoreInto } from '../../../tests/support/backup.ts'
import { type ServerAt, startServerAt } from '../../../tests/support/server-at.ts'
import { Shared } from '../http/answer.ts'
import { firstTexts } from './first-texts.ts'

let server: ServerAt
let boss: string
beforeEach(async () => {
  server = await startServerAt('2026-01-19T08:16:00Z')
  boss = await server.signIn('boss', { isSuperUser: true, firstName: 'Harper' })
})
afterEach(() => server.close())

const minutesLater = (minutes: number) => {
  server.pass(minutes * 60_000)
}
const read = async (page: string, at: TestApp = server) => (await at.ask(`/api/pages/${page}`)).body
const source = async (page: string) =>
  (await server.ask(`/api/pages/${page}/source`, { token: boss })).body
const version = (page: string, number: number | string) =>
  server.ask(`/api/pages/${page}/versions/${number}`, { token: boss })
const save = (page: string, number: number, markdown: string, at: TestApp = server) =>
  at.ask(`/api/pages/${page}`, { method: 'PUT', token: boss, body: { number, markdown } })
const audit = () => server.withToken(boss).call('audit')

it.each(['/api/pages/faq', '/api/announcements'])(
  '%s is made once for all visitors who read it',
  async (path) => {
    const body = vi.spyOn(Shared.prototype, 'body')
    onTestFinished(() => body.mockRestore())
    const answers = await Promise.all(Array.from({ length: 20 }, () => server.ask(path)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(body).toHaveBeenCalledTimes(20)
    expect(new Set(body.mock.contexts).size).toBe(1)
  },
)

describe('a written page', () => {
  it('has its first text until somebody saves it', async () => {
    expect(await read('faq')).toEqual({
      html: expect.stringContaining('<h3>What is a tent check?</h3>'),
      savedAt: null,
    })
    expect(await read('contacts')).toMatchObject({ savedAt: null })
    expect(await source('faq')).toEqual({ number: 0, markdown: firstTexts.faq, versions: [] })
    expect((await version('faq', 0)).body).toEqual({
      markdown: firstTexts.faq,
      html: (await read('faq'))['html'],
    })
  })

  it('is saved as its next version, and every version is kept', async () => {
    const first = await save('faq', 0, '# Who\n\nAsk *us*.')
    expect(first).toMatchObject({ status: 200, body: { number: 1 } })
    const savedAt = server.now().toISOString()
    expect(await read('faq')).toEqual({
      html: '<h2>Who</h2>\n<p>Ask <em>us</em>.</p>',
      savedAt,
    })
    minutesLater(5)
    expect((await save('faq', 1, 'Ask them.')).body).toEqual({ number: 2 })
    const by = { netID: 'boss', name: 'Harper Test' }
    expect(await source('faq')).toEqual({
      number: 2,
      markdown: 'Ask them.',
      versions: [
        { number: 2, savedAt: server.now().toISOString(), by },
        { number: 1, savedAt, by },
      ],
    })
    expect((await version('faq', 1)).body).toEqual({
      markdown: '# Who\n\nAsk *us*.',
      html: '<h2>Who</h2>\n<p>Ask <em>us</em>.</p>',
    })
    for (const unknown of ['3', '-1', '2147483648', '999999999999999', 'x', '1.5']) {
      expect((await version('faq', unknown)).status).toBe(404)
    }
    expect((await read('contacts'))['savedAt']).toBe(null)
    expect(await audit()).toMatchObject([
      { kind: 'pageSaved', netID: 'boss', page: 'faq', number: 2 },
      { kind: 'pageSaved', netID: 'boss', page: 'faq', number: 1 },
    ])
  })

  it('that is none is 404', async () => {
    for (const path of ['/api/pages/about', '/api/pages/FAQ', '/api/pages/faq/versions/1']) {
      expect((await server.ask(path, { token: boss })).status).toBe(404)
    }
    expect((await save('about', 0, 'x')).status).toBe(404)
  })

  it('is not saved over a version that is not the newest', async () => {
    await save('faq', 0, 'First.')
    for (const number of [0, 2, -1, 1e300]) {
      expect(await save('faq', number, 'Other.')).toMatchObject({
        status: 409,
        body: { code: 'pageChanged' },
      })
    }
    expect(await read('faq')).toMatchObject({ html: '<p>First.</p>' })
    expect(await audit()).toHaveLength(1)
  })

  it('saved by many at the same moment, through two servers, is saved by one', async () => {
    const other = await server.another()
    try {
      const answers = await Promise.all(
        Array.from({ length: 6 }, (_, place) =>
          save('faq', 0, `By ${place}.`, place % 2 === 0 ? server : other),
        ),
      )
      const taken = answers.flatMap(({ status }, place) => (status === 200 ? [place] : []))
      expect(taken).toHaveLength(1)
      for (const { status, body } of answers) {
        if (status !== 200) expect([status, body.code]).toEqual([409, 'pageChanged'])
      }
      expect(await read('faq')).toMatchObject({ html: `<p>By ${taken[0]}.</p>` })
      expect((await source('faq'))['versions']).toHaveLength(1)
      expect(await audit()).toHaveLength(1)
    } finally {
      await other.app.close()
    }
  })

  it('has versions that the database itself keeps as they are', async () => {
    await save('faq', 0, 'First.')
    for (const tampering of [
      sql`delete from page_versions`,
      sql`update page_versions set html = '<script>'`,
      sql`truncate page_versions`,
    ]) {
      const attempt = server.db.transaction(({ queries }) => queries.execute(tampering))
      await expect(attempt).rejects.toThrow()
    }
    expect(await read('faq')).toMatchObject({ html: '<p>First.</p>' })
  })

  it('comes back from a backup, stays when the season is closed, and is in a person’s export', async () => {
    await save('contacts', 0, 'Ask Harper.')
    const close = { method: 'POST', token: boss, body: { confirm: 'CLOSE' } }
    expect((await server.ask('/api/admin/close-season', close)).status).toBe(200)
    const file = await backupOf(server.db)
    const empty = await startApp({}, server.now)
    try {
      await restoreInto(empty.db, file)
      expect(await read('contacts', empty)).toMatchObject({ html: '<p>Ask Harper.</p>' })
    } finally {
      await empty.close()
    }
    const about = { token: boss, body: { netID: 'boss' } }
    expect((await server.ask('/api/admin/export-person', about)).body).toMatchObject({
      pageVersions: [{ page: 'contacts', number: 1, savedAt: server.now().toISOString() }],
    })
  })
})
