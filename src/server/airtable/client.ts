import { setTimeout as delay } from 'node:timers/promises'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import { parsedJSON } from '../../shared/parsed-json.ts'
import { boundedText } from '../bounded-text.ts'
import type { Context } from '../context.ts'
import type { Tx } from '../db/database.ts'
import { AirtableFailure, failureOf } from './failure.ts'
import { giveSlotBack, longestBlockMs, takeSlot } from './store.ts'

/** Which table, and the key to it. */
export type AirtableTable = { baseId: string; tableId: string; apiKey: string }

const record = Type.Object({
  id: Type.String({ pattern: '^[A-Za-z0-9]{1,50}$' }),
  fields: Type.Record(Type.String(), Type.Unknown()),
})
/** Empty cells are left out of `fields`. */
export type AirtableRecord = Static<typeof record>

const page = Type.Object({ records: Type.Array(record), offset: Type.Optional(Type.String()) })

/** Airtable's limits: what may be read at once, and what may be changed at once. */
const recordsOfAPage = 100
export const recordsOfAnUpdate = 10
/** Far more tents than one check takes. */
const recordsAtMost = 5000
/** A table with all of them has so many pages, and one more that is empty. */
const pagesAtMost = recordsAtMost / recordsOfAPage + 1
const listTriesAtMost = 3
const charactersAtMost = 30_000_000
/** Airtable's own penalty for too many requests. */
const penaltyMs = 30_000
/** How long a client waits for a free slot, and for an answer. */
export type Patience = { patienceMs: number; timeoutMs: number }

/** Runs in the transaction that reserves the request. */
type OnTurn = (tx: Tx) => Promise<void>

export type AirtableClient = ReturnType<typeof airtableClient>

/** Makes the client of a table, so that callers need not hold the context that the client needs. */
export type OpenTable = (table: AirtableTable, patience: Patience) => AirtableClient

/**
 * A client of Airtable's Web API for one table: list and update only. All servers of the database
 * share one rate limit; `patienceMs` is the longest wait for a free slot, `timeoutMs` the longest
 * wait for the answer. Rejects with AirtableFailure, or with what `onTurn` throws.
 * airtable.com/developers/web/api
 */
export function airtableClient(
  ctx: Pick<Context, 'config' | 'db' | 'now' | 'newId' | 'log'>,
  { baseId, tableId, apiKey }: AirtableTable,
  { patienceMs, timeoutMs }: Patience,
) {
  async function turn(slotId: string, onTurn: OnTurn): Promise<void> {
    const givesUpAt = ctx.now().getTime() + patienceMs
    for (;;) {
      const now = ctx.now()
      const { waitMs, blockedBy } = await ctx.db.transaction(async (tx) => {
        const taken = await takeSlot(tx, baseId, slotId, now)
        if (taken.waitMs === 0) await onTurn(tx)
        return taken
      })
      if (waitMs === 0) return
      if (now.getTime() + waitMs > givesUpAt) {
        throw new AirtableFailure('limited', '', blockedBy ?? 'Airtable is asked too often.')
      }
      // Short waits, because a person may remove the block meanwhile.
      await delay(Math.min(waitMs, 1000))
    }
  }

  async function request(
    method: 'GET' | 'PATCH',
    query: string,
    body?: object,
    onTurn: OnTurn = async () => {},
  ): Promise<unknown> {
    const slotId = ctx.newId()
    await turn(slotId, onTurn)
    let failure: AirtableFailure | null = null
    try {
      const path = `/v0/${encodeURIComponent(baseId)}/${encodeURIComponent(tableId)}${query}`
      const signal = AbortSignal.timeout(timeoutMs)
      return await ask(`${ctx.config.airtableApiUrl}${path}`, method, { apiKey, body, signal })
    } catch (error) {
      failure = asFailure(error, timeoutMs)
      throw failure
    } finally {
      const block = blockAfter(failure, ctx.now())
      await ctx.db.transaction((tx) => giveSlotBack(tx, baseId, slotId, ctx.now(), block))
    }
  }

  async function listOnce(query: URLSearchParams): Promise<AirtableRecord[]> {
    const records: AirtableRecord[] = []
    let offset: string | undefined
    let pages = 0
    do {
      // Otherwise an Airtable that always names a next page would be read for ever.
      if (pages === pagesAtMost) throw unreadable()
      pages += 1
      const asked = new URLSearchParams(query)
      if (offset !== undefined) asked.set('offset', offset)
      const answer = await request('GET', `?${asked}`)
      if (!Value.Check(page, answer)) throw unreadable()
      records.push(...answer.records)
      offset = answer.offset
      if (records.length > recordsAtMost) {
        const words = `The table has more than ${recordsAtMost.toLocaleString('en-US')} records.`
        throw new AirtableFailure('refused', '', words)
      }
    } while (offset !== undefined)
    // A record that moved between two pages may stand on both; another one then stands on none.
    if (new Set(records.map(({ id }) => id)).size < records.length) throw unreadable()
    return records
  }

  /** A list's cursor can expire between two pages; then the list starts again. */
  async function list(query: URLSearchParams): Promise<AirtableRecord[]> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await listOnce(query)
      } catch (error) {
        const isExpired =
          error instanceof AirtableFailure && error.type === 'LIST_RECORDS_ITERATOR_NOT_AVAILABLE'
        if (!isExpired || attempt >= listTriesAtMost) throw error
      }
    }
  }

  return {
    /** Every record, with these columns. Fails with UNKNOWN_FIELD_NAME if a column is missing. */
    listRecords(columns: readonly string[]): Promise<AirtableRecord[]> {
      return list(queryOf(columns, recordsOfAPage))
    },
    /** These records; missing ones are left out. */
    readRecords(ids: readonly string[], columns: readonly string[]): Promise<AirtableRecord[]> {
      const query = queryOf(columns, recordsOfAPage)
      query.set('filterByFormula', `OR(${ids.map((id) => `RECORD_ID()='${id}'`).join(',')})`)
      return list(query)
    },
    /** The first record, to test whether the table can be read. */
    async readOne(columns: readonly string[]): Promise<void> {
      const query = queryOf(columns, 1)
      query.set('maxRecords', '1')
      await list(query)
    },
    /**
     * Changes fields of up to 10 records: all or none. `onTurn` is a last check before sending; if
     * it throws, nothing is sent.
     */
    async updateRecords(records: readonly AirtableRecord[], onTurn: OnTurn): Promise<void> {
      // Without `typecast`, a date column refuses the dates as we write them.
      await request('PATCH', '', { records, typecast: true }, onTurn)
    },
  }
}

function queryOf(columns: readonly string[], pageSize: number): URLSearchParams {
  const query = new URLSearchParams({ pageSize: String(pageSize) })
  for (const column of columns) query.append('fields[]', column)
  return query
}

async function ask(
  url: string,
  method: string,
  { apiKey, body, signal }: { apiKey: string; body: object | undefined; signal: AbortSignal },
): Promise<unknown> {
  const response = await fetch(url, {
    method,
    redirect: 'error',
    signal,
    headers: {
      authorization: `Bearer ${apiKey}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await boundedText(response, charactersAtMost)
  if (text === null) {
    throw new AirtableFailure('unanswered', '', 'Airtable’s answer is too large to read.')
  }
  const answer = parsedJSON(text)
  if (!response.ok) throw failureOf(response.status, answer)
  if (answer === undefined) throw unreadable()
  return answer
}

function unreadable(): AirtableFailure {
  return new AirtableFailure('unanswered', '', 'Airtable’s answer could not be read.')
}

/** No network, too slow, or connection lost: in every case there is no answer. */
function asFailure(error: unknown, timeoutMs: number): AirtableFailure {
  if (error instanceof AirtableFailure) return error
  const isTimeout = error instanceof Error && error.name === 'TimeoutError'
  const words = isTimeout
    ? `Airtable did not answer within ${timeoutMs / 1000} seconds.`
    : 'Airtable could not be reached.'
  return new AirtableFailure('unanswered', '', words)
}

function blockAfter(failure: AirtableFailure | null, now: Date) {
  if (failure === null) return null
  const later = (ms: number) => new Date(now.getTime() + ms)
  if (failure.kind === 'limited') return { until: later(penaltyMs), by: failure.message }
  if (failure.kind === 'spent') return { until: later(longestBlockMs), by: failure.message }
  return null
}
