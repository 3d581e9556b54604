import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { findPostgres } from './find-programs.js'
import { freePort } from './free-port.ts'
import { until } from './until.ts'

export type TestPostgres = {
  url: string
  /** As `kill -9` of its first process does: the others notice and go. */
  kill: () => Promise<void>
  startAgain: () => Promise<void>
  stop: () => Promise<void>
}

/**
 * A throw-away PostgreSQL with its files in `folder`. It refuses to run as root, so there it runs
 * as another user of this machine. Only with `durable` does it wait for the disk.
 */
export function startPostgres(folder: string, durable = false): Promise<TestPostgres> {
  return startOn(folder, durable, 'initdb', [
    '-U',
    'tests',
    '-A',
    'trust',
    '-E',
    'UTF8',
    '--no-sync',
  ])
}

/** Another one that follows the first by streaming replication; it waits for the disk. */
export function startStandby(folder: string, primary: TestPostgres): Promise<TestPostgres> {
  return startOn(folder, true, 'pg_basebackup', ['-R', '-d', primary.url])
}

/** Nothing waits for the disk, and nothing is tidied up. */
const throwAwaySettings = ['fsync=off', 'autovacuum=off', 'jit=off']

/** `make`: the program that makes the files. */
async function startOn(
  folder: string,
  durable: boolean,
  make: string,
  options: readonly string[],
): Promise<TestPostgres> {
  const programs = findPostgres()
  if (programs === null) throw new Error('PostgreSQL is not on this machine')
  const user = process.getuid?.() === 0 ? otherUser() : null
  if (user !== null) chownSync(folder, user.uid, user.gid)
  const data = join(folder, 'data')
  const made = ['-D', data, ...options]
  execFileSync(join(programs, make), made, { ...user, cwd: folder, stdio: 'ignore' })
  const port = await freePort()
  const settings = ['max_connections=300', ...(durable ? [] : throwAwaySettings)].flatMap(
    (setting) => ['-c', setting],
  )
  const running = ['-D', data, '-k', folder, '-h', '127.0.0.1', '-p', String(port), ...settings]
  const url = `postgres://tests@127.0.0.1:${port}/postgres`
  let server: ChildProcess
  process.once('exit', () => server.kill('SIGKILL'))

  async function start(): Promise<void> {
    for (;;) {
      server = spawn(join(programs ?? '', 'postgres'), running, {
        ...user,
        cwd: folder,
        stdio: 'ignore',
      })
      // After a kill, the start may fail while processes of the killed server still run: try again.
      const isUp = await Promise.race([
        reachable(url).then(() => true),
        once(server, 'exit').then(() => false),
      ])
      if (isUp) return
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }

  async function end(signal: NodeJS.Signals): Promise<void> {
    if (server.exitCode !== null || server.signalCode !== null) return
    const gone = once(server, 'exit')
    server.kill(signal)
    await gone
  }

  await start()
  return { url, kill: () => end('SIGKILL'), startAgain: start, stop: () => end('SIGQUIT') }
}

function otherUser(): { uid: number; gid: number } {
  const id = (flag: string, name: string) =>
    Number(execFileSync('id', [flag, name], { stdio: 'pipe' }))
  for (const name of ['postgres', 'nobody']) {
    try {
      return { uid: id('-u', name), gid: id('-g', name) }
    } catch {}
  }
  throw new Error('There is no other user to run PostgreSQL as')
}

async function reachable(url: string): Promise<void> {
  let attempts = 100
  await until(async () => {
    const client = new pg.Client({ connectionString: url })
    try {
      await client.connect()
      await client.end()
      return true
    } catch (error) {
      attempts -= 1
      if (attempts === 0) throw error
      return false
    }
  }, 100)
}
