import {
  cpSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { systemContext } from '../../src/server/context.ts'
import { backup } from '../../src/server/db/backup.ts'
import { openEmbedded } from '../../src/server/db/embedded.ts'
import { importRoster } from '../../src/server/tents/roster-import.ts'
import { listTents } from '../../src/server/tents/store.ts'
import { runCommand } from '../support/command.ts'
import { rosterRow } from '../support/roster-row.ts'
import { startServer } from '../support/server-process.ts'
import { openAt } from '../support/tenters.ts'

const folder = mkdtempSync(join(tmpdir(), 'tent-city-damaged-'))
const whole = join(folder, 'whole')
const kept = join(folder, 'kept.backup')

beforeAll(async () => {
  const db = await openAt({ DATA_DIR: whole })
  const roster = [rosterRow({ order: 'A', name: 'Ants' })]
  await db.transaction((tx) => importRoster(systemContext, tx, roster, { results: false }))
  await backup(db, new Date(0), kept)
  await db.close()
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** What opening it says, which the server says instead of starting. */
async function refusal(dataDir: string): Promise<string> {
  const error: unknown = await openAt({ DATA_DIR: dataDir }).then(
    () => null,
    (reason: unknown) => reason,
  )
  if (!(error instanceof Error)) throw new Error('It was opened')
  return error.message
}

/** What the server said, that would not start. */
async function refusalOfServer(dataDir: string): Promise<string> {
  const env = { DATA_DIR: dataDir, NODE_ENV: 'production', LOG_LEVEL: 'warn' }
  const error: unknown = await startServer(env).then(
    async (server) => {
      await server.kill('SIGKILL')
      return null
    },
    (reason: unknown) => reason,
  )
  if (!(error instanceof Error)) throw new Error('The server started')
  expect(error.message).toMatch(/^The server stopped \(1\)/)
  expect(error.message).not.toMatch(/\n\s+at /)
  return error.message
}

/** The files of our own tables and indexes. */
function tableFiles(db: string): string[] {
  return readdirSync(join(db, 'base'), { recursive: true, encoding: 'utf8' })
    .filter((name) => /^\d+\/\d+$/.test(name) && Number(name.split('/')[1]) >= 16_384)
    .map((name) => join(db, 'base', name))
}

const damages: [name: string, damage: (db: string) => void, refused?: typeof refusal][] = [
  ['whose control file is empty', (db) => truncateSync(join(db, 'global', 'pg_control'), 0)],
  ['whose write-ahead log is missing', (db) => rmSync(join(db, 'pg_wal'), { recursive: true })],
  [
    'whose tables are missing',
    (db) => {
      for (const file of tableFiles(db)) rmSync(file)
    },
  ],
  [
    'whose tables hold something else',
    (db) => {
      for (const file of tableFiles(db)) writeFileSync(file, Buffer.alloc(statSync(file).size, 5))
    },
    // The engine itself crashes on these.
    refusalOfServer,
  ],
  [
    'that is a file',
    (db) => {
      rmSync(db, { recursive: true })
      writeFileSync(db, 'something else')
    },
  ],
]

describe('the server does not start on a database', { timeout: 60_000 }, () => {
  async function refusalOfDamaged(
    dataDir: string,
    damage: (db: string) => void,
    refused = refusal,
  ): Promise<string> {
    cpSync(whole, dataDir, { recursive: true })
    damage(join(dataDir, 'db'))
    const said = await refused(dataDir)
    expect(said).toContain(`${join(dataDir, 'db')} is damaged`)
    expect(said).toContain(`DATA_DIR=${dataDir} node dist/server/cli.js restore FILE`)
    return said
  }

  it.each(damages)('%s', async (name, damage, refused) => {
    await refusalOfDamaged(join(folder, name.replaceAll(' ', '-')), damage, refused)
  })
  it('whose first file is missing, and what it says to do helps', async () => {
    const dataDir = join(folder, 'helped')
    const damage = (db: string) => rmSync(join(db, 'PG_VERSION'))
    const said = await refusalOfDamaged(dataDir, damage, refusalOfServer)
    renameSync(join(dataDir, 'db'), join(dataDir, 'db.damaged'))
    const [, named = '', command = ''] = /DATA_DIR=(\S+) node \S+ (\w+) FILE/.exec(said) ?? []
    const restored = await runCommand([command, kept], { DATA_DIR: named })
    expect(restored).toMatch(/^Restored \d+ rows/)
    expect(restored).toContain(` into ${dataDir}.`)
    const db = await openAt({ DATA_DIR: dataDir })
    expect(await db.read(listTents)).toMatchObject([{ name: 'Ants' }])
    await db.close()
  })

  it('that a newer version made, and leaves it as it is', async () => {
    const dataDir = join(folder, 'newer')
    cpSync(whole, dataDir, { recursive: true })
    const engine = await openEmbedded(join(dataDir, 'db'))
    await engine.migrations((session) =>
      session.execute("insert into migrations (name) values ('9999-from-the-future.sql')"),
    )
    await engine.close()
    for (const _twice of [1, 2]) {
      const said = await refusal(dataDir)
      expect(said).toContain('made by a newer version of Tent City (it knows 9999-from-the-future')
      expect(said).toContain('restore an older backup')
    }
  })

  it('but what was left of a first start that was cut off is begun anew', async () => {
    const dataDir = join(folder, 'cut-off')
    cpSync(join(whole, 'db', 'global'), join(dataDir, 'db.part', 'global'), { recursive: true })
    await (await openAt({ DATA_DIR: dataDir })).close()
    expect(readdirSync(dataDir)).toEqual(['db'])
  })
})
