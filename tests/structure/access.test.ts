import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { can, type Level } from '../../src/shared/access.ts'
import { api } from '../../src/shared/api.ts'
import { type ClientEvents, clientEvents, serverEvents } from '../../src/shared/events.ts'
import { startApp, type TestApp, type TestSocket } from '../support/app.ts'
import { withValues } from '../support/with-values.ts'

/** Who may do what, by hand: the declared contract is held against this. */
const accessTable: [method: string, path: string, access: Level][] = [
  ['DELETE', '/api/announcements/:id', 'superUser'],
  ['DELETE', '/api/grace/:id', 'superUser'],
  ['DELETE', '/api/push-subscriptions', 'signedIn'],
  ['DELETE', '/api/script-tokens/:id', 'superUser'],
  ['GET', '/api/admin/audit', 'superUser'],
  ['GET', '/api/admin/audit/:id/tents', 'superUser'],
  ['GET', '/api/admin/netid-proof', 'superUser'],
  ['GET', '/api/admin/users', 'lineMonitor'],
  ['GET', '/api/airtable-config', 'superUser'],
  ['GET', '/api/announcements', 'public'],
  ['GET', '/api/announcements/all', 'superUser'],
  ['GET', '/api/check-status', 'public'],
  ['GET', '/api/checks', 'lineMonitor'],
  ['GET', '/api/checks/:id', 'lineMonitor'],
  ['GET', '/api/checks/:id/results.csv', 'lineMonitor'],
  ['GET', '/api/checks/statistics', 'lineMonitor'],
  ['GET', '/api/disputes', 'signedIn'],
  ['GET', '/api/files', 'lineMonitor'],
  ['GET', '/api/files/calendar', 'public'],
  ['GET', '/api/files/policy', 'public'],
  ['GET', '/api/grace', 'public'],
  ['GET', '/api/notices', 'superUser'],
  ['GET', '/api/notices/:id/text', 'superUser'],
  ['GET', '/api/notices/settings', 'signedIn'],
  ['GET', '/api/notices/unsubscribe/:token', 'public'],
  ['GET', '/api/health', 'superUser'],
  ['GET', '/api/set-up', 'superUser'],
  ['GET', '/api/now', 'signedIn'],
  ['GET', '/api/openapi.json', 'public'],
  ['GET', '/api/pages/:page', 'public'],
  ['GET', '/api/pages/:page/source', 'superUser'],
  ['GET', '/api/pages/:page/versions/:number', 'superUser'],
  ['GET', '/api/profile/me', 'signedIn'],
  ['GET', '/api/profile/sessions', 'signedIn'],
  ['GET', '/api/push-key', 'public'],
  ['GET', '/api/roster/export', 'superUser'],
  ['GET', '/api/roster/sync', 'superUser'],
  ['GET', '/api/script-tokens', 'superUser'],
  ['GET', '/api/season', 'public'],
  ['GET', '/api/season/versions', 'lineMonitor'],
  ['GET', '/api/season/versions/:version', 'lineMonitor'],
  ['GET', '/api/seasons/closed', 'lineMonitor'],
  ['GET', '/api/sign-in', 'public'],
  ['GET', '/api/team-stats', 'public'],
  ['GET', '/api/tent-checks', 'public'],
  ['GET', '/api/tent-link', 'public'],
  ['GET', '/api/tents/:id/record', 'signedIn'],
  ['POST', '/api/admin/close-season', 'superUser'],
  ['POST', '/api/admin/confirm-user', 'lineMonitor'],
  ['POST', '/api/admin/disable-user', 'superUser'],
  ['POST', '/api/admin/end-sessions', 'superUser'],
  ['POST', '/api/admin/export-person', 'superUser'],
  ['POST', '/api/admin/netid-proof', 'superUser'],
  ['POST', '/api/admin/reset-link', 'superUser'],
  ['POST', '/api/admin/link-campus', 'superUser'],
  ['POST', '/api/admin/update-role', 'superUser'],
  ['POST', '/api/airtable-config/disconnect', 'superUser'],
  ['POST', '/api/announcements', 'superUser'],
  ['POST', '/api/backup', 'superUser'],
  ['POST', '/api/cancel-check', 'lineMonitor'],
  ['POST', '/api/check-calls', 'lineMonitor'],
  ['POST', '/api/check-calls/undo', 'lineMonitor'],
  ['POST', '/api/checks/:checkId/corrections', 'superUser'],
  ['POST', '/api/checks/:checkId/reopen', 'lineMonitor'],
  ['POST', '/api/disputes', 'signedIn'],
  ['POST', '/api/disputes/:id/answer', 'superUser'],
  ['POST', '/api/end-check', 'lineMonitor'],
  ['POST', '/api/files/calendar', 'superUser'],
  ['POST', '/api/files/policy', 'superUser'],
  ['POST', '/api/grace', 'superUser'],
  ['POST', '/api/pages/preview', 'superUser'],
  ['POST', '/api/profile/confirm', 'signedIn'],
  ['POST', '/api/profile/confirm-email', 'public'],
  ['POST', '/api/profile/confirm/send', 'signedIn'],
  ['POST', '/api/notices/:id/done', 'superUser'],
  ['POST', '/api/notices/:id/retry', 'superUser'],
  ['POST', '/api/notices/unsubscribe/:token', 'public'],
  ['POST', '/api/profile/end-other-sessions', 'signedIn'],
  ['POST', '/api/profile/end-session', 'signedIn'],
  ['POST', '/api/profile/forgot-password', 'public'],
  ['POST', '/api/profile/link-campus', 'public'],
  ['POST', '/api/profile/login', 'public'],
  ['POST', '/api/profile/logout', 'public'],
  ['POST', '/api/profile/register', 'public'],
  ['POST', '/api/profile/reset-password', 'public'],
  ['POST', '/api/profile/update-email', 'signedIn'],
  ['POST', '/api/profile/update-password', 'signedIn'],
  ['POST', '/api/profile/verify-token', 'signedIn'],
  ['POST', '/api/push-subscriptions', 'signedIn'],
  ['POST', '/api/roster/demo', 'superUser'],
  ['POST', '/api/roster/edit', 'superUser'],
  ['POST', '/api/roster/give-up', 'superUser'],
  ['POST', '/api/roster/import', 'superUser'],
  ['POST', '/api/roster/preview', 'superUser'],
  ['POST', '/api/roster/pull', 'superUser'],
  ['POST', '/api/roster/refresh', 'lineMonitor'],
  ['POST', '/api/roster/retry', 'superUser'],
  ['POST', '/api/roster/settle', 'superUser'],
  ['POST', '/api/script-tokens', 'superUser'],
  ['POST', '/api/start-check', 'lineMonitor'],
  ['POST', '/api/tent-checks/miss-rest', 'lineMonitor'],
  ['POST', '/api/tent-checks/undo', 'lineMonitor'],
  ['POST', '/api/tent-checks/update', 'lineMonitor'],
  ['POST', '/api/tent-link', 'superUser'],
  ['POST', '/api/tents/not-one-of-us', 'signedIn'],
  ['DELETE', '/api/tents/:tentId/shifts/feed', 'signedIn'],
  ['DELETE', '/api/tents/:tentId/shifts/people/:memberId/link', 'signedIn'],
  ['DELETE', '/api/tents/:tentId/shifts/swaps/:swapId', 'signedIn'],
  ['GET', '/api/shift-feeds/:token', 'public'],
  ['GET', '/api/tents/:tentId/shifts', 'signedIn'],
  ['GET', '/api/tents/:tentId/shifts/:shiftId/swap-options', 'signedIn'],
  ['GET', '/api/tents/:tentId/shifts/draft/progress', 'signedIn'],
  ['GET', '/api/tents/:tentId/shifts/plan.csv', 'signedIn'],
  ['POST', '/api/tents/:tentId/shifts/:shiftId/here', 'signedIn'],
  ['DELETE', '/api/tents/:tentId/shifts/:shiftId/here', 'signedIn'],
  ['POST', '/api/tents/:tentId/shifts/draft', 'signedIn'],
  ['POST', '/api/tents/:tentId/shifts/draft/stop', 'signedIn'],
  ['POST', '/api/tents/:tentId/shifts/feed', 'signedIn'],
  ['POST', '/api/tents/:tentId/shifts/link', 'signedIn'],
  ['POST', '/api/tents/:tentId/shifts/publish', 'signedIn'],
  ['POST', '/api/tents/:tentId/shifts/read-availability', 'signedIn'],
  ['POST', '/api/tents/:tentId/shifts/swaps', 'signedIn'],
  ['POST', '/api/tents/:tentId/shifts/swaps/:swapId/approve', 'signedIn'],
  ['POST', '/api/tents/:tentId/shifts/swaps/:swapId/take', 'signedIn'],
  ['PUT', '/api/tents/:tentId/shifts/locks', 'signedIn'],
  ['PUT', '/api/tents/:tentId/shifts/people/:memberId/availability', 'signedIn'],
  ['PUT', '/api/tents/:tentId/shifts/people/:memberId/deputy', 'signedIn'],
  ['PUT', '/api/tents/:tentId/shifts/settings', 'signedIn'],
  ['PUT', '/api/tents/:tentId/shifts/substitutes', 'signedIn'],
  ['PUT', '/api/airtable-config', 'superUser'],
  ['PUT', '/api/notices/settings', 'signedIn'],
  ['PUT', '/api/announcements/:id', 'superUser'],
  ['PUT', '/api/pages/:page', 'superUser'],
  ['PUT', '/api/season', 'superUser'],
]

/** What is served beside the calls, open to all: uploaded files, and whether the server is well. */
const beside = ['/uploads/:kind/:name', '/healthz', '/readyz']
/** Valid bodies: an invalid one would be refused before the proof of the netID is asked for. */
const wellFormed: Record<string, object> = {
  '/api/disputes': { checkId: '00000000-0000-4000-8000-000000000001', text: 'We were all there.' },
}
/** Their errors are the text alone. */
const uploads = ['/api/files/calendar', '/api/files/policy']

/** What somebody without a role may do only once it is known that their netID is theirs. */
const withProof = ['GET /api/tents/:id/record', 'POST /api/disputes']

/** Each live event, sent while no check is on. */
const sendEvent = {
  excludedNamesUpdated: (socket: TestSocket) =>
    socket.timeout(5000).emitWithAck('excludedNamesUpdated', [], { base: [] }),
  viewing: (socket: TestSocket) => socket.timeout(5000).emitWithAck('viewing', { page: 0 }),
} satisfies Record<keyof ClientEvents, unknown>

const people = {
  visitor: null,
  notConfirmed: { isLineMonitor: false, isSuperUser: false, isConfirmed: false },
  signedIn: { isLineMonitor: false, isSuperUser: false, isConfirmed: true },
  lineMonitor: { isLineMonitor: true, isSuperUser: false, isConfirmed: false },
  superUser: { isLineMonitor: false, isSuperUser: true, isConfirmed: false },
}

const isNotHead = (method: string) => method !== 'HEAD'

describe('who may do what', () => {
  let server: TestApp
  const tokens = new Map<string, string | undefined>()

  beforeAll(async () => {
    server = await startApp({ CONFIRM_NETIDS: 'approval' })
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
      if (method === 'GET') expect(server.app.hasRoute({ method: 'HEAD', url: path })).toBe(true)
    }
    const printed = server.app.printRoutes({ commonPrefix: false }).matchAll(/\(([A-Z, ]+)\)/g)
    // Each GET answers HEAD, too.
    const methods = [...printed].flatMap(([, all = '']) => all.split(', ')).filter(isNotHead)
    expect(methods).toHaveLength(accessTable.length + beside.length)
  })

  it('lets everyone hear only these events, and send none', () => {
    const heardByAll = Object.entries(serverEvents).filter(([, { access }]) => access === 'public')
    expect(heardByAll.map(([name]) => name)).toEqual([
      'checkPosition',
      'checkStarted',
      'tentStatusUpdated',
      'tentReturned',
      'checkCanceled',
      'checkEnded',
    ])
    for (const { access } of Object.values(clientEvents)) expect(access).toBe('lineMonitor')
  })

  for (const [method, path, access] of accessTable.filter(
    ([, path]) => !path.endsWith('/logout'),
  )) {
    for (const [name, roles] of Object.entries(people)) {
      const lacksProof = name === 'notConfirmed' && withProof.includes(`${method} ${path}`)
      const isLetIn = can(roles, access) && !lacksProof
      const expected = isLetIn ? 'through' : roles === null ? 401 : 403
      it(`${method} ${path} by ${name}: ${expected}`, async () => {
        const sent = lacksProof ? (wellFormed[path] ?? []) : []
        const body = method === 'GET' ? undefined : sent
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
        const answer = await sendEvent[event as keyof ClientEvents](socket)
        const code = 'code' in answer ? answer.code : ''
        expect(code).toBe(
          can(roles, access) ? 'noCheck' : roles === null ? 'notSignedIn' : 'needsLineMonitor',
        )
      })
    }
  }
})
