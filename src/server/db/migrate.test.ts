// On each engine: migrations take locks.
import pg from 'pg'
import { afterEach, describe, expect, inject, it } from 'vitest'
import { createDatabase, migrated } from '../../../tests/support/database.ts'
import { openDatabase } from './open.ts'

const postgresUrl = inject('postgresUrl')

describe.skipIf(postgresUrl === '')('a server that starts while others write', () => {
  const clients: pg.Client[] = []
  afterEach(async () => {
    for (const client of clients.splice(0)) await client.end()
  })

  async function connect(url: string): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: url })
    clients.push(client)
    await client.connect()
    return client
  }

  async function start(url: string): Promise<void> {
    const db = await openDatabase({
      databaseUrl: url,
      dataDir: '',
      onError: () => {},
    })
    await db.close()
  }

  const writesTo = (...tables: string[]) => `lock table ${tables.join(', ')} in row exclusive mode`

  it('waits for none of them where nothing is new', async () => {
    const url = await createDatabase(postgresUrl, migrated)
    const other = await connect(url)
    await other.query('begin')
    await other.query(writesTo('check_events', 'tents', 'users', 'checks'))
    await start(url)
    await other.query('commit')
  })

  it('leaves an older database as it is where that is asked, as commands do', async () => {
    const url = await createDatabase(postgresUrl, migrated)
    const other = await connect(url)
    const applied = async () =>
      (await other.query('select name from migrations order by name')).rows.map(({ name }) => name)
    const asItIs = { databaseUrl: url, dataDir: '', onError: () => {}, asItIs: true }
    await (await openDatabase(asItIs)).close()
    const all = await applied()
    await other.query('delete from migrations where name = $1', [all.at(-1)])
    await expect(openDatabase(asItIs)).rejects.toThrow('of an older version of Tent City')
    expect(await applied()).toEqual(all.slice(0, -1))
  })

  it('makes its functions where they are new, or of another version', async () => {
    const url = await createDatabase(postgresUrl, migrated)
    const other = await connect(url)
    const functionsOf = async () =>
      (await other.query("select obj_description('migrations'::regclass) as now")).rows[0]?.now
    const ours = await functionsOf()
    expect(ours).toMatch(/^functions [0-9a-f]{64}$/)
    await other.query("comment on table migrations is 'functions of yesterday'")
    await other.query('drop function end_script_tokens cascade')
    await start(url)
    expect(await functionsOf()).toBe(ours)
    const { rows } = await other.query(
      "select tgname from pg_trigger where tgname = 'script_tokens_end_with_role'",
    )
    expect(rows).toHaveLength(1)
  })

  it('gives way where it waits for them and they for it, and tries again', async () => {
    const url = await createDatabase(postgresUrl, migrated)
    const other = await connect(url)
    await other.query('comment on table migrations is null')
    // Whoever looks for it first gives way, once: the server, when both surely wait.
    await other.query(
      `alter database ${new URL(url).pathname.slice(1)} set deadlock_timeout = '3s'`,
    )
    await other.query("set deadlock_timeout = '1min'")
    await other.query('begin')
    await other.query(writesTo('users'))
    const starting = start(url)
    const seen = await connect(url)
    await expect
      .poll(
        async () =>
          (
            await seen.query(
              "select from pg_locks where not granted and relation = 'users'::regclass",
            )
          ).rowCount,
        { timeout: 10_000 },
      )
      .toBe(1)
    // It holds this one by now.
    await other.query(writesTo('check_events'))
    await other.query('commit')
    await starting
  })
})
