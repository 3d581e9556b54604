// On each engine: a role that ends is compared by the statement.

import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { Tx } from '../../src/server/db/database.ts'
import { users } from '../../src/server/db/schema.ts'
import { type ApiName, api } from '../../src/shared/api.ts'
import { checkHistoryApi } from '../../src/shared/check-history/contract.ts'
import type { Endpoint } from '../../src/shared/endpoint.ts'
import { refusals } from '../../src/shared/refusals.ts'
import { defaultRules } from '../../src/shared/season/default-rules.ts'
import { tentCheckApi } from '../../src/shared/tent-check/contract.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { answeredOrWaiting, holdOpen } from '../support/held-open.ts'
import { makePdf } from '../support/pdf.ts'
import { startCheck } from '../support/start-check.ts'

const roles = { isLineMonitor: true, isSuperUser: true }
const noRoles = { isLineMonitor: false, isSuperUser: false }

const anyId = '00000000-0000-4000-8000-000000000001'
const announcement = { markdown: 'Snow.', until: '2026-01-20T00:00:00Z', audience: 'everyone' }

/**
 * The body for each call that needs a role and writes. Not here: calls that write to the ledger.
 * One statement compares their role, which `src/server/tent-check/ledger/ledger.test.ts` tests.
 */
const bodies: Partial<Record<ApiName, (tent: string) => unknown>> = {
  refreshRoster: () => ({}),
  confirmUser: () => ({ netID: 'tenter', value: true }),
  leaveUnproven: () => ({ leaveOff: true }),
  disableUser: () => ({ netID: 'tenter', value: true }),
  makeResetLink: () => ({ netID: 'tenter' }),
  updateRole: () => ({ netID: 'tenter', field: 'isLineMonitor', value: true }),
  endSessions: () => ({ netID: 'tenter' }),
  handOverToCampus: () => ({ netID: 'tenter', subject: 'campus-tenter', takeOver: true }),
  uploadPolicy: () => new Blob([new Uint8Array(makePdf({ pages: 1 }))]),
  uploadCalendar: () => new Blob([new Uint8Array(makePdf({ pages: 2 }))]),
  exportPerson: () => ({ netID: 'tenter' }),
  makeBackup: () => ({}),
  makeScriptToken: () => ({ name: 'Misses', days: 30 }),
  endScriptToken: () => ({}),
  closeSeason: () => ({ confirm: 'CLOSE' }),
  pullRoster: () => ({}),
  retryResults: () => ({}),
  giveUpResults: (tentId) => ({ tentId }),
  settleDifference: (tentId) => ({ tentId, send: false }),
  updateAirtableConfig: () => ({ airtableBaseId: 'appA2', airtableTableId: 'tblB2' }),
  disconnectAirtable: () => ({}),
  updateTentLink: () => ({ url: 'https://example.edu', active: true }),
  importRoster: () => ({ csv: 'Tent Order,Tent Name\n1,One\n' }),
  editRoster: (id) => ({ edits: [{ id, fields: { name: 'Another' } }] }),
  loadDemoSeason: () => ({}),
  saveSeason: () => defaultRules,
  declareGrace: () => ({ until: '2026-01-20T00:00:00Z', reason: 'Snow' }),
  endGrace: () => ({}),
  savePage: () => ({ number: 0, markdown: 'Who to ask.' }),
  addAnnouncement: () => announcement,
  changeAnnouncement: () => announcement,
  endAnnouncement: () => ({}),
  retryNotice: () => ({}),
  tickOffNotice: () => ({}),
}
/** They only say what an import would do, and how a text would look. */
const writesNothing: ApiName[] = ['previewRoster', 'previewMarkdown']
const throughTheLedger = [
  ...Object.keys({ ...tentCheckApi, ...checkHistoryApi }),
  'answerDispute',
] as ApiName[]

const names = Object.keys(api) as ApiName[]
const askingForARole = names.filter((name) => {
  const { method, access }: Endpoint = api[name]
  if (method === 'GET' || throughTheLedger.includes(name)) return false
  return access === 'lineMonitor' || access === 'superUser'
})

it('knows every call that asks for a role and writes', () => {
  const known = [...Object.keys(bodies), ...writesNothing]
  expect(known.sort()).toEqual([...askingForARole].sort())
})

describe.skipIf(inject('postgresUrl') === '')('a role that is taken away', () => {
  let server: TestApp
  let now = new Date('2026-01-18T22:00:00-05:00')
  let boss: string
  let actor: string
  let tent: string

  beforeAll(async () => {
    server = await startApp({ RATE_LIMIT_FACTOR: '100' }, () => now)
    boss = await server.signIn('boss', { isSuperUser: true })
    actor = await server.signIn('actor', roles)
    await server.signIn('tenter')
    await server.ask('/api/roster/demo', { token: boss, body: {} })
    const ids = (await server.withToken(boss).call('listTents')).map(({ id }) => id)
    tent = ids[0] ?? ''
    const config = {
      airtableBaseId: 'appA1',
      airtableTableId: 'tblB1',
      airtableApiKey: 'patAbc.12',
    }
    await server.ask('/api/airtable-config', { token: boss, method: 'PUT', body: config })
    await startCheck(server.withToken(boss), ids.slice(0, 3))
  })
  afterAll(() => server.close())

  const audit = () => server.withToken(boss).call('audit')

  const updateActor = (to: typeof roles) => async (tx: Tx) => {
    await tx.queries.update(users).set(to).where(eq(users.netID, 'actor'))
  }

  async function send(name: ApiName): Promise<{ status: number; text: string }> {
    const { method, path } = api[name]
    const body = bodies[name]?.(tent)
    const form = new FormData()
    if (body instanceof Blob) form.append('file', body, 'a.pdf')
    const isFile = body instanceof Blob
    const answer = await fetch(server.url + path.replace(':id', anyId).replace(':page', 'faq'), {
      method,
      body: isFile ? form : JSON.stringify(body),
      headers: {
        authorization: `Bearer ${actor}`,
        ...(isFile ? {} : { 'content-type': 'application/json' }),
      },
    })
    return { status: answer.status, text: await answer.text() }
  }

  it.each(Object.keys(bodies) as ApiName[])(
    'after %s was let in and before it writes, refuses it',
    async (name) => {
      // A refresh is due again.
      now = new Date(now.getTime() + 60_000)
      const before = await audit()
      const commit = await holdOpen(server.db, updateActor(noRoles))
      const sent = send(name)
      await answeredOrWaiting(server.db, sent)
      await commit()
      const { status, text } = await sent
      await server.db.transaction(updateActor(roles))
      const code = api[name].access === 'superUser' ? 'needsSuperUser' : 'needsLineMonitor'
      expect(status).toBe(403)
      expect(text).toContain(refusals[code][1])
      expect(await audit()).toEqual(before)
    },
  )
})
