import { afterAll, beforeAll, expect, it } from 'vitest'
import { systemContext } from '../../src/server/context.ts'
import { scriptFinder } from '../../src/server/programs/routes.ts'
import { api } from '../../src/shared/api.ts'
import type { Endpoint } from '../../src/shared/endpoint.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { countQueries } from '../support/queries.ts'
import { withValues } from '../support/with-values.ts'

let server: TestApp
beforeAll(async () => {
  const now = new Date()
  server = await startApp({}, () => now)
})
afterAll(() => server.close())

const calls = Object.values<Endpoint>(api).filter(
  ({ method, access }) => method === 'GET' && access === 'public',
)
const hash = 'a'.repeat(64)
/** Those that came together, and those that came meanwhile; in turns, fewer come together. */
const queriesFor = (call?: Endpoint) => (call?.isPersonal ? 12 : 4)
const addresses: [address: string, queries: number][] = [
  ...calls.map((call) => {
    return [withValues(call.path.replace(':page', 'faq')), queriesFor(call)] as [string, number]
  }),
  [`/uploads/policy/${hash}.pdf`, queriesFor()],
]

it.each(addresses)(
  'GET %s by a crowd of 20 visitors asks the database %i times at most',
  async (address, atMost) => {
    await server.ask(address)
    const queries = countQueries()
    await Promise.all(Array.from({ length: 20 }, () => server.ask(address)))
    expect(queries.ofRequests().length).toBeLessThanOrEqual(atMost)
    queries.stop()
  },
)

/** Of as many programs as are made up. */
const invented = Array.from(
  { length: 20 },
  (_, place) => `script_${String(place).padStart(43, 'x')}`,
)

it('invented tokens of programs that come at the same moment are one query', async () => {
  const find = scriptFinder({ db: server.db, now: systemContext.now })
  const queries = countQueries()
  expect(new Set(await Promise.all(invented.map(find)))).toEqual(new Set([null]))
  expect(queries.about('script_tokens')).toBe(1)
  queries.stop()
})

it('invented tokens of programs are refused', async () => {
  const answers = invented.map((token) => server.ask('/api/checks', { token }))
  for (const { status } of await Promise.all(answers)) expect(status).toBe(401)
})

it('what a page with an invented token sends asks the database for no session', async () => {
  const socket = server.connect('x'.repeat(43))
  await new Promise<void>((done) => socket.once('connect', done))
  const queries = countQueries()
  const send = () => socket.timeout(20_000).emitWithAck('viewing', { page: null })
  const acks = await Promise.all(Array.from({ length: 50 }, send))
  for (const ack of acks) expect(ack).toMatchObject({ code: 'notSignedIn' })
  expect(queries.about('sessions')).toBe(0)
  queries.stop()
})
