import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { freshDatabase } from '../../../tests/support/fresh-database.ts'
import { readConfig } from '../config.ts'
import { systemContext } from '../context.ts'
import type { Database } from '../db/database.ts'
import { airtableClient } from './client.ts'
import { AirtableFailure } from './failure.ts'

let db: Database
let asked: number
let pageOf: (number: number) => { id: string; fields: object }[]
let last: number
/** Answers with pages, each of which but the last says that there is a next one. */
const airtable = createServer((_request, response) => {
  asked += 1
  const offset = asked < last ? { offset: `page ${asked}` } : {}
  response.end(JSON.stringify({ records: pageOf(asked), ...offset }))
})
beforeEach(async () => {
  asked = 0
  db = await freshDatabase()
  await new Promise<void>((resolve) => airtable.listen(0, '127.0.0.1', resolve))
})
afterEach(async () => {
  airtable.closeAllConnections()
  await new Promise((resolve) => airtable.close(resolve))
  await db.close()
})

function listRecords() {
  const { port } = airtable.address() as AddressInfo
  let clock = Date.parse('2026-01-18T22:00:00Z')
  const now = () => {
    // So that nobody waits for their turn.
    clock += 1000
    return new Date(clock)
  }
  const config = readConfig({ AIRTABLE_API_URL: `http://127.0.0.1:${port}` })
  const log = { error: () => {} } as never
  const table = { baseId: 'app1', tableId: 'tbl1', apiKey: 'key' }
  const patience = { patienceMs: 60_000, timeoutMs: 60_000 }
  const client = airtableClient({ ...systemContext, config, db, log, now }, table, patience)
  return client.listRecords(['Name'])
}

it('a list that has no end is given up', async () => {
  pageOf = () => []
  // No test should go on for ever.
  last = 100
  await expect(listRecords()).rejects.toThrow('could not be read')
  expect(asked).toBe(51)
})

it('a list whose record moved to another page meanwhile is a failure of Airtable', async () => {
  pageOf = (number) => [{ id: 'recA', fields: { Name: `Ants ${number}` } }]
  last = 2
  await expect(listRecords()).rejects.toThrow(AirtableFailure)
})
