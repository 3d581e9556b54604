import { existsSync, statSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import type { RoleField } from '../shared/accounts/contract.ts'
import { cleanRegistration, normalNetID } from '../shared/accounts/rules.ts'
import { refusals } from '../shared/refusals.ts'
import { rosterText } from '../shared/tents/roster-text.ts'
import { hashPassword } from './accounts/passwords.ts'
import { refusedPassword } from './accounts/refused-password.ts'
import { addUser, problemsOf, refusedFor } from './accounts/registration.ts'
import { changeRole } from './accounts/roles.ts'
import { setPassword } from './accounts/set-password.ts'
import { findUser } from './accounts/store.ts'
import { type Config, readConfig } from './config.ts'
import { systemContext } from './context.ts'
import { backup, demandRestorable, isEmptyBackup, restore } from './db/backup.ts'
import { askForBackup } from './db/backup-socket.ts'
import { type Database, errorCode, isFailedQuery } from './db/database.ts'
import { refuseFullDisk } from './db/embedded-folder.ts'
import { openDatabase } from './db/open.ts'
import { placeOf } from './db/postgres-session.ts'
import { writeWhole } from './db/write-whole.ts'
import { planFile } from './shifts/plan-file.ts'
import { writeRosterCsv } from './tents/roster-csv.ts'
import { withRosterFile } from './tents/roster-file.ts'
import { importRoster, previewRoster, recordImport } from './tents/roster-import.ts'
import { reportOf } from './tents/roster-report.ts'
import { listTents, lockTents } from './tents/store.ts'

const help = `Tent City, for the person who runs it.

  npm run -s cli -- COMMAND

  add-user NETID --email ADDRESS --first-name NAME --last-name NAME
           [--line-monitor] [--super-user]      password: one line on standard input
  set-role NETID line-monitor|super-user on|off
  reset-password NETID                          new password: one line on standard input
  import-roster FILE.csv [--results] [--preview]
                                                --results: misses and dates of the file count, too;
                                                --preview: says what it would change and looks wrong
  export-roster                                 the roster as CSV on standard output
  backup FILE [--force]                         everything, into one file; --force: also where an
                                                empty database would replace a larger backup
  restore FILE                                  into an empty database
  migrate                                       makes the database, or brings it up to date
  plan-shifts IN.json [OUT.json]                who sleeps when: a plan for the shifts asked for in the
                                                file, into another or on standard output; no database

The settings are those of the server (DATABASE_URL, DATA_DIR). Only add-user, import-roster (not its
preview), restore and migrate make a database where there is none. While the server runs on its embedded database,
backup still works; for anything else stop the server first.`

/** Servers on the same database are notified under this name. */
const notifiesAs = 'command-line'

/** An expected failure; its message is for the person at the terminal. */
class CommandError extends Error {}

/**
 * The first sentence of Node's message says what is wrong. Unknown flags are refused, not ignored.
 */
function readArguments(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        help: { type: 'boolean', short: 'h' },
        email: { type: 'string' },
        'first-name': { type: 'string' },
        'last-name': { type: 'string' },
        'line-monitor': { type: 'boolean' },
        'super-user': { type: 'boolean' },
        results: { type: 'boolean' },
        preview: { type: 'boolean' },
        force: { type: 'boolean' },
      },
    })
  } catch (error) {
    const [sentence] = String(error instanceof Error ? error.message : error).split(/\.(?:\s|$)/)
    throw new CommandError(`${sentence}. See --help.`)
  }
}

type Flags = ReturnType<typeof readArguments>['values']

type Command = {
  args: number
  /**
   * May this command create a missing database? For all others that is refused: a setting is
   * probably mistyped.
   */
  makesDatabase?: true
  /** Refuses what can be seen to be wrong without a database, before one is opened or made. */
  check?: (args: string[], flags: Flags) => Promise<void> | void
  run: (db: Database, args: string[], flags: Flags, given: Given) => Promise<string>
}

/** Where a password is typed, or comes from. */
type Input = NodeJS.ReadableStream & { isTTY?: boolean }

type Given = { input: Input; config: Config }

const roleFields = new Map<string, RoleField>([
  ['line-monitor', 'isLineMonitor'],
  ['super-user', 'isSuperUser'],
])

const commands: Record<string, Command> = {
  'add-user': {
    args: 1,
    makesDatabase: true,
    check(_args, flags) {
      for (const name of ['email', 'first-name', 'last-name'] as const) demanded(flags, name)
    },
    async run(db, [netID = ''], flags, { input }) {
      const given = {
        netID,
        email: demanded(flags, 'email'),
        firstName: demanded(flags, 'first-name'),
        lastName: demanded(flags, 'last-name'),
        password: await passwordFrom(input),
      }
      const problems = await problemsOf(given)
      if (Object.keys(problems).length > 0) throw refusedFor(problems)
      const person = cleanRegistration(given)
      const passwordHash = await hashPassword(person.password)
      const rights = {
        isLineMonitor: flags['line-monitor'] === true,
        isSuperUser: flags['super-user'] === true,
        isConfirmed: true,
      }
      await db.transaction((tx) => addUser(systemContext, tx, person, passwordHash, rights))
      return `Added ${person.netID}.`
    },
  },
  'set-role': {
    args: 3,
    async run(db, [given = '', role = '', value = '']) {
      const field = roleFields.get(role)
      if (field === undefined || !['on', 'off'].includes(value)) {
        throw new CommandError(
          'Say which role and how: set-role NETID line-monitor|super-user on|off',
        )
      }
      const netID = normalNetID(given)
      await db.transaction(async (tx) => {
        await changeRole(systemContext, tx, { by: null, netID, field, value: value === 'on' })
        await tx.notify(`${notifiesAs} person ${netID}`)
      })
      return `Set ${role} of ${netID} ${value}.`
    },
  },
  'reset-password': {
    args: 1,
    async run(db, [given = ''], _flags, { input }) {
      const netID = normalNetID(given)
      const password = await passwordFrom(input)
      const user = await db.read((reader) => findUser(reader, netID))
      if (user === undefined) throw new CommandError(refusals.unknownUser[1])
      const refused = await refusedPassword(password, user)
      if (refused !== null) throw new CommandError(refusals[refused][1])
      const passwordHash = await hashPassword(password)
      await db.transaction(async (tx) => {
        const change = { by: null, netID, passwordHash, keptSession: null }
        await setPassword(systemContext, tx, change)
        await tx.notify(`${notifiesAs} person ${netID}`)
      })
      return `Set the password of ${netID}; their sessions are ended.`
    },
  },
  'import-roster': {
    args: 1,
    makesDatabase: true,
    check: demandFile,
    async run(db, [file = ''], flags) {
      const csv = await readRoster(file)
      const settings = { results: flags.results === true }
      const outcome = await db.transaction(async (tx) => {
        const take = flags.preview === true ? previewRoster : importRoster
        if (flags.preview !== true) await lockTents(tx)
        const done = await withRosterFile(tx, csv, settings, (rows) =>
          take(systemContext, tx, rows, settings),
        )
        if ('plan' in done && flags.preview !== true) {
          const event = { kind: 'rosterImported', netID: null } as const
          await recordImport(systemContext, tx, event, done.plan)
        }
        return done
      })
      if ('problems' in outcome) throw new CommandError(reportOf(outcome))
      return reportOf(outcome)
    },
  },
  'export-roster': {
    args: 0,
    async run(db) {
      return writeRosterCsv(await db.read(listTents)).trimEnd()
    },
  },
  backup: {
    args: 1,
    async run(db, [file = ''], flags) {
      const unless = refusingLoss(file, flags)
      await backup(db, systemContext.now(), file, unless)
      return wrote(file)
    },
  },
  restore: {
    args: 1,
    makesDatabase: true,
    async check([file = '']) {
      demandFile([file])
      await demandRestorable(file)
    },
    async run(db, [file = ''], _flags, { config: { databaseUrl, dataDir } }) {
      const place = databaseUrl === null ? resolve(dataDir) : placeOf(databaseUrl)
      return `Restored ${await restore(db, file)} rows into ${place}.`
    },
  },
  migrate: {
    args: 0,
    makesDatabase: true,
    run: async () => 'The database is up to date.',
  },
}

/** A mistyped setting must not cost the backup that there is. */
function refusingLoss(file: string, { force }: Flags): (part: string) => Promise<void> {
  return async (part) => {
    if (force === true || !existsSync(file)) return
    const [{ size: before }, { size: now }] = [await stat(file), await stat(part)]
    if (before <= now || !(await isEmptyBackup(part)) || (await isEmptyBackup(file))) return
    throw new CommandError(
      `${file} was left as it is: it has ${before} bytes, and the database is empty. Are DATA_DIR and DATABASE_URL right? If so, --force replaces it.`,
    )
  }
}

async function wrote(file: string): Promise<string> {
  return `Wrote ${file} (${(await stat(file)).size} bytes).`
}

function demanded(flags: Flags, name: 'email' | 'first-name' | 'last-name'): string {
  const value = flags[name]
  if (value === undefined) throw new CommandError(`--${name} is missing. See --help.`)
  return value
}

function demandFile([file = '']: string[]): void {
  const facts = statSync(file, { throwIfNoEntry: false })
  if (facts === undefined) throw new CommandError(`There is no file ${file}.`)
  if (facts.isDirectory()) throw new CommandError(`${file} is a folder, not a file.`)
}

async function passwordFrom(input: Input): Promise<string> {
  if (input.isTTY) console.error('Password:')
  for await (const line of createInterface(input)) return line
  return ''
}

/** A roster of 5,000 tents has 3 MB at most. */
async function readRoster(file: string): Promise<string> {
  const { size } = await stat(file)
  if (size > 10_000_000) throw new CommandError('The file has over 10 MB, more than any roster.')
  return rosterText(await readFile(file), TextDecoder)
}

/** Does what the arguments say; gives what is to be printed. Not every command reads the environment. */
export async function answerTo(
  argv: string[],
  environment: () => Record<string, string | undefined>,
  input: Input,
): Promise<string> {
  const { values: flags, positionals } = readArguments(argv)
  const [name = '', ...args] = positionals
  if (flags.help === true) return help
  if (name === 'plan-shifts' && (args.length === 1 || args.length === 2)) {
    const [from = '', to] = args
    const onFailure = ({ message }: Error) => console.error(`The solver gave up: ${message}`)
    return planFile(systemContext, from, to, onFailure)
  }
  const command = commands[name]
  if (command === undefined || args.length !== command.args) throw new CommandError(help)
  await command.check?.(args, flags)
  const config = readConfig(environment(), { isServer: false })
  if (name === 'backup' && config.databaseUrl === null) {
    const [file = ''] = args
    const isTaken = await askForBackup(config.dataDir, (arriving, bytes) => {
      const make = async () => {
        refuseFullDisk(dirname(file), bytes)
        return arriving
      }
      return writeWhole(file, make, refusingLoss(file, flags))
    })
    if (isTaken) return wrote(file)
  }
  const { databaseUrl, dataDir } = config
  const isNew = databaseUrl === null && !existsSync(join(dataDir, 'db'))
  const db = await openDatabase({
    databaseUrl,
    dataDir,
    onError: (error) => console.error(error.message),
    mustExist: command.makesDatabase !== true || flags.preview === true,
    asItIs: name !== 'migrate',
  })
  // With a forgotten DATA_DIR it is not the one that was meant; migrate is run to make one.
  if (isNew && name !== 'migrate') console.error(`Made a new database in ${resolve(dataDir)}.`)
  try {
    return await command.run(db, args, flags, { input, config })
  } finally {
    await db.close()
  }
}

/** What to print of an error. A failed query's own message would contain names and netIDs. */
export function textOf(error: unknown): string {
  if (isFailedQuery(error)) {
    return `The database refused this (${errorCode(error) ?? 'without a code'}). Nothing was changed.`
  }
  return error instanceof Error ? error.message : String(error)
}
