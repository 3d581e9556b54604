import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { type AirtableFaults, type ColumnType, type Given, noFaults } from './airtable/faults.ts'
import { openLimits } from './airtable/limits.ts'
import { openRecords } from './airtable/records.ts'
import { Refused, refused } from './airtable/refused.ts'

export type AirtableOptions = {
  columns?: Record<string, ColumnType>
  /** Airtable's own is 30 seconds. */
  penaltyMs?: number
  /** 0 up to 1, as Math.random. */
  random?: () => number
  /** Milliseconds, as Date.now. */
  clock?: () => number
  port?: number
}

/** A roster's columns as communities keep them. */
export const rosterTable: Record<string, ColumnType> = {
  Order: 'text',
  Name: 'text',
  Type: 'select',
  Captain: 'text',
  'Captain Name': 'text',
  Members: 'text',
  netIDs: 'text',
  'Day Number': 'number',
  'Night Number': 'number',
  'Number of Misses': 'number',
  'Last Check': 'text',
  'Date of Last Check': 'text',
  'Last Miss LM': 'text',
  'Date of Last Miss': 'text',
  Notes: 'text',
}

/**
 * A stand-in for Airtable's Web API: one base with one table over real HTTP, with its limits, its
 * four shapes of errors, its cursors and its lag, and with the faults that it is told to have.
 * airtable.com/developers/web/api
 */
export async function startAirtable(options: AirtableOptions = {}) {
  const { columns = { ...rosterTable }, penaltyMs = 30_000 } = options
  const { random = Math.random, clock = Date.now } = options
  const table = { baseId: 'appTentCity000001', tableId: 'tblTents000000001', apiKey: 'patTents.86' }
  const faults: AirtableFaults = { ...noFaults }
  const happens = (share: number) => share > 0 && random() < share
  const given: Given = { columns, penaltyMs, random, clock, happens, faults }
  const { list, update, ...records } = openRecords(given)
  const limits = openLimits(given)
  let held: Promise<void> | undefined
  /** When requests arrived, and what was answered: the limits are proven by these. */
  const log: { at: number; method: string; status: number }[] = []

  async function answer(request: IncomingMessage): Promise<unknown> {
    const url = new URL(request.url ?? '', 'http://airtable')
    limits.refuseOver()
    const body = request.method === 'PATCH' ? JSON.parse(await text(request)) : null
    if (faults.isDown) throw refused(503, 'SERVICE_UNAVAILABLE', faults.wordsWhenDown)
    if (happens(faults.badGateway)) throw new Refused(502, 'Bad gateway')
    if (request.headers.authorization !== `Bearer ${table.apiKey}`) {
      throw refused(401, 'AUTHENTICATION_REQUIRED', 'Authentication required')
    }
    const isForbidden = faults.isReadOnly && request.method !== 'GET'
    if (isForbidden || url.pathname !== `/v0/${table.baseId}/${table.tableId}`) {
      throw refused(
        403,
        'INVALID_PERMISSIONS_OR_MODEL_NOT_FOUND',
        'Invalid permissions, or the requested model was not found. Check that both your user and your token have the required permissions, and that the model names and/or ids are correct.',
      )
    }
    if (request.method === 'GET') return list(url.searchParams)
    if (request.method === 'PATCH') return update(body)
    throw new Refused(404, { error: 'NOT_FOUND' })
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const at = limits.arrive()
    const method = request.method ?? ''
    const [least, most] = faults.latencyMs
    if (most > 0) await delay(least + random() * (most - least))
    await held
    if (happens(faults.cutBefore)) {
      log.push({ at, method, status: 0 })
      request.socket.destroy()
      return
    }
    let status = 200
    let body: unknown
    try {
      body = await answer(request)
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      status = error.status
      body = error.body
    }
    const whole = typeof body === 'string' ? body : JSON.stringify(body)
    const isCut = status === 200 && happens(faults.cutMidAnswer)
    log.push({ at, method, status: isCut ? 0 : status })
    response.writeHead(status, {
      'content-type': typeof body === 'string' ? 'text/html' : 'application/json',
      'content-length': Buffer.byteLength(whole),
    })
    if (!isCut) {
      response.end(whole)
      return
    }
    response.write(whole.slice(0, Math.floor(whole.length / 2)), () => request.socket.destroy())
  }

  const server = createServer((request, response) => {
    serve(request, response).catch((error: unknown) => {
      // Who asked may be gone in the middle of its question.
      if (!request.destroyed) console.error(error)
      response.destroy()
    })
  })
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve))

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    table,
    columns,
    faults,
    log,
    /** No request is answered until what this gives is called. */
    hold(): () => void {
      let release = () => {}
      held = new Promise((resolve) => {
        release = resolve
      })
      return release
    },
    /** How many requests wait for their answer. */
    underWay: () => limits.arrived() - log.length,
    ...records,
    mostInASecond: limits.mostInASecond,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(resolve)
      }),
  }
}

export type AirtableStandIn = Awaited<ReturnType<typeof startAirtable>>
