import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { freshDatabase } from '../../../tests/support/fresh-database.ts'
import { rosterRow } from '../../../tests/support/roster-row.ts'
import type { AirtableClient } from '../airtable/client.ts'
import { systemContext } from '../context.ts'
import { outbox, tents } from '../db/schema.ts'
import { updateAirtable } from '../settings/airtable-config.ts'
import type { ResultChange } from '../tent-check/ledger/result.ts'
import { pushResults } from './push.ts'

const change: ResultChange = {
  kind: 'marked',
  misses: 1,
  mark: { number: 2, pair: 'lastMiss', cells: ['Mo', '1/18/2026, 10:04 PM'] },
}

it('a write that waited long for its turn is planned anew, from what people wrote meanwhile', async () => {
  const db = await freshDatabase()
  let now = Date.parse('2026-01-19T03:05:00Z')
  const ctx = { ...systemContext, db, now: () => new Date(now), secretKey: 'ab'.repeat(32) }
  const waitingSince = new Date('2026-01-19T03:04:00Z')
  await db.transaction(async (tx) => {
    await updateAirtable(tx, ctx, { baseId: 'app1', tableId: 'tbl1', apiKey: 'pat1' })
    await tx.queries.insert(tents).values({ ...rosterRow({}), id: 'rec1', fromAirtable: true })
    // As a replica, so that the result needs no check that it is of.
    await tx.queries.execute(sql`set local session_replication_role = replica`)
    const checkId = ctx.newId()
    const waits = { kind: 'airtable', waitingSince, dueAt: waitingSince } as const
    await tx.queries.insert(outbox).values({ ...waits, checkId, number: 2, tentId: 'rec1', change })
  })
  let misses: unknown = 1
  let waitMs = 0
  const unused = async () => {
    throw new Error('Nobody asks this')
  }
  const client: AirtableClient = {
    listRecords: unused,
    readOne: unused,
    readRecords: async () => [{ id: 'rec1', fields: { 'Number of Misses': misses } }],
    async updateRecords([record], onTurn) {
      now += waitMs
      if (waitMs > 0) misses = 5
      await db.transaction(onTurn)
      misses = record?.fields['Number of Misses']
    },
  }
  const waiting = { patienceMs: 0, timeoutMs: 0 }
  const push = () =>
    pushResults(
      ctx,
      () => client,
      waiting,
      async () => {},
      new Set(),
    )

  waitMs = 5001
  expect(await push()).toBe('failed')
  expect(misses).toBe(5)
  waitMs = 0
  expect(await push()).toBe('sent')
  expect(misses).toBe(6)
  await db.close()
})
