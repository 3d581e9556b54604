import { mkdtempSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import pg from 'pg'

/**
 * What a mark cannot do without: an answer over HTTP after one prepared INSERT that the disk
 * keeps. `DATABASE_URL` names a PostgreSQL; without it, the embedded one in a folder of its own.
 */
const table =
  'create table marks (id bigserial primary key, tent text, outcome text, at timestamptz)'
const values = ['rec00000000000001', 'miss', '2026-01-18T22:04:00Z']
const insertText = 'insert into marks (tent, outcome, at) values ($1, $2, $3)'

const url = process.env['DATABASE_URL']
const insert = url === undefined ? await embedded() : await postgres(url)

const server = createServer((request, response) => {
  request.resume()
  request.on('end', () => {
    insert().then(
      () => {
        response.setHeader('content-type', 'application/json')
        response.end('{"ok":true}')
      },
      (error: Error) => {
        response.statusCode = 500
        response.end(error.message)
      },
    )
  })
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (typeof address === 'object') console.log(`http://127.0.0.1:${address?.port}`)
})

async function postgres(connectionString: string): Promise<() => Promise<unknown>> {
  const pool = new pg.Pool({ connectionString, max: 10 })
  await pool.query(`drop table if exists marks; ${table}`)
  return () => pool.query({ name: 'mark', text: insertText, values })
}

async function embedded(): Promise<() => Promise<unknown>> {
  const folder = mkdtempSync(join(tmpdir(), 'tent-city-floor-'))
  const client = await PGlite.create({ dataDir: folder })
  await client.exec(table)
  // A segment holds 16 MB: these inserts never leave it.
  const { rows } = await client.query<{ name: string }>(
    'select pg_walfile_name(pg_current_wal_lsn()) as name',
  )
  const segment = await open(join(folder, 'pg_wal', rows[0]?.name ?? ''), 'r+')
  const sync = shared(segment)
  return async () => {
    await client.query(insertText, values)
    await sync()
  }
}

/** Calls that come during a flush to the disk share the next flush. */
function shared(file: FileHandle): () => Promise<void> {
  let running: Promise<void> | null = null
  let next: Promise<void> | null = null
  const begin = () => {
    next = null
    running = file.datasync().finally(() => {
      running = null
    })
    return running
  }
  return () => {
    if (running === null) return begin()
    next ??= running.then(begin, begin)
    return next
  }
}
