import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, inject, it, onTestFinished, vi } from 'vitest'
import { openEmbedded } from '../../src/server/db/embedded.ts'
import { openDatabase } from '../../src/server/db/open.ts'
import { CommandFailed, commandHere, runCommand } from '../support/command.ts'
import { createDatabase, migrated } from '../support/database.ts'
import { nodeArguments } from '../support/server-process.ts'

const engines = inject('postgresUrl') === '' ? ['embedded'] : ['embedded', 'PostgreSQL']
const password = 'gloves at 2 am'
const ann = ['--email', 'ann@duke.edu', '--first-name', 'Ann', '--last-name', 'Lee']

describe.each(engines)('the command line (%s)', { timeout: 60_000 }, (engine) => {
  let folder: string
  let env: Record<string, string>

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tent-city-cli-'))
    env = await database('data', migrated)
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  /** The embedded one is made by the first command. */
  async function database(name: string, template?: string): Promise<Record<string, string>> {
    const dataDir = { DATA_DIR: join(folder, name) }
    if (engine === 'embedded') return dataDir
    return { ...dataDir, DATABASE_URL: await createDatabase(inject('postgresUrl'), template) }
  }

  // What a command says is the same on either engine: it is tried on the one that starts faster.
  const itOnce = it.skipIf(engine !== engines.at(-1))

  const run = (args: string[], input = '') => commandHere(args, env, input)
  /** Runs a command as a process of its own, once for each: some faults show only there. */
  const spawned = (args: string[], input = '') => runCommand(args, env, input)

  /** What a refused command said: a sentence, never a stack trace. */
  async function refusal(args: string[], input = '', by = run): Promise<string> {
    const error: unknown = await by(args, input).then(
      () => null,
      (reason: unknown) => reason,
    )
    if (!(error instanceof CommandFailed)) throw new Error(`${args.join(' ')} was not refused`)
    expect(error.code).toBe(1)
    expect(error.message).not.toMatch(/\n\s+at /)
    return error.message
  }

  function file(name: string, text: string, encoding: BufferEncoding = 'utf8'): string {
    const path = join(folder, name)
    writeFileSync(path, text, encoding)
    return path
  }

  itOnce('adds a person, changes a role and a password, and says why not', async () => {
    expect(await spawned(['add-user', 'AL21', ...ann, '--super-user'], password)).toBe(
      'Added al21.\n',
    )
    const other = ['--email', 'bo@duke.edu', '--first-name', 'Bo', '--last-name', 'Chen']
    expect(await refusal(['add-user', 'al21', ...other], password, spawned)).toContain(
      'There is an account',
    )
    expect(await refusal(['add-user', 'bc1', ...ann], password)).toContain('e-mail')
    expect(await refusal(['add-user', 'bc1', ...other], 'short')).toContain('8 to 128')
    expect(await refusal(['add-user', 'bc1', ...other], 'Password1')).toContain('most common')
    expect(await refusal(['add-user', 'b c', ...other], password)).toContain('netID')
    const turned = [...other.slice(0, -1), 'Ch\u202een']
    expect(await refusal(['add-user', 'bc1', ...turned], password)).toContain('invisible')
    expect(await refusal(['add-user', 'bc1', '--email', 'x@y.zz'], password)).toContain(
      '--first-name is missing',
    )
    expect(await spawned(['set-role', 'AL21', 'line-monitor', 'on'])).toContain('al21 on')
    expect(await refusal(['set-role', 'al21', 'super-user', 'off'])).toContain('last super user')
    expect(await refusal(['set-role', 'al21', 'king', 'on'])).toContain('Say which role')
    expect(await refusal(['set-role', 'nobody', 'super-user', 'on'])).toContain('no account')
    expect(await refusal(['reset-password', 'al21'], 'ANN@duke.edu')).toContain('most common')
    expect(await spawned(['reset-password', 'al21'], 'another password')).toContain(
      'sessions are ended',
    )
    expect(await refusal(['reset-password', 'nobody'], password)).toContain('no account')
  })

  itOnce(
    'imports a roster: the same file twice changes nothing, and what is gone is retired',
    async () => {
      const header = 'Name,Order,Members,Number of Misses'
      const two = file('two.csv', `${header}\nAnts,A,"Ann Lee, Bo Chen",1\nBees,B,Cy Diaz,0\n`)
      expect(await spawned(['import-roster', two])).toContain('2 added, 0 changed, 0 retired')
      expect(await run(['import-roster', two])).toContain('0 added, 0 changed, 0 retired')
      const exported = await spawned(['export-roster'])
      expect(exported).toContain('Ants')
      const again = file('again.csv', exported)
      expect(await run(['import-roster', again, '--results'])).toContain('0 added, 0 changed')
      const one = file(
        'one.csv',
        `\ufeff${header.replaceAll(',', '\t')}\nAnts\tA\tAnn Lee\t0\n`,
        'utf16le',
      )
      const change = 'changed: A Ants; Members “Ann Lee, Bo Chen” → “Ann Lee”\nretired: B Bees\n'
      expect(await run(['import-roster', one, '--preview'])).toContain(change)
      expect(await run(['import-roster', one])).toContain('0 added, 1 changed, 1 retired')
      expect(await run(['export-roster'])).not.toContain('Bees')
    },
  )

  itOnce(
    'reports a bad row by line, column and reason, and imports nothing of the file',
    async () => {
      const bad = file('bad.csv', 'Order,Name,Number of Misses\nA,,0\nB,Bees,many\n')
      const said = await refusal(['import-roster', bad])
      expect(said).toContain('Nothing was imported')
      expect(said).toMatch(/line 3, Number of Misses: /)
      expect(said).toMatch(/This looks wrong:\n(.*\n)*line 2, Name: The tent has no name/)
      const large = file('large.csv', `Order,Name\n${'A,Ants\n'.repeat(3_000_000)}`)
      expect(await refusal(['import-roster', large])).toContain('over 10 MB')
      const many = file('many.csv', `Order,Name\n${'A,Ants\n'.repeat(1_000_000)}`)
      expect(await refusal(['import-roster', many])).toContain('more than 5,000 tents')
      expect((await run(['export-roster'])).trim().split('\n')).toHaveLength(1)
    },
  )

  itOnce('names nobody where the database refuses a roster', async () => {
    const none = ['Order,Name,Members,netIDs', 'A,Ants,Ann Lee,al21'].join('\n')
    const db = await openDatabase({
      databaseUrl: env['DATABASE_URL'] ?? null,
      dataDir: env['DATA_DIR'] ?? '',
      onError: () => {},
    })
    const rule = sql`alter table tents add constraint no_ants check (name <> 'Ants')`
    await db.transaction(({ queries }) => queries.execute(rule))
    await db.close()
    expect(await refusal(['import-roster', file('ants.csv', none)])).toBe(
      'The database refused this (23514). Nothing was changed.\n',
    )
  })

  itOnce('backs everything up and restores it into an empty database', async () => {
    expect(await run(['add-user', 'al21', ...ann, '--super-user'], password)).toContain('al21')
    const kept = join(folder, 'kept.backup')
    expect(await spawned(['backup', kept])).toContain(kept)
    env = await database('other')
    const place =
      engine === 'embedded'
        ? env['DATA_DIR']
        : env['DATABASE_URL']?.replace(/^.*(?:@|\/\/)/, 'PostgreSQL at ')
    const restored = await spawned(['restore', kept])
    expect(restored).toMatch(/^Restored \d+ rows into /)
    expect(restored).toContain(`into ${place}.`)
    const again = await refusal(['add-user', 'al21', ...ann], password)
    expect(again).toContain('There is an account')
  })

  const itEmbedded = it.runIf(engine === 'embedded')

  itEmbedded('backs up no database of an older version, which it would change', async () => {
    const db = join(folder, 'data', 'db')
    cpSync('dist/server/first-database', db, { recursive: true })
    const engine = await openEmbedded(db)
    await engine.migrations((session) =>
      session.execute('delete from migrations where name = (select max(name) from migrations)'),
    )
    await engine.close()
    const kept = join(folder, 'older.backup')
    expect(await refusal(['backup', kept])).toContain('of an older version of Tent City')
    expect(existsSync(kept)).toBe(false)
  })

  itEmbedded(
    'says where it made a database, which with a forgotten DATA_DIR nobody wanted',
    async () => {
      const said = vi.spyOn(console, 'error').mockImplementation(() => {})
      onTestFinished(() => said.mockRestore())
      await run(['import-roster', file('a.csv', 'Order,Name\nA,Ants\n')])
      await run(['export-roster'])
      expect(said.mock.calls).toEqual([[`Made a new database in ${env['DATA_DIR']}.`]])
    },
  )

  itOnce('makes no database for a command that lacks a file or a flag', async () => {
    env = { DATA_DIR: join(folder, 'none') }
    expect(await refusal(['restore', file('torn.backup', 'nothing')])).toContain('damaged')
    const missing = join(folder, 'missing')
    for (const command of ['import-roster', 'restore']) {
      expect(await refusal([command, missing])).toBe(`There is no file ${missing}.\n`)
    }
    expect(await refusal(['add-user', 'al21', ...ann.slice(0, 4)], password)).toContain(
      '--last-name is missing',
    )
    expect(existsSync(join(folder, 'none'))).toBe(false)
  })

  // Root may enter every folder.
  const isRoot = process.getuid?.() === 0
  it.runIf(engine === 'embedded' && !isRoot)('names a data folder of another user', async () => {
    const dataDir = join(folder, 'data')
    mkdirSync(dataDir, 0)
    const said = `${dataDir} belongs to another user. Run this as that user, or as root.`
    try {
      expect(await refusal(['backup', join(folder, 'kept.backup')])).toContain(said)
      expect(await refusal(['export-roster'])).toContain(said)
      expect(await refusal(['migrate'])).toContain(said)
    } finally {
      // So that it can be removed.
      chmodSync(dataDir, 0o700)
    }
  })

  itOnce('restores nothing that is damaged, and nothing over what is there', async () => {
    await run(['add-user', 'al21', ...ann, '--super-user'], password)
    await run(['import-roster', file('a.csv', 'Order,Name\nA,Ants\n')])
    const kept = join(folder, 'kept.backup')
    await run(['backup', kept])
    expect(await refusal(['restore', kept])).toContain('empty one')
    env = await database('other')
    expect(await refusal(['restore', file('torn.backup', 'nothing')])).toContain('damaged')
    expect(await run(['restore', kept])).toContain('Restored')
    expect(await run(['export-roster'])).toContain('Ants')
    // The audit goes on after the numbers that came with the backup.
    expect(await run(['set-role', 'al21', 'line-monitor', 'on'])).toContain('al21 on')
  })

  it('reads nothing where there is no database, and makes one for its owner alone', async () => {
    env = await database('none')
    const dataDir = env['DATA_DIR'] ?? ''
    const where = engine === 'embedded' ? 'DATA_DIR' : 'DATABASE_URL'
    const target = join(folder, 'kept.backup')
    for (const args of [
      ['backup', target],
      ['export-roster'],
      ['import-roster', file('a.csv', 'Order,Name\nA,Ants\n'), '--preview'],
      ['set-role', 'al21', 'super-user', 'on'],
      ['reset-password', 'al21'],
    ]) {
      expect(await refusal(args, password)).toContain(where)
    }
    expect(existsSync(target)).toBe(false)
    expect(existsSync(dataDir)).toBe(false)
    expect(await spawned(['migrate'])).toContain('up to date')
    if (engine === 'embedded') expect(statSync(dataDir).mode & 0o777).toBe(0o700)
    expect((await run(['export-roster'])).trim().split('\n')).toHaveLength(1)
    if (engine === 'embedded') expect(readdirSync(dataDir).join()).not.toContain('lock-')
  })

  itOnce(
    'never replaces a backup by one of an empty database, unless it is forced to',
    async () => {
      await run(['add-user', 'al21', ...ann, '--super-user'], password)
      const kept = join(folder, 'kept.backup')
      await run(['backup', kept])
      const good = readFileSync(kept)
      env = await database('mistyped')
      await run(['migrate'])
      const said = await refusal(['backup', kept])
      expect(said).toContain(`${kept} was left as it is`)
      expect(said).toContain('--force')
      expect(readFileSync(kept).equals(good)).toBe(true)
      expect(await run(['backup', join(folder, 'new.backup')])).toContain('Wrote')
      expect(await run(['backup', kept, '--force'])).toContain('Wrote')
      // One of an empty database may follow another, whichever of the two is a byte longer.
      for (let times = 0; times < 3; times += 1) {
        expect(await run(['backup', kept])).toContain('Wrote')
      }
      expect(statSync(kept).size).toBeLessThan(good.byteLength)
    },
  )

  itOnce('writes a backup whatever is at its temporary path, for its owner alone', async () => {
    await run(['migrate'])
    const kept = join(folder, 'kept.backup')
    const victim = file('victim', 'untouched')
    symlinkSync(victim, `${kept}.part`)
    await run(['backup', kept])
    expect(readFileSync(victim, 'utf8')).toBe('untouched')
    writeFileSync(`${kept}.part`, 'left over')
    chmodSync(`${kept}.part`, 0o666)
    await run(['backup', kept])
    expect(statSync(kept).mode & 0o777).toBe(0o600)
    expect(existsSync(`${kept}.part`)).toBe(false)
    mkdirSync(`${kept}.part`)
    expect(await refusal(['backup', kept])).toContain('.part')
  })

  itOnce('explains itself', async () => {
    expect(await spawned(['--help'])).toContain('add-user NETID')
    expect(await refusal([])).toContain('npm run -s cli -- COMMAND')
    expect(await refusal(['dance'])).toContain('npm run -s cli -- COMMAND')
    expect(await refusal(['backup'])).toContain('backup FILE')
  })

  itOnce.each([
    ['is full', '/dev/full', 'ENOSPC'],
    // 512 bytes may be written, so the first write takes a part, as on a disk that gets full.
    ['gets full', 'answer', 'EFBIG'],
  ])('fails where its standard output %s', (_, to, code) => {
    const command = [process.execPath, ...nodeArguments, 'dist/server/cli.js', '--help']
    const { status, stderr } = spawnSync(
      'sh',
      ['-c', 'to=$1; shift; ulimit -f 1; exec "$@" > "$to"', 'sh', resolve(folder, to), ...command],
      { encoding: 'utf8' },
    )
    expect([status, stderr]).toEqual([1, `The answer could not be written (${code}).\n`])
  })

  itOnce('does nothing where a flag is mistyped, has too much, or too little', async () => {
    expect(await refusal(['add-user', 'al21', ...ann, '--super-usr'], password)).toBe(
      "Unknown option '--super-usr'. See --help.\n",
    )
    expect(await refusal(['add-user', 'al21', ...ann, '--super-user=yes'], password)).toContain(
      "'--super-user' does not take an argument. See --help.",
    )
    expect(await refusal(['add-user', 'al21', '--email'], password)).toContain("'--email <value>'")
    expect(await run(['add-user', 'al21', ...ann, '--super-user'], password)).toBe('Added al21.\n')
  })
})
