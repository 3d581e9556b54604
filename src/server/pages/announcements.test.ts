import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { countWaiting, holdOpen } from '../../../tests/support/held-open.ts'
import { type ServerAt, startServerAt } from '../../../tests/support/server-at.ts'

let server: ServerAt
let boss: string
let lead: string
beforeEach(async () => {
  server = await startServerAt('2026-01-19T08:16:00Z')
  boss = await server.signIn('boss', { isSuperUser: true, firstName: 'Harper' })
  lead = await server.signIn('lead', { isLineMonitor: true })
})
afterEach(() => server.close())

const snow = { markdown: '**Snow** today.', until: '2026-01-19T12:00:00Z', audience: 'everyone' }
const post = (body: object) => server.ask('/api/announcements', { token: boss, body })
const add = async (body: object) => String((await post(body)).body['id'])
const change = (id: string, body: object) =>
  server.ask(`/api/announcements/${id}`, { method: 'PUT', token: boss, body })
const end = (id: string) =>
  server.ask(`/api/announcements/${id}`, { method: 'DELETE', token: boss })
const shown = async (token?: string) =>
  (await server.withToken(token).call('listAnnouncements')).announcements
const all = async () => (await server.withToken(boss).call('listAllAnnouncements')).announcements
const audit = () => server.withToken(boss).call('audit')
const nobody = '00000000-0000-4000-8000-000000000001'

describe('an announcement', () => {
  it('is shown from its beginning to its end, without who wrote it', async () => {
    const from = '2026-01-19T09:00:00Z'
    const id = await add({ ...snow, from })
    expect(await shown()).toEqual([])
    server.goTo(from)
    expect(await shown()).toEqual([
      { id, html: '<p><strong>Snow</strong> today.</p>', from: server.now().toISOString() },
    ])
    server.goTo(snow.until)
    expect(await shown()).toEqual([])
    expect(await all()).toEqual([
      {
        id,
        markdown: snow.markdown,
        html: '<p><strong>Snow</strong> today.</p>',
        from: '2026-01-19T09:00:00.000Z',
        until: '2026-01-19T12:00:00.000Z',
        audience: 'everyone',
        by: { netID: 'boss', name: 'Harper Test' },
        at: '2026-01-19T08:16:00.000Z',
        endedAt: null,
        earlier: [],
      },
    ])
  })

  it('for monitors is shown to monitors and super users alone; the newest stands first', async () => {
    const first = await add(snow)
    server.pass(1000)
    const second = await add({ ...snow, audience: 'monitors' })
    const tenter = await server.signIn('tenter')
    const ids = async (token?: string) => (await shown(token)).map(({ id }) => id)
    expect(await ids()).toEqual([first])
    expect(await ids(tenter)).toEqual([first])
    expect(await ids(lead)).toEqual([second, first])
    expect(await ids(boss)).toEqual([second, first])
  })

  it('is changed while it is not over, and keeps its beginning', async () => {
    const id = await add(snow)
    server.goTo('2026-01-19T09:00:00Z')
    const later = { markdown: 'Ice.', until: '2026-01-19T14:00:00Z', audience: 'monitors' }
    expect((await change(id, later)).status).toBe(200)
    expect(await shown()).toEqual([])
    expect(await shown(lead)).toMatchObject([
      { id, html: '<p>Ice.</p>', from: '2026-01-19T08:16:00.000Z' },
    ])
    server.goTo(later.until)
    const over = await change(id, { ...later, until: '2026-01-19T16:00:00Z' })
    expect(over).toMatchObject({ status: 409, body: { code: 'announcementOver' } })
    expect(await change(nobody, { ...later, until: '2026-01-19T16:00:00Z' })).toMatchObject({
      status: 404,
      body: { code: 'unknownAnnouncement' },
    })
  })

  it('is not changed over a version that nobody saw', async () => {
    const id = await add(snow)
    const [first] = await all()
    const over = first?.at
    server.pass(1000)
    expect((await change(id, { ...snow, markdown: 'Ice.', over })).status).toBe(200)
    server.pass(1000)
    const late = await change(id, { ...snow, markdown: 'Thaw.', over })
    expect(late).toMatchObject({ status: 409, body: { code: 'announcementChanged' } })
    expect(await all()).toMatchObject([{ markdown: 'Ice.' }])
  })

  it('keeps what it was before each change, with who wrote it and when', async () => {
    const id = await add(snow)
    server.goTo('2026-01-19T09:00:00Z')
    const head = await server.signIn('head2', { isSuperUser: true, firstName: 'Robin' })
    const later = { markdown: 'Ice.', until: '2026-01-19T14:00:00Z', audience: 'monitors' }
    await server.ask(`/api/announcements/${id}`, { method: 'PUT', token: head, body: later })
    await change(id, { ...later, markdown: 'Thaw.' })
    await end(id)
    const from = '2026-01-19T08:16:00.000Z'
    expect(await all()).toMatchObject([
      {
        id,
        markdown: 'Thaw.',
        by: { netID: 'boss' },
        endedAt: server.now().toISOString(),
        earlier: [
          { markdown: 'Ice.', audience: 'monitors', by: { name: 'Robin Test' }, from },
          {
            markdown: snow.markdown,
            html: '<p><strong>Snow</strong> today.</p>',
            audience: 'everyone',
            by: { name: 'Harper Test' },
            at: from,
          },
        ],
      },
    ])
    const about = { token: boss, body: { netID: 'head2' } }
    expect((await server.ask('/api/admin/export-person', about)).body).toMatchObject({
      announcements: [{ markdown: 'Ice.', writtenAt: '2026-01-19T09:00:00.000Z' }],
    })
  })

  // The embedded engine has one session, which does one after the other anyway.
  it.skipIf(inject('postgresUrl') === '')(
    'is kept as each of two wrote it who change it at the same moment',
    async () => {
      const id = await add(snow)
      const head = await server.signIn('head2', { isSuperUser: true })
      const write = (token: string, markdown: string) => {
        const body = { ...snow, markdown }
        return server.ask(`/api/announcements/${id}`, { method: 'PUT', token, body })
      }
      // Both get as far as they can while nothing may be written.
      const release = await holdOpen(server.db, ({ queries }) =>
        queries.execute(sql`lock table announcements in share mode`),
      )
      const answers = [write(boss, 'Ice.'), write(head, 'Thaw.')]
      await expect.poll(() => server.db.read(countWaiting)).toBe(2)
      await release()
      expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200])
      const [now] = await all()
      const kept = [now, ...(now?.earlier ?? [])].map((version) => version?.markdown)
      expect(kept.toSorted()).toEqual(['**Snow** today.', 'Ice.', 'Thaw.'])
    },
  )

  it('has a text that the database itself refuses to change', async () => {
    await add(snow)
    const change = server.db.transaction((tx) =>
      tx.queries.execute(sql`update announcements set markdown = 'Sun.'`),
    )
    await expect(change).rejects.toMatchObject({
      cause: { message: 'announcements is append-only' },
    })
  })

  it('is ended now, once, and the audit says who did what, not what was written', async () => {
    const id = await add(snow)
    await change(id, { ...snow, audience: 'monitors' })
    server.goTo('2026-01-19T09:00:00Z')
    for (const answer of await Promise.all([end(id), end(id), end(id)])) {
      expect(answer).toMatchObject({ status: 200, body: { ok: true } })
    }
    expect(await shown(lead)).toEqual([])
    expect(await all()).toMatchObject([{ endedAt: server.now().toISOString() }])
    expect((await change(id, snow)).status).toBe(409)
    expect((await end(nobody)).status).toBe(404)
    const times = { from: '2026-01-19T08:16:00.000Z', until: '2026-01-19T12:00:00.000Z' }
    const events = await audit()
    expect(events).toMatchObject([
      { kind: 'announcementEnded', netID: 'boss', audience: 'monitors', ...times },
      { kind: 'announcementChanged', netID: 'boss', audience: 'monitors', ...times },
      { kind: 'announcementAdded', netID: 'boss', audience: 'everyone', ...times },
    ])
    expect(JSON.stringify(events)).not.toContain('Snow')
  })

  it('goes with the season', async () => {
    await add(snow)
    const about = { token: boss, body: { netID: 'boss' } }
    expect((await server.ask('/api/admin/export-person', about)).body).toMatchObject({
      announcements: [{ markdown: snow.markdown, writtenAt: server.now().toISOString() }],
    })
    const body = { confirm: 'CLOSE' }
    expect((await server.ask('/api/admin/close-season', { token: boss, body })).status).toBe(200)
    expect(await all()).toEqual([])
    expect(await shown()).toEqual([])
  })

  it('is refused for what is not valid, with the name of its field', async () => {
    const id = await add(snow)
    for (const [field, wrong] of [
      ['until', { until: '2026-01-19T08:16:00Z' }],
      ['until', { until: 'tomorrow' }],
      ['until', { until: '2026-01-20T08:00:00' }],
      ['until', { until: '2027-01-21T08:16:00Z' }],
      ['until', { until: 5 }],
      ['until', { from: '2026-01-19T12:00:00Z' }],
      ['until', { from: '2026-01-18T08:00:00Z', until: '2026-01-19T08:00:00Z' }],
      ['from', { from: 'now' }],
      ['audience', { audience: 'tenters' }],
      ['markdown', { markdown: '' }],
      ['markdown', { markdown: 'x'.repeat(2001) }],
    ] as const) {
      for (const answer of [
        await post({ ...snow, ...wrong }),
        await change(id, { ...snow, ...wrong }),
      ]) {
        expect([wrong, answer.status]).toEqual([wrong, 400])
        expect(answer.body.code).toMatch(/^(announcement|markdown)Invalid$/)
        expect(answer.body.error).toContain(field)
      }
    }
    expect(await all()).toMatchObject([{ id, markdown: snow.markdown }])
    expect(await audit()).toHaveLength(1)
  })

  it('may be shown for a year', async () => {
    expect((await post({ ...snow, until: '2027-01-20T08:16:00Z' })).status).toBe(200)
  })
})
