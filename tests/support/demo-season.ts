import type { TestProject } from 'vitest/node'
import { readConfig } from '../../src/server/config.ts'
import { systemContext } from '../../src/server/context.ts'
import { database } from '../../src/server/db/database.ts'
import { openPostgres } from '../../src/server/db/postgres.ts'
import { type DemoAccount, demoAccounts } from '../../src/server/demo.ts'
import { createDatabase, migrated, withDemo } from './database.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The accounts in the database with the demo season, on PostgreSQL. */
    demoAccounts: DemoAccount[]
  }
}

/** On PostgreSQL no start invents a season: it is made once, for each test file to begin with a copy. */
export default async function setup(project: TestProject): Promise<void> {
  const adminUrl = project.getProvidedContext().postgresUrl
  project.provide('demoAccounts', adminUrl === '' ? [] : await makeDemo(adminUrl))
}

async function makeDemo(adminUrl: string): Promise<DemoAccount[]> {
  const url = await createDatabase(adminUrl, migrated, withDemo)
  const db = database(openPostgres(url, () => {}))
  const given = { ...systemContext, config: readConfig({}), db, secretKey: '' }
  const accounts = await demoAccounts(given)
  await db.close()
  return accounts
}
