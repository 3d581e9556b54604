import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { freshDatabase } from '../../../tests/support/fresh-database.ts'
import { readConfig } from '../config.ts'
import { systemContext } from '../context.ts'
import type { Database } from '../db/database.ts'
import { airtableClient } from './client.ts'

let db: Database
let asked: number
/** Every page is empty, and says that there is a next one. */
const endless = createServer((_request, response) => {
  asked += 1
  // No test should go on for ever.
  const offset = asked < 100 ? { offset: `page ${asked}` } : {}
  response.end(JSON.stringify({ records: [], ...offset }))
})
beforeEach(async () => {
  asked = 0
  db = await freshDatabase()
  await new Promise<void>((resolve) => endless.listen(0, '127.0.0.1', resolve))
})
afterEach(async () => {
  endless.closeAllConnections()
  await new Promise((resolve) => endless.close(resolve))
  await db.close()
})

it('a list that has no end is given up', async () => {
  const { port } = endless.address() as AddressInfo
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
  await expect(client.listRecords(['Name'])).rejects.toThrow('could not be read')
  expect(asked).toBe(51)
})
