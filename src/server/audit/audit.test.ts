import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makePdf } from '../../../tests/support/pdf.ts'
import { type ServerAt, startServerAt } from '../../../tests/support/server-at.ts'
import { hourMs } from '../../shared/durations.ts'
import { insertAuditEvent } from './store.ts'

let server: ServerAt
let boss: string
beforeEach(async () => {
  server = await startServerAt('2026-01-19T03:04:00Z')
  boss = await server.signIn('boss', { isSuperUser: true, firstName: 'Harper' })
})
afterEach(() => server.close())

const audit = () => server.withToken(boss).call('audit')
const auditedTents = (event: { id: number } | undefined) =>
  server.withToken(boss).call('auditedTents', undefined, { params: { id: event?.id ?? 0 } })

const later = (ms: number) => {
  server.pass(ms)
}

async function change(path: string, body: object, method = 'POST'): Promise<void> {
  expect((await server.ask(path, { method, token: boss, body })).status).toBe(200)
}

describe('the audit', () => {
  it('names who did what to whom, and when', async () => {
    await server.signIn('monitor1')
    const role = { netID: 'MONITOR1', field: 'isLineMonitor', value: true }
    await change('/api/admin/update-role', role)
    expect(await audit()).toEqual([
      {
        id: expect.any(Number),
        at: '2026-01-19T03:04:00.000Z',
        netID: 'boss',
        by: 'Harper Test',
        kind: 'roleChanged',
        about: 'monitor1',
        role: 'isLineMonitor',
        value: true,
      },
    ])
  })

  it('has every change of settings and data, newest first, and never a key', async () => {
    const csv = 'Order,Name\nA,Ants\nB,Bees\n'
    await change('/api/roster/import', { csv })
    await change('/api/tent-link', { url: 'https://tents.example', active: true })
    const form = new FormData()
    form.append('file', new Blob([new Uint8Array(makePdf({ pages: 1 }))]), 'a.pdf')
    const authorization = `Bearer ${boss}`
    await fetch(`${server.url}/api/files/policy`, {
      method: 'POST',
      body: form,
      headers: { authorization },
    })
    const airtable = { airtableBaseId: 'appA', airtableTableId: 'tblB', airtableApiKey: 'patKey12' }
    await change('/api/airtable-config', airtable, 'PUT')
    await change('/api/profile/update-password', { newPassword: 'a new password' })
    const events = await audit()
    expect(events).toMatchObject([
      { kind: 'passwordChanged', about: 'boss' },
      { kind: 'airtableSettingsSaved', baseId: 'appA', tableId: 'tblB', isKeyNew: true },
      { kind: 'documentUploaded', document: 'policy' },
      { kind: 'tentLinkChanged', url: 'https://tents.example', active: true },
      { kind: 'rosterImported', added: 2, changed: 0, retired: 0 },
    ])
    expect(JSON.stringify(events)).not.toMatch(/patKey12|a new password/)
  })

  it('says tent by tent what an import changed, from what to what, and nothing of people', async () => {
    const roster = (tents: string[]) => ({
      csv: `Order,Name,Type,Captain\n${tents.join('\n')}`,
    })
    const tents = Array.from({ length: 25 }, (_, index) => `${index + 1},Tent,Blue,Ann Lee`)
    await change('/api/roster/import', roster(tents))
    await change('/api/roster/import', roster(['1,Tent,White,Bo Chen', ...tents.slice(1, -1)]))
    const [second, first] = await audit()
    const [changed, retired, ...more] = await auditedTents(second)
    expect(changed).toMatchObject({
      tent: '1 Tent',
      change: 'changed',
      columns: ['Type', 'Captain'],
      values: [{ column: 'Type', before: 'Blue', after: 'White' }],
    })
    expect(retired).toMatchObject({ tent: '25 Tent', change: 'retired', columns: [] })
    expect(more).toEqual([])
    const added = await auditedTents(first)
    expect(added.map(({ tent }) => tent)).toEqual(tents.map((_, index) => `${index + 1} Tent`))
    const tentIds = (await server.withToken(boss).call('listTents')).map(({ id }) => id)
    expect(added.slice(0, -1).map(({ tentId }) => tentId)).toEqual(tentIds)
    expect(JSON.stringify([changed, retired, added])).not.toMatch(/Ann|Bo Chen/)
    expect(second).toMatchObject({ tents: [changed, retired] })
  })

  it('names 2,000 tents of a kind at most, in short', async () => {
    const tents = Array.from({ length: 2001 }, (_, index) => `${index + 1},${'x'.repeat(100)}`)
    await change('/api/roster/import', { csv: `Order,Name\n${tents.join('\n')}` })
    const [event] = await audit()
    const named = await auditedTents(event)
    // The list names the first alone, or a few imports would make it heavy.
    expect(event).toMatchObject({ added: 2001, tents: named.slice(0, 60) })
    expect(named).toHaveLength(2000)
    expect(named[0]?.tent).toBe(`1 ${'x'.repeat(57)}…`)
  })

  it('has no tents of an event that is no import, nor of one that is unknown', async () => {
    await change('/api/tent-link', { url: '', active: true })
    expect(await auditedTents((await audit())[0])).toEqual([])
    expect(await auditedTents({ id: 999 })).toEqual([])
  })

  it('has the demo season', async () => {
    await server.ask('/api/roster/demo', { method: 'POST', token: boss })
    expect(await audit()).toMatchObject([{ kind: 'demoLoaded', tents: 130, netID: 'boss' }])
  })

  it('has nothing of what was refused or changed nothing', async () => {
    const role = { netID: 'boss', field: 'isSuperUser' }
    await server.ask('/api/admin/update-role', { token: boss, body: { ...role, value: false } })
    await change('/api/admin/update-role', { ...role, value: true })
    await server.ask('/api/tent-link', { token: boss, body: { url: 'javascript:x', active: true } })
    await server.ask('/api/roster/import', { token: boss, body: { csv: 'nonsense' } })
    expect(await audit()).toEqual([])
  })

  it('has failed sign-ins of accounts that exist, one an hour at most', async () => {
    const fail = (netID: string) =>
      server.ask('/api/profile/login', { body: { netID, password: 'wrong password' } })
    await Promise.all([fail('boss'), fail('BOSS'), fail('boss'), fail('nobody')])
    later(hourMs - 1)
    await fail('boss')
    expect(await audit()).toMatchObject([{ kind: 'signInFailed', netID: null, about: 'boss' }])
    later(1)
    await fail('boss')
    expect(await audit()).toHaveLength(2)
  })

  it('shows the newest 200, and 200 before any of them', async () => {
    await server.db.transaction(async (tx) => {
      for (let tents = 0; tents < 203; tents += 1) {
        await insertAuditEvent(tx, server.now(), { kind: 'seasonClosed', netID: 'boss', tents })
      }
    })
    const events = await audit()
    expect(events).toHaveLength(200)
    expect(events[0]).toMatchObject({ tents: 202 })
    const before = events.at(-1)?.id ?? 0
    const older = await server.withToken(boss).call('audit', undefined, { query: { before } })
    expect(older).toMatchObject([{ tents: 2 }, { tents: 1 }, { tents: 0 }])
  })

  it('says it, too, when somebody confirms an account again: it settles a report', async () => {
    await server.signIn('ann')
    const ann = { netID: 'ann', value: true }
    await change('/api/admin/confirm-user', ann)
    await change('/api/admin/confirm-user', ann)
    const confirmed = { kind: 'userConfirmed', netID: 'boss', about: 'ann' }
    expect(await audit()).toMatchObject([confirmed, confirmed])
  })

  it('is never changed: the database itself refuses', async () => {
    await change('/api/tent-link', { url: '', active: true })
    for (const tampering of [
      sql`delete from audit_events`,
      sql`update audit_events set net_id = null`,
      sql`truncate audit_events`,
    ]) {
      const attempt = server.db.transaction(({ queries }) => queries.execute(tampering))
      await expect(attempt).rejects.toThrow()
    }
    expect(await audit()).toHaveLength(1)
  })
})
