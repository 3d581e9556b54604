import { execFileSync, spawn } from 'node:child_process'
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { openEmbedded } from '../../src/server/db/embedded.ts'
import { migrate } from '../../src/server/db/migrate.ts'
import { findPostgres } from './find-programs.js'

declare module 'vitest' {
  interface ProvidedContext {
    /** A migrated embedded database as a file, to begin each test file from. */
    snapshotFile: string
    /** The throw-away PostgreSQL of this run; '' in the other project. */
    postgresUrl: string
  }
}

/** Brings up what the server tests of one project stand on; gives what takes it down again. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'tent-city-'))
  const onPostgres = project.config.env['TEST_ENGINE'] === 'postgres'
  const stop = onPostgres
    ? await startPostgres(project, folder)
    : await makeSnapshot(project, folder)
  return async () => {
    await stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function makeSnapshot(project: TestProject, folder: string): Promise<() => Promise<void>> {
  const engine = await openEmbedded(null)
  await migrate(engine.migrations, 'src/server/db/migrations')
  const file = join(folder, 'snapshot.tar.gz')
  writeFileSync(file, await engine.dump())
  await engine.close()
  project.provide('snapshotFile', file)
  project.provide('postgresUrl', '')
  return async () => {}
}

/** PostgreSQL refuses to run as root, so there it runs as another user of this machine. */
async function startPostgres(project: TestProject, folder: string): Promise<() => Promise<void>> {
  const programs = findPostgres()
  if (programs === null) throw new Error('PostgreSQL is not on this machine')
  const user = process.getuid?.() === 0 ? otherUser() : null
  if (user !== null) chownSync(folder, user.uid, user.gid)
  const data = join(folder, 'data')
  const initdb = ['-D', data, '-U', 'tests', '-A', 'trust', '-E', 'UTF8', '--no-sync']
  execFileSync(join(programs, 'initdb'), initdb, { ...user, cwd: folder, stdio: 'ignore' })
  const port = await freePort()
  const options = [
    '-D',
    data,
    '-k',
    folder,
    '-h',
    '127.0.0.1',
    '-p',
    String(port),
    '-c',
    'fsync=off',
    '-c',
    'max_connections=300',
  ]
  const server = spawn(join(programs, 'postgres'), options, {
    ...user,
    cwd: folder,
    stdio: 'ignore',
  })
  const gone = new Promise<void>((resolve) => server.once('exit', () => resolve()))
  process.once('exit', () => server.kill('SIGKILL'))
  const url = `postgres://tests@127.0.0.1:${port}/postgres`
  await reachable(url)
  project.provide('snapshotFile', '')
  project.provide('postgresUrl', url)
  return async () => {
    server.kill('SIGQUIT')
    await gone
  }
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

/** Below 32768, where the machine does not hand out ports of its own accord. */
async function freePort(): Promise<number> {
  for (let port = 15_432; port < 32_768; port += 1) {
    const isFree = await new Promise<boolean>((resolve) => {
      const probe = createServer()
      probe.once('error', () => resolve(false))
      probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
    })
    if (isFree) return port
  }
  throw new Error('No port is free')
}

async function reachable(url: string): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    const client = new pg.Client({ connectionString: url })
    try {
      await client.connect()
      await client.end()
      return
    } catch (error) {
      if (attempt > 100) throw error
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
}
