import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { openEmbedded } from '../../src/server/db/embedded.ts'
import { migrate } from '../../src/server/db/migrate.ts'
import { openDatabase } from '../../src/server/db/open.ts'
import { migrated } from './database.ts'
import { startPostgres } from './postgres.ts'

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
    ? await providePostgres(project, folder)
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

async function providePostgres(project: TestProject, folder: string): Promise<() => Promise<void>> {
  const { url, stop } = await startPostgres(folder)
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  await admin.query(`create database ${migrated}`)
  await admin.end()
  const db = await openDatabase({
    databaseUrl: url.replace(/postgres$/, migrated),
    dataDir: '',
    onError: () => {},
  })
  await db.close()
  project.provide('snapshotFile', '')
  project.provide('postgresUrl', url)
  return stop
}
