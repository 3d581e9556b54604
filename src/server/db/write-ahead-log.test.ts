// On each engine: this tests the embedded one, which is not chosen where PostgreSQL is installed.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { writeAheadLog } from './write-ahead-log.ts'

const segmentBytes = 16 * 1_048_576
let folder: string
let engine: PGlite
/** By file: how often it was synced. */
let synced: Map<string, number>

// The other engine does this by itself.
describe.skipIf(inject('postgresUrl') !== '')('the log of the embedded engine', () => {
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tent-city-log-'))
    // To make its first files takes it seconds.
    const loadDataDir = new Blob([new Uint8Array(readFileSync(inject('snapshotFile')))])
    engine = await PGlite.create({ dataDir: folder, loadDataDir })
    await engine.exec('create table filler (bytes bytea)')
    await engine.exec('alter table filler alter column bytes set storage external')
  })
  beforeEach(() => {
    synced = new Map()
  })
  afterAll(async () => {
    await engine.close()
    rmSync(folder, { recursive: true, force: true })
  })

  /** A log that notes what it asks of the disk. */
  function openLog() {
    const count = (path: string) =>
      synced.set(basename(path), (synced.get(basename(path)) ?? 0) + 1)
    return writeAheadLog(folder, engine, async (path, flags) => {
      const file: FileHandle = await open(path, flags)
      for (const name of ['sync', 'datasync'] as const) {
        const really = file[name].bind(file)
        file[name] = async () => {
          await really()
          count(String(path))
        }
      }
      return file
    })
  }

  async function position(): Promise<string> {
    const { rows } = await engine.query<{ at: string }>('select pg_current_wal_lsn()::text as at')
    return rows[0]?.at ?? ''
  }

  const segmentsBetween = async (from: string, to: string) => {
    const all = await engine.query<{ name: string }>(
      `select distinct pg_walfile_name('${from}'::pg_lsn + step) as name
     from generate_series(0, ('${to}'::pg_lsn - '${from}'::pg_lsn)::bigint - 1, 8192) as step`,
    )
    return all.rows.map(({ name }) => name).sort()
  }
  const write = (bytes: number) =>
    engine.query(`insert into filler select decode(repeat('86', 1048576), 'hex')
    from generate_series(1, ${Math.ceil(bytes / 1_048_576)})`)

  it('syncs every segment that a commit wrote to', { timeout: 120_000 }, async () => {
    const log = openLog()
    await write(1)
    await log.sync()
    const before = await position()
    await write(3.5 * segmentBytes)
    const after = await position()
    synced.clear()
    await log.sync()
    const spanned = await segmentsBetween(before, after)
    expect(spanned.length).toBeGreaterThanOrEqual(4)
    expect([...synced.keys()]).toEqual(expect.arrayContaining(spanned))
    await log.close()
  })

  it('syncs all of the first commit, too', { timeout: 120_000 }, async () => {
    const before = await position()
    const log = openLog()
    await write(2.5 * segmentBytes)
    const after = await position()
    await log.sync()
    expect([...synced.keys()]).toEqual(expect.arrayContaining(await segmentsBetween(before, after)))
    await log.close()
  })

  it('syncs one segment for a small commit', async () => {
    const log = openLog()
    await write(1)
    await log.sync()
    synced.clear()
    await write(1)
    await log.sync()
    expect([...synced.values()]).toEqual([1])
    await log.close()
  })
})
