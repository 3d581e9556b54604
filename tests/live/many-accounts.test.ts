import { afterAll, beforeAll, expect, it } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import type { Client } from '../support/client.ts'
import { countQueries } from '../support/queries.ts'

let server: TestApp
let member: Client
let stranger: Client
beforeAll(async () => {
  const now = new Date()
  server = await startApp({}, () => now)
  const columns = 'id,order,name,type,captain,captainName,members,netIDs,numberOfMisses'
  const rows = ['tA,1,Ants,Black,ada1,Ada,Ada,ada1,0', 'tB,2,Bees,Black,,,Bo,bo2,0']
  await server.as('superUser').call('importRoster', { csv: [columns, ...rows].join('\n') })
  member = server.withToken(await server.signIn('ada1'))
  stranger = server.withToken(await server.signIn('nobody9'))
})
afterAll(() => server.close())

/** The queries of these calls that read accounts, but those by whom a request is sent. */
async function accountsAskedFor(calls: () => Promise<unknown>): Promise<string[]> {
  const queries = countQueries()
  await calls()
  const all = queries.ofRequests()
  queries.stop()
  return all.filter((query) => query.includes('from "users"'))
}

it('what a person sees asks for no more accounts than it may name', async () => {
  const asked = await accountsAskedFor(async () => {
    await member.call('listTents')
    await member.call('tentRecord', undefined, { params: { id: 'tA' } })
    await member.call('listDisputes')
  })
  expect(asked.length).toBeGreaterThan(0)
  for (const query of asked) expect(query).toMatch(/"net_id" (= any\(|= \$|in \()/)
})

it('whoever has no tent is told so without a query and a transaction', async () => {
  await stranger.call('listDisputes')
  const queries = countQueries()
  await stranger.call('listDisputes')
  expect(queries.ofRequests()).toEqual([])
  const text = 'We were all there, look.'
  const checkId = crypto.randomUUID()
  expect(await stranger.refusal('fileDispute', { checkId, text })).toEqual([403, 'noTentOfYours'])
  expect(queries.ofRequests().filter((query) => query.includes('from "tents"'))).toEqual([])
  queries.stop()
})
