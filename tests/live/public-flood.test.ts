import { afterAll, beforeAll, expect, it } from 'vitest'
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
const addresses = [
  ...calls.map(({ path }) => withValues(path.replace(':page', 'faq'))),
  `/uploads/policy/${hash}.pdf`,
]

it.each(addresses)(
  'GET %s by a crowd of visitors asks the database a few times',
  async (address) => {
    await server.ask(address)
    const queries = countQueries()
    await Promise.all(Array.from({ length: 20 }, () => server.ask(address)))
    // Those that came together, and those that came meanwhile.
    expect(queries.ofRequests().length).toBeLessThanOrEqual(4)
    queries.stop()
  },
)

it('invented tokens of programs are looked up together', async () => {
  const queries = countQueries()
  await Promise.all(
    Array.from({ length: 20 }, (_, number) =>
      server.ask('/api/checks', { token: `script_${String(number).padStart(43, 'x')}` }),
    ),
  )
  // How many depends on how far apart they come; alone each would be one.
  expect(queries.ofRequests().length).toBeLessThan(20)
  queries.stop()
})
