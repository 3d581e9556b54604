import type { ColumnType, Given } from './faults.ts'
import { refused } from './refused.ts'

type Cells = Record<string, unknown>
/** What stood in a record, and since when: an answer may be older than the last write. */
type Version = { at: number; byPerson: boolean; cells: Cells }
type StoredRecord = { id: string; versions: Version[]; lastReadAlone: number; lastWritten: number }

/** The records of the table, as the API lists and changes them, and as people do. */
export function openRecords({ columns, penaltyMs, random, clock, happens, faults }: Given) {
  const records = new Map<string, StoredRecord>()
  const cursors = new Map<string, number>()
  let ids = 0

  function newId(prefix: string): string {
    ids += 1
    return `${prefix}${String(ids).padStart(14, '0')}`
  }

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

  return {
    list,
    update,
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
  }
}

function isEmpty(value: unknown): boolean {
  return (
    value === undefined ||
    value === null ||
    value === '' ||
    value === false ||
    (Array.isArray(value) && value.length === 0)
  )
}

const unfit = (column: string) =>
  refused(422, 'INVALID_VALUE_FOR_COLUMN', `Field "${column}" cannot accept the provided value`)

function castTo(type: ColumnType, name: string, value: unknown, typecast: boolean): unknown {
  if (value === null) return null
  if (type === 'number' && typeof value !== 'number') {
    const number = typecast && typeof value === 'string' ? Number(value) : Number.NaN
    if (Number.isFinite(number)) return number
    throw unfit(name)
  }
  if (type === 'moment') {
    const moment = new Date(`${String(value)} UTC`)
    if (typecast && !Number.isNaN(moment.getTime())) return moment.toISOString()
    throw unfit(name)
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
