import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'

type Cells = Record<string, unknown>
/** What stood in a record, and since when: an answer may be older than the last write. */
type Version = { at: number; byPerson: boolean; cells: Cells }
type StoredRecord = { id: string; versions: Version[]; lastReadAlone: number; lastWritten: number }

/** `moment`: a date with its time, which takes a text without a zone for UTC. */
export type ColumnType = 'text' | 'number' | 'select' | 'moment'

/** All of it may be changed while it runs. */
type AirtableFaults = {
  latencyMs: [least: number, most: number]
  /** Answers every request with 503. */
  isDown: boolean
  /** Shares of requests, 0 to 1: cut before anything is done, or in the middle of the answer. */
  cutBefore: number
  cutMidAnswer: number
  badGateway: number
  /** Of the pages after the first. */
  deadCursor: number
  /** Requests beyond the limit, invented: a colleague's script asks the same base. */
  limited: number
  /** Answers may be this much older than the last write by the API; people’s edits show at once. */
  lagMs: number
  /** Requests that the plan has left in this month. */
  requestsLeft: number
}

const noFaults: AirtableFaults = {
  latencyMs: [0, 0],
  isDown: false,
  cutBefore: 0,
  cutMidAnswer: 0,
  badGateway: 0,
  deadCursor: 0,
  limited: 0,
  lagMs: 0,
  requestsLeft: Number.POSITIVE_INFINITY,
}

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

class Refused extends Error {
  readonly status: number
  readonly body: unknown
  constructor(status: number, body: unknown) {
    super()
    this.status = status
    this.body = body
  }
}

const refused = (status: number, type: string, message?: string) =>
  new Refused(status, { error: message === undefined ? { type } : { type, message } })
const refused429 = (error: string, message: string) =>
  new Refused(429, { errors: [{ error, message }] })

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
  let held: Promise<void> | undefined
  const records = new Map<string, StoredRecord>()
  const cursors = new Map<string, number>()
  /** When requests arrived, and what was answered: the limits are proven by these. */
  const log: { at: number; method: string; status: number }[] = []
  const arrivals: number[] = []
  let penalisedUntil = 0
  let ids = 0

  function newId(prefix: string): string {
    ids += 1
    return `${prefix}${String(ids).padStart(14, '0')}`
  }
  const happens = (share: number) => share > 0 && random() < share

  function add(cells: Cells): string {
    const id = newId('rec')
    records.set(id, {
      id,
      versions: [{ at: 0, byPerson: true, cells: { ...cells } }],
      lastReadAlone: 0,
      lastWritten: 0,
    })
    return id
  }

  function newest(id: string): Cells {
    const cells = records.get(id)?.versions.at(-1)?.cells
    if (cells === undefined) throw new Error(`There is no record ${id}`)
    return cells
  }

  function change(id: string, cells: Cells, byPerson: boolean): void {
    const record = records.get(id)
    if (record === undefined) throw new Error(`There is no record ${id}`)
    const now = clock()
    const recent = record.versions.slice(-5)
    record.versions = [...recent, { at: now, byPerson, cells: { ...newest(id), ...cells } }]
  }

  /** A record as an answer has it: maybe an older version, and without its empty cells. */
  function shown(record: StoredRecord, names: readonly string[]) {
    const asOf = clock() - faults.lagMs * random()
    const version = record.versions.findLast(({ at, byPerson }) => byPerson || at <= asOf)
    const filled = Object.entries(version?.cells ?? {}).filter(
      ([name, value]) =>
        (names.length === 0 || names.includes(name)) && name in columns && !isEmpty(value),
    )
    return {
      id: record.id,
      createdTime: '2026-01-01T00:00:00.000Z',
      fields: Object.fromEntries(filled),
    }
  }

  function limit(now: number): void {
    if (now < penalisedUntil || happens(faults.limited)) {
      penalisedUntil = Math.max(penalisedUntil, now + penaltyMs)
      throw refused429('RATE_LIMIT_REACHED', 'Rate limit exceeded. Please try again later')
    }
    if (arrivals.filter((at) => at > now - 1000).length > 5) {
      penalisedUntil = now + penaltyMs
      throw refused429('RATE_LIMIT_REACHED', 'Rate limit exceeded. Please try again later')
    }
    if (faults.requestsLeft <= 0) {
      throw refused429(
        'PUBLIC_API_BILLING_LIMIT_EXCEEDED',
        'The API billing plan limit has been exceeded.',
      )
    }
    faults.requestsLeft -= 1
  }

  function list(query: URLSearchParams): unknown {
    const names = query.getAll('fields[]')
    for (const name of names) knowColumn(name)
    const pageSize = Math.min(Number(query.get('pageSize') ?? 100), 100)
    const most = Number(query.get('maxRecords') ?? Number.POSITIVE_INFINITY)
    const all = chosen(query.get('filterByFormula')).slice(0, most)
    const offset = query.get('offset')
    const start = offset === null ? 0 : cursors.get(offset)
    if (offset !== null) cursors.delete(offset)
    if (start === undefined || (offset !== null && happens(faults.deadCursor))) {
      throw refused(422, 'LIST_RECORDS_ITERATOR_NOT_AVAILABLE')
    }
    const page = all.slice(start, start + pageSize).map((record) => shown(record, names))
    if (start + pageSize >= all.length) return { records: page }
    const next = newId('itr')
    cursors.set(next, start + pageSize)
    return { records: page, offset: next }
  }

  function chosen(formula: string | null): StoredRecord[] {
    if (formula === null) return [...records.values()]
    const asked = [...formula.matchAll(/RECORD_ID\(\)='(\w+)'/g)].map(([, id = '']) => id)
    if (formula !== `OR(${asked.map((id) => `RECORD_ID()='${id}'`).join(',')})`) {
      throw refused(422, 'INVALID_FILTER_BY_FORMULA', 'The formula for filtering is invalid')
    }
    const found = asked.flatMap((id) => records.get(id) ?? [])
    for (const record of found) record.lastReadAlone = clock()
    return found
  }

  function knowColumn(name: string): ColumnType {
    const type = columns[name]
    if (type === undefined) {
      throw refused(422, 'UNKNOWN_FIELD_NAME', `Unknown field name: "${name}"`)
    }
    return type
  }

  function update(body: unknown): unknown {
    const { records: changes, typecast = false } = body as {
      records: { id: string; fields: Cells }[]
      typecast?: boolean
    }
    if (!Array.isArray(changes) || changes.length === 0 || changes.length > 10) {
      throw refused(422, 'INVALID_REQUEST_UNKNOWN', 'Invalid request: 1 to 10 records')
    }
    const cast = changes.map(({ id, fields }) => {
      if (!records.has(id)) {
        throw refused(422, 'ROW_DOES_NOT_EXIST', `Record ID ${id} does not exist`)
      }
      const cells = Object.entries(fields).map(([name, value]) => [
        name,
        castTo(knowColumn(name), name, value, typecast),
      ])
      return { id, cells: Object.fromEntries(cells) as Cells }
    })
    for (const { id, cells } of cast) {
      change(id, cells, false)
      const record = records.get(id)
      if (record) record.lastWritten = clock()
    }
    return { records: cast.map(({ id }) => ({ id, fields: newest(id) })) }
  }

  async function answer(request: IncomingMessage): Promise<unknown> {
    const url = new URL(request.url ?? '', 'http://airtable')
    limit(clock())
    const body = request.method === 'PATCH' ? JSON.parse(await text(request)) : null
    if (faults.isDown) throw refused(503, 'SERVICE_UNAVAILABLE', 'Service temporarily unavailable')
    if (happens(faults.badGateway)) throw new Refused(502, 'Bad gateway')
    if (request.headers.authorization !== `Bearer ${table.apiKey}`) {
      throw refused(401, 'AUTHENTICATION_REQUIRED', 'Authentication required')
    }
    if (url.pathname !== `/v0/${table.baseId}/${table.tableId}`) {
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
    const at = clock()
    arrivals.push(at)
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
    underWay: () => arrivals.length - log.length,
    add,
    /** The cells of a record as a person sees them. */
    cells: newest,
    ids: () => [...records.keys()],
    /** A person changes cells of a record. */
    edit: (id: string, cells: Cells) => change(id, cells, true),
    /** A person removes a record; gives what brings it back, as its trash does. */
    remove(id: string): () => void {
      const record = records.get(id)
      records.delete(id)
      return () => {
        if (record !== undefined) records.set(id, record)
      }
    },
    renameColumn(from: string, to: string): void {
      const type = columns[from]
      if (type === undefined) throw new Error(`There is no column ${from}`)
      delete columns[from]
      columns[to] = type
      for (const record of records.values()) {
        for (const { cells } of record.versions) {
          cells[to] = cells[from]
          delete cells[from]
        }
      }
    },
    /**
     * Was this record read to plan a write that has not come since? Airtable cannot refuse a write
     * that does not know of an edit in between, so nobody's edit in this moment is safe: where only
     * the number changes, an edit cannot be told from the write. A penalty makes the moment longer.
     */
    isBeingPlanned(id: string): boolean {
      const record = records.get(id)
      if (record === undefined) return false
      const { lastReadAlone, lastWritten } = record
      return lastReadAlone > lastWritten && clock() - lastReadAlone < 20_000 + penaltyMs
    },
    /** The most requests that arrived within any one second. */
    mostInASecond(): number {
      return Math.max(
        0,
        ...arrivals.map((from, index) => {
          const within = arrivals.slice(index).findIndex((at) => at >= from + 1000)
          return within === -1 ? arrivals.length - index : within
        }),
      )
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(resolve)
      }),
  }
}

export type AirtableStandIn = Awaited<ReturnType<typeof startAirtable>>

function isEmpty(value: unknown): boolean {
  return (
    value === undefined ||
    value === null ||
    value === '' ||
    value === false ||
    (Array.isArray(value) && value.length === 0)
  )
}

function castTo(type: ColumnType, name: string, value: unknown, typecast: boolean): unknown {
  if (value === null) return null
  if (type === 'number' && typeof value !== 'number') {
    const number = typecast && typeof value === 'string' ? Number(value) : Number.NaN
    if (Number.isFinite(number)) return number
    throw refused(
      422,
      'INVALID_VALUE_FOR_COLUMN',
      `Field "${name}" cannot accept the provided value`,
    )
  }
  if (type === 'moment') {
    const moment = new Date(`${String(value)} UTC`)
    if (typecast && !Number.isNaN(moment.getTime())) return moment.toISOString()
    throw refused(
      422,
      'INVALID_VALUE_FOR_COLUMN',
      `Field "${name}" cannot accept the provided value`,
    )
  }
  if (type === 'select' && !typecast) {
    throw refused(
      422,
      'INVALID_MULTIPLE_CHOICE_OPTIONS',
      `Insufficient permissions to create new select option "${String(value)}"`,
    )
  }
  return value
}
