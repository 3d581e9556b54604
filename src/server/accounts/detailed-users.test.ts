import { afterEach, beforeEach, expect, it } from 'vitest'
import { rosterRow } from '../../../tests/support/roster-row.ts'
import { type ServerAt, startServerAt } from '../../../tests/support/server-at.ts'
import { systemContext } from '../context.ts'
import { importRoster } from '../tents/roster-import.ts'
import { setConfirmed } from './roles.ts'

let server: ServerAt
let boss: string
beforeEach(async () => {
  server = await startServerAt('2026-01-18T12:00:00Z')
  boss = await server.signIn('boss', { isSuperUser: true, firstName: 'Harper' })
})
afterEach(() => server.close())

async function detailsOf(netID: string, token = boss) {
  const users = await server.withToken(token).call('listUsers')
  return users.find((user) => user.netID === netID)?.details
}
const post = (path: string, body: object, token = boss) => server.ask(path, { token, body })

it('super users see when somebody was last there, and who gave them which role when', async () => {
  await server.signIn('mo')
  await post('/api/admin/update-role', { netID: 'mo', field: 'isLineMonitor', value: true })
  const at = server.now().toISOString()
  expect(await detailsOf('mo')).toEqual({
    sessions: 1,
    lastSeenAt: at,
    isLineMonitorSince: { by: 'Harper Test', at },
    isSuperUserSince: null,
    strangerTo: null,
  })
  await post('/api/admin/update-role', { netID: 'mo', field: 'isLineMonitor', value: false })
  await post('/api/admin/end-sessions', { netID: 'mo' })
  const after = { sessions: 0, lastSeenAt: null, isLineMonitorSince: null }
  expect(await detailsOf('mo')).toMatchObject(after)
})

it('line monitors are not shown these', async () => {
  const mo = await server.signIn('mo', { isLineMonitor: true })
  expect(await detailsOf('mo', mo)).toBeUndefined()
})

/** `smith`, who is in no tent, sees one; gives what reports them, and how they stand out then. */
async function withStranger() {
  const tent = rosterRow({ order: 'A', name: 'Ants', members: 'Ann Smith', netIDs: 'al1' })
  await server.db.transaction((tx) => importRoster(systemContext, tx, [tent], { results: true }))
  const ann = await server.signIn('al1', { firstName: 'Ann' })
  await server.signIn('smith', { firstName: 'Mallory' })
  const report = () =>
    post('/api/tents/not-one-of-us', { name: 'Mallory Test', since: '2026-01-18' }, ann)
  const said = { tent: 'A Ants', by: 'Ann Test', at: server.now().toISOString() }
  return { report, said }
}

it('whoever is said to be a stranger stands out until they are confirmed or disabled', async () => {
  const { report, said } = await withStranger()
  await report()
  expect(await detailsOf('smith')).toMatchObject({ strangerTo: said })
  await post('/api/admin/confirm-user', { netID: 'smith', value: true })
  expect(await detailsOf('smith')).toMatchObject({ strangerTo: null })
  await report()
  expect(await detailsOf('smith')).toMatchObject({ strangerTo: said })
  await post('/api/admin/disable-user', { netID: 'smith', value: true })
  expect(await detailsOf('smith')).toMatchObject({ strangerTo: null })
})

it('who confirms their own account settles no report, and undoes no decision', async () => {
  const { report, said } = await withStranger()
  const confirmOwn = () =>
    server.db.transaction((tx) =>
      setConfirmed(server, tx, { by: 'smith', netID: 'smith', value: true }),
    )
  await report()
  await confirmOwn()
  expect(await detailsOf('smith')).toMatchObject({ strangerTo: said })
  await post('/api/admin/confirm-user', { netID: 'smith', value: true })
  expect(await detailsOf('smith')).toMatchObject({ strangerTo: null })
  await report()
  await post('/api/admin/confirm-user', { netID: 'smith', value: false })
  expect(await detailsOf('smith')).toMatchObject({ strangerTo: null })
  await confirmOwn()
  expect(await detailsOf('smith')).toMatchObject({ strangerTo: null })
})
