// On each engine: dumping and restoring goes by the engine’s own means.
import { createHash } from 'node:crypto'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startApp, type TestApp } from '../../../tests/support/app.ts'
import { backupOf, restoreInto } from '../../../tests/support/backup.ts'
import { startCheckNight } from '../../../tests/support/check-night.ts'
import { countQueries } from '../../../tests/support/queries.ts'
import { startServerAt } from '../../../tests/support/server-at.ts'
import { startCheck } from '../../../tests/support/start-check.ts'
import { insertAuditEvent } from '../audit/store.ts'
import { insertShiftAct } from '../shifts/log/store.ts'
import type { Database } from './database.ts'
import { partBytes } from './long-values.ts'
import { documents, rateLimits, shiftTents } from './schema.ts'

let empty: TestApp
let whole: Buffer

beforeAll(async () => {
  const full = await startApp()
  const token = await full.signIn('super1', { isSuperUser: true })
  await full.ask('/api/roster/demo', { token, body: {} })
  whole = await backupOf(full.db)
  // The next ones have its engine: another would take seconds to begin.
  await full.close()
  empty = await startApp()
})
afterAll(() => empty.close())

/** The same backup with other lines, sealed as if it were right. */
function sealed(change: (lines: string[]) => string[]): Buffer {
  const lines = gunzipSync(whole).toString('utf8').trimEnd().split('\n').slice(0, -1)
  const changed = change(lines)
  const sha256 = createHash('sha256').update(changed.join('\n')).digest('hex')
  return gzipSync(`${[...changed, JSON.stringify({ sha256 })].join('\n')}\n`)
}

function withHead(fields: (head: { migrations: string[] }) => object): Buffer {
  return sealed(([head = '', ...rows]) => [
    JSON.stringify({ ...JSON.parse(head), ...fields(JSON.parse(head)) }),
    ...rows,
  ])
}

const altered = () =>
  gzipSync(
    gunzipSync(whole).toString('utf8').replace('"number_of_misses":', '"number_of_misses":1'),
  )

const refused: [name: string, file: () => Uint8Array, text: string][] = [
  ['that is empty', () => Buffer.alloc(0), 'not a whole backup'],
  ['that is cut off', () => whole.subarray(0, whole.length - 100), 'not a whole backup'],
  ['that lacks its last line', () => gzipSync(gunzipSync(whole).subarray(0, -80)), 'not a whole'],
  ['in which a byte is other', () => Buffer.from(whole).fill(7, 500, 501), 'not a whole backup'],
  ['that was altered and packed again', altered, 'not a whole backup'],
  ['of another program', () => gzipSync('{"some":"json"}\n{"more":1}\n'), 'not a whole backup'],
  ['that is a PDF', () => Buffer.from('%PDF-1.4 not packed'), 'not a whole backup'],
  [
    'of an older version',
    () => withHead(({ migrations }) => ({ migrations: migrations.slice(0, 1) })),
    'made by an older version of Tent City: its newest migration is 0001-',
  ],
  [
    'of a newer version',
    () => withHead(({ migrations }) => ({ migrations: [...migrations, '9999-new.sql'] })),
    'made by a newer version of Tent City: its newest migration is 9999-new.sql, that of this',
  ],
  [
    'of a format that is to come',
    () => withHead(() => ({ format: 'tent-city backup 2' })),
    'made by a newer version of Tent City: its format is tent-city backup 2, that of this',
  ],
  [
    'whose rows the database refuses',
    () =>
      sealed((lines) => [
        ...lines,
        lines.findLast((line) => line.includes('"table":"tents"')) ?? '',
      ]),
    'refused rows of the backup (tents, 23505)',
  ],
]

it.each(refused)(
  'a file %s is refused and leaves the database empty',
  async (_name, file, text) => {
    await expect(restoreInto(empty.db, file())).rejects.toThrow(text)
    const left = gunzipSync(await backupOf(empty.db)).toString('utf8')
    expect(left.trim().split('\n')).toHaveLength(2)
  },
)

it('a whole one for which there is no room on the disk leaves the database empty', async () => {
  let portions = 0
  const full: Database = {
    ...empty.db,
    transaction: (work) =>
      empty.db.transaction((tx) =>
        work({
          ...tx,
          demandRoom() {
            portions += 1
            if (portions > 1) throw new Error('The disk is full')
          },
        }),
      ),
  }
  await expect(restoreInto(full, whole)).rejects.toThrow('The disk is full')
  const left = gunzipSync(await backupOf(empty.db)).toString('utf8')
  expect(left.trim().split('\n')).toHaveLength(2)
})

it('a whole one is restored, once, to the same', async () => {
  const epoch = async () => (await empty.ask('/api/check-status')).body['epoch']
  const before = await epoch()
  // An older one held counts of attempts; they are left out.
  const limit = { key: 'k', window_ends_at: '2026-01-18T12:00:00Z', count: 1 }
  const old = sealed((all) => [...all, JSON.stringify({ table: 'rate_limits', row: limit })])
  expect(await restoreInto(empty.db, old)).toBeGreaterThan(130)
  const limits = await empty.db.read(({ queries }) => queries.select().from(rateLimits))
  expect(limits).toEqual([])
  expect(await epoch()).not.toBe(before)
  const again = await backupOf(empty.db)
  const lines = (file: Buffer) => gunzipSync(file).toString('utf8').split('\n').slice(0, -2).sort()
  expect(lines(again)).toEqual(lines(whole))
  await expect(restoreInto(empty.db, whole)).rejects.toThrow('has data in it')
})

it('checks are restored in their order, and what is numbered goes on', async () => {
  const night = await startCheckNight()
  const into = await startServerAt(night.now().toISOString())
  const actIn = async (server: TestApp) => {
    const lena = server.withToken(night.tokens.lena)
    const checkId = await startCheck(lena, ['tA'])
    await lena.call('endCheck', {})
    await server.db.transaction(async (tx) => {
      const done = { netID: 'lena', at: night.now() }
      await insertAuditEvent(tx, done.at, { kind: 'backupMade', netID: 'lena' })
      await tx.queries.insert(shiftTents).values({ tentId: 'tA' }).onConflictDoNothing()
      await insertShiftAct(tx, { ...done, tentId: 'tA', as: 'captain', what: 'planned' })
    })
    return checkId
  }
  const first = await actIn(night.server)
  night.pass(-18_000_000)
  const second = await actIn(night.server)
  await restoreInto(into.db, await backupOf(night.server.db))
  const third = await actIn(into)
  const { checks } = await into.withToken(night.tokens.lena).call('listChecks')
  expect(checks.map(({ id }) => id)).toEqual([third, second, first])
  await night.close()
  await into.close()
})

it('a large document is backed up in parts beside which others are answered, and restored whole', async () => {
  const bytes = Buffer.alloc(4_000_000, 'policy ')
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const uploaded = { uploadedBy: 'boss', uploadedAt: new Date(0), number: 1 }
  const of = await startApp()
  const into = await startApp()
  await of.db.transaction(({ queries }) =>
    queries.insert(documents).values({ kind: 'policy', sha256, bytes, ...uploaded }),
  )
  const queries = countQueries()
  let answered = 0
  let isOver = false
  const making = backupOf(of.db).finally(() => {
    isOver = true
  })
  while (!isOver) {
    expect((await of.ask('/healthz')).status).toBe(200)
    answered += 1
  }
  queries.stop()
  const parts = Math.ceil((bytes.length + 1) / partBytes)
  expect(queries.calling('substring')).toBe(parts)
  expect(answered).toBeGreaterThanOrEqual(parts)
  await restoreInto(into.db, await making)
  const [restored] = await into.db.read((reader) => reader.queries.select().from(documents))
  const { bytes: restoredBytes, ...rest } = restored ?? { bytes: [] }
  expect(rest).toEqual({ kind: 'policy', sha256, pages: null, ...uploaded })
  expect(Buffer.from(restoredBytes).equals(bytes)).toBe(true)
  await of.close()
  await into.close()
})
