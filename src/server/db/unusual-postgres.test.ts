// On each engine: it is the engine that is tried.
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterEach, describe, expect, inject, it } from 'vitest'
import { startAppOn, type TestApp } from '../../../tests/support/app.ts'
import { createDatabase } from '../../../tests/support/database.ts'
import type { Database } from './database.ts'
import { openDatabase } from './open.ts'

const postgresUrl = inject('postgresUrl')

async function run(url: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  for (const statement of statements) await client.query(statement)
  await client.end()
}

const open = (databaseUrl: string): Promise<Database> =>
  openDatabase({
    databaseUrl,
    dataDir: '',
    onError: () => {},
  })

async function refusal(url: string): Promise<string> {
  const error: unknown = await open(url).then(
    (db) => db.close(),
    (reason: unknown) => reason,
  )
  if (!(error instanceof Error)) throw new Error('It was opened')
  return error.message
}

describe.skipIf(postgresUrl === '')('a PostgreSQL that is set up in another way', () => {
  let server: TestApp | undefined
  afterEach(() => server?.close())

  it('is used as it must be, whatever its database sets', async () => {
    const url = await createDatabase(postgresUrl)
    const name = new URL(url).pathname.slice(1)
    const settings = {
      datestyle: "'SQL, DMY'",
      timezone: "'Asia/Kolkata'",
      intervalstyle: "'sql_standard'",
      bytea_output: "'escape'",
      client_encoding: "'LATIN1'",
      standard_conforming_strings: 'off',
      synchronous_commit: 'off',
      default_transaction_isolation: "'serializable'",
      statement_timeout: "'20s'",
      lock_timeout: "'20s'",
    }
    const set = Object.entries(settings).map(
      ([key, value]) => `alter database ${name} set ${key} = ${value}`,
    )
    await run(url, ...set)
    server = await startAppOn(await open(url))
    const token = await server.signIn('boss', { isSuperUser: true, firstName: 'Zoë' })
    const sessions = await server.ask('/api/profile/sessions', { token })
    expect(sessions).toMatchObject({ status: 200, body: [{ isCurrent: true }] })
    const kept = await server.ask('/api/admin/export-person', { token, body: { netID: 'boss' } })
    expect(kept).toMatchObject({ status: 200, body: { account: { firstName: 'Zoë' } } })
    const shown = await server.db.transaction(({ queries }) =>
      queries.execute(sql`select current_setting('synchronous_commit') as commit,
        current_setting('transaction_isolation') as isolation,
        current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock`),
    )
    const settled = { commit: 'on', isolation: 'read committed', statement: '0', lock: '0' }
    expect(shown).toMatchObject({ rows: [settled] })
  })

  it('keeps a stronger promise of its own', async () => {
    const url = await createDatabase(postgresUrl)
    await run(
      url,
      `alter database ${new URL(url).pathname.slice(1)} set synchronous_commit = remote_apply`,
    )
    const db = await open(url)
    const shown = await db.read(({ queries }) =>
      queries.execute(sql`select current_setting('synchronous_commit') as commit`),
    )
    expect(shown).toMatchObject({ rows: [{ commit: 'remote_apply' }] })
    await db.close()
  })

  it.each(['LATIN1', 'SQL_ASCII'])('is refused if it keeps text in %s', async (encoding) => {
    const url = await createDatabase(
      postgresUrl,
      `template0 encoding '${encoding}' lc_collate 'C' lc_ctype 'C'`,
    )
    expect(await refusal(url)).toMatch(
      new RegExp(`^The database of DATABASE_URL keeps text as ${encoding}; it must be UTF8\\.`),
    )
  })

  it.each([
    ['create table migrations (id int, migration text, batch int)'],
    ['create table migrations (id int, timestamp bigint, name text)'],
    ['create table migrations (name text primary key, applied_at timestamptz)'],
  ])('is refused if another program has its own table: %s', async (statement) => {
    const url = await createDatabase(postgresUrl)
    await run(url, statement, `insert into migrations ${newest}`)
    expect(await refusal(url)).toBe(
      'The database of DATABASE_URL belongs to another program: its table "migrations" is not ours. Give Tent City a database of its own.',
    )
  })
  const newest = `select * from json_populate_record(null::migrations, '{"name":"2014_create_users"}')`

  it('is refused if another program has a table of the same name, and left as it is', async () => {
    const url = await createDatabase(postgresUrl)
    await run(url, 'create table sessions (sid text)')
    const said = await refusal(url)
    expect(said).toContain('belongs to another program: its table "sessions" is not ours')
    await run(url, 'insert into sessions values (1)')
    await expect(run(url, 'select 1 from migrations')).rejects.toThrow('does not exist')
  })

  it('is refused by the name of the setting and the reason, without the password', async () => {
    const dead = (change: (url: URL) => void) => {
      const url = new URL(postgresUrl)
      url.password = 'hush'
      change(url)
      return refusal(url.href)
    }
    const said = [
      await dead((url) => {
        url.port = '9'
      }),
      await dead((url) => {
        url.hostname = 'no-such-host.invalid'
      }),
      await dead((url) => {
        url.pathname = '/nowhere'
      }),
      await dead((url) => {
        url.username = 'nobody'
      }),
    ]
    const reasons = [/ECONNREFUSED/, /ENOTFOUND|EAI_AGAIN/, /"nowhere" does not exist/, /"nobody"/]
    for (const [index, reason] of reasons.entries()) {
      expect(said[index]).toMatch(/^PostgreSQL at \S+, as DATABASE_URL names it, cannot be used: /)
      expect(said[index]).toMatch(reason)
      expect(said[index]).not.toContain('hush')
    }
  })
})
