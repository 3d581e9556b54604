import { randomUUID } from 'node:crypto'
import { eq, type SQL, sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect } from 'vitest'
import { readConfig } from '../../src/server/config.ts'
import { systemContext } from '../../src/server/context.ts'
import { pushes } from '../../src/server/db/schema.ts'
import { callForLate } from '../../src/server/notices/worker.ts'
import { importRoster } from '../../src/server/tents/roster-import.ts'
import { type MailStandIn, startMailServer } from '../../stand-ins/smtp.ts'
import { startApp, type TestApp } from './app.ts'
import { freePort } from './free-port.ts'
import { rosterRow } from './roster-row.ts'
import { startCheck } from './start-check.ts'

export const begun = Date.parse('2026-01-19T08:04:00Z')

/** Those of the test that runs. */
export let mails: MailStandIn
export let server: TestApp
/** Milliseconds, as Date.now. */
export let clock: number
export let lead: string
export let boss: string
export const publicUrl = 'http://tents.example.edu'

export const tentA = (netIDs = 'al1, bz2') =>
  rosterRow({ id: 'tA', order: 'A', name: 'Ants', members: 'Ann Lee, Bo Chen', netIDs })
export const tentB = rosterRow({
  id: 'tB',
  order: 'B',
  name: 'Bees',
  members: 'Smith',
  netIDs: 'cz3',
})

export async function begin(env: Record<string, string> = { SMTP_URL: mails.url }): Promise<void> {
  server = await startApp({ PUBLIC_URL: publicUrl, ...env }, () => new Date(clock))
  await server.db.transaction((tx) =>
    importRoster(systemContext, tx, [tentA(), tentB], { results: true }),
  )
  lead = await server.signIn('lead', { isLineMonitor: true, firstName: 'Lena' })
  boss = await server.signIn('boss', { isSuperUser: true, firstName: 'Harper' })
  for (const netID of ['al1', 'bz2', 'cz3', 'smith']) await server.signIn(netID)
}

/** Each test of the file gets a server of its own, with a mail server and two tents. */
export function eachNoticesNight(): void {
  beforeEach(async () => {
    clock = begun
    // One that the machine gives to nobody else while the mail server is down.
    mails = await startMailServer({ port: await freePort() })
    await begin()
  })
  afterEach(async () => {
    await server.close()
    await mails.close()
  })
}

export const later = (ms: number) => {
  clock += ms
}
export const textOf = async (notice: { id: string } | undefined) => {
  const params = { id: notice?.id ?? '' }
  return (await server.withToken(boss).call('noticeText', undefined, { params })).text
}
export const post = (path: string, token: string, body: object = {}) =>
  server.ask(path, { token, body })
export const ok = async (asked: ReturnType<typeof post>) => expect((await asked).status).toBe(200)
export const listed = async () => (await server.withToken(boss).call('listNotices')).notices
export const states = async () =>
  (await listed()).map(({ kind, to, state }) => `${kind} ${to} ${state}`).sort()
const run = (statement: SQL) => server.db.transaction(({ queries }) => queries.execute(statement))
/** From now until it is freed, planning fails. */
export const holdPlanning = () =>
  run(sql`alter table told_checks add constraint held check (false) not valid`)
/** Waits for a failure, then lets planning work again; the test takes errors logged after this. */
export async function freePlanning(): Promise<void> {
  await expect.poll(() => server.takeErrors().join()).toContain('notices could not be planned')
  await run(sql`alter table told_checks drop constraint held`)
}
/** Looks for late mails as the worker does, by a clock so far ahead; says which are late. */
export async function areLate(aheadMs = 0): Promise<(boolean | undefined)[]> {
  const ctx = { ...systemContext, config: readConfig({}), db: server.db }
  await callForLate({ ...ctx, now: () => new Date(clock + aheadMs) })
  return (await listed()).map(({ isLate }) => isLate)
}
/** How many pushes about notices wait for super users. */
export const needed = () =>
  server.db.read(({ queries }) => queries.$count(pushes, eq(pushes.kind, 'needed')))
export const told = () =>
  mails.caught.map(({ to, subject }) => `${to.split('@')[0]}: ${subject}`).sort()

/** A check in which A has a Miss and B a Make; gives its id. */
export async function checked(how = 'end-check'): Promise<string> {
  const checkId = await startCheck(server.withToken(lead), ['tA', 'tB'])
  await ok(post('/api/tent-checks/update', lead, { id: 'tA', misses: 1 }))
  await ok(post('/api/tent-checks/update', lead, { id: 'tB', lastCheck: 'Smith' }))
  await ok(post(`/api/${how}`, lead))
  return checkId
}
export const correct = (checkId: string, outcome: string, tentId = 'tA') =>
  ok(
    post(`/api/checks/${checkId}/corrections`, boss, {
      tentId,
      outcome,
      reason: 'Seen by bz2 at the second call',
      correctionId: randomUUID(),
    }),
  )
export const missMails = ['al1: A Miss for tent A, Ants', 'bz2: A Miss for tent A, Ants']
