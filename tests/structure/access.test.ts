import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { can, type Level } from '../../src/shared/access.ts'
import { api } from '../../src/shared/api.ts'
import { clientEvents, serverEvents } from '../../src/shared/events.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { withValues } from '../support/with-values.ts'

/** Who may do what, by hand: the declared contract is held against this. */
const accessTable: [method: string, path: string, access: Level][] = [
  ['DELETE', '/api/grace/:id', 'superUser'],
  ['GET', '/api/admin/audit', 'superUser'],
  ['GET', '/api/admin/users', 'lineMonitor'],
  ['GET', '/api/airtable-config', 'superUser'],
  ['GET', '/api/check-status', 'public'],
  ['GET', '/api/files/calendar', 'public'],
  ['GET', '/api/files/policy', 'public'],
  ['GET', '/api/grace', 'public'],
  ['GET', '/api/profile/me', 'signedIn'],
  ['GET', '/api/profile/sessions', 'signedIn'],
  ['GET', '/api/roster/export', 'superUser'],
  ['GET', '/api/roster/sync', 'superUser'],
  ['GET', '/api/season', 'public'],
  ['GET', '/api/season/versions', 'lineMonitor'],
  ['GET', '/api/season/versions/:version', 'lineMonitor'],
  ['GET', '/api/team-stats', 'public'],
  ['GET', '/api/tent-checks', 'public'],
  ['GET', '/api/tent-link', 'public'],
  ['POST', '/api/admin/close-season', 'superUser'],
  ['POST', '/api/admin/end-sessions', 'superUser'],
  ['POST', '/api/admin/export-person', 'superUser'],
  ['POST', '/api/admin/update-role', 'superUser'],
  ['POST', '/api/airtable-config/disconnect', 'superUser'],
  ['POST', '/api/cancel-check', 'lineMonitor'],
  ['POST', '/api/end-check', 'lineMonitor'],
  ['POST', '/api/files/calendar', 'superUser'],
  ['POST', '/api/files/policy', 'superUser'],
  ['POST', '/api/grace', 'superUser'],
  ['POST', '/api/profile/end-other-sessions', 'signedIn'],
  ['POST', '/api/profile/end-session', 'signedIn'],
  ['POST', '/api/profile/login', 'public'],
  ['POST', '/api/profile/logout', 'public'],
  ['POST', '/api/profile/register', 'public'],
  ['POST', '/api/profile/update-email', 'signedIn'],
  ['POST', '/api/profile/update-password', 'signedIn'],
  ['POST', '/api/profile/verify-token', 'signedIn'],
  ['POST', '/api/roster/demo', 'superUser'],
  ['POST', '/api/roster/give-up', 'superUser'],
  ['POST', '/api/roster/import', 'superUser'],
  ['POST', '/api/roster/preview', 'superUser'],
  ['POST', '/api/roster/pull', 'superUser'],
  ['POST', '/api/roster/refresh', 'lineMonitor'],
  ['POST', '/api/roster/retry', 'superUser'],
  ['POST', '/api/start-check', 'lineMonitor'],
  ['POST', '/api/tent-checks/update', 'lineMonitor'],
  ['POST', '/api/tent-link', 'superUser'],
  ['PUT', '/api/airtable-config', 'superUser'],
  ['PUT', '/api/season', 'superUser'],
]

/** What is served beside the calls, open to all: uploaded files, and whether the server is well. */
const beside = ['/uploads/:kind/:name', '/healthz', '/readyz']
/** Their errors are the text alone. */
const uploads = ['/api/files/calendar', '/api/files/policy']

const people = {
  visitor: null,
  signedIn: { isLineMonitor: false, isSuperUser: false },
  lineMonitor: { isLineMonitor: true, isSuperUser: false },
  superUser: { isLineMonitor: false, isSuperUser: true },
}

describe('who may do what', () => {
  let server: TestApp
  const tokens = new Map<string, string | undefined>()

  beforeAll(async () => {
    server = await startApp()
    for (const [name, roles] of Object.entries(people)) {
      tokens.set(name, roles === null ? undefined : await server.signIn(name.toLowerCase(), roles))
    }
  })
  afterAll(() => server.close())

  it('is what the table says, for every call', () => {
    const declared = Object.values(api).map(({ method, path, access }) => [method, path, access])
    expect(declared.sort()).toEqual([...accessTable].sort())
  })

  it('has no route on the server that the table does not name', () => {
    for (const [method, path] of accessTable) {
      expect(server.app.hasRoute({ method: method as 'GET', url: path })).toBe(true)
    }
    const routes = server.app.printRoutes({ commonPrefix: false })
    expect(routes.match(/\((GET|POST|PUT|PATCH|DELETE)/g)?.length).toBe(
      new Set([...accessTable.map(([, path]) => path), ...beside]).size,
    )
  })

  it('lets everyone hear only these events, and send none', () => {
    const heardByAll = Object.entries(serverEvents).filter(([, { access }]) => access === 'public')
    expect(heardByAll.map(([name]) => name)).toEqual([
      'checkStarted',
      'tentStatusUpdated',
      'checkCanceled',
      'checkEnded',
    ])
    for (const { access } of Object.values(clientEvents)) expect(access).toBe('lineMonitor')
  })

  for (const [method, path, access] of accessTable.filter(
    ([, path]) => !path.endsWith('/logout'),
  )) {
    for (const [name, roles] of Object.entries(people)) {
      const expected = can(roles, access) ? 'through' : roles === null ? 401 : 403
      it(`${method} ${path} by ${name}: ${expected}`, async () => {
        const body = method === 'GET' ? undefined : []
        const answer = await server.ask(withValues(path), { method, token: tokens.get(name), body })
        if (expected === 'through') expect([401, 403]).not.toContain(answer.status)
        else {
          expect(answer.status).toBe(expected)
          const plain = { error: expect.any(String), code: expect.any(String) }
          expect(answer.body).toEqual(uploads.includes(path) ? expect.any(String) : plain)
        }
      })
    }
  }

  for (const [name, roles] of Object.entries(people)) {
    for (const [event, { access }] of Object.entries(clientEvents)) {
      it(`${event} sent by ${name} is ${can(roles, access) ? 'heard' : 'refused'}`, async () => {
        const socket = server.connect(tokens.get(name))
        const answer = await socket
          .timeout(5000)
          .emitWithAck('excludedNamesUpdated', [], { base: [] })
        const code = 'code' in answer ? answer.code : ''
        expect(code).toBe(
          can(roles, access) ? 'noCheck' : roles === null ? 'notSignedIn' : 'needsLineMonitor',
        )
      })
    }
  }
})
