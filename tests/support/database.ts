import { randomUUID } from 'node:crypto'
import pg from 'pg'

/** The database with all tables and no row that each run makes once, for others to begin as. */
export const migrated = 'migrated'

/** A new database on the throw-away PostgreSQL, empty or a copy of another; gives its address. */
export async function createDatabase(adminUrl: string, template = 'template1'): Promise<string> {
  const name = `t${randomUUID().replaceAll('-', '')}`
  const admin = new pg.Client({ connectionString: adminUrl })
  await admin.connect()
  await admin.query(`create database ${name} template ${template}`)
  await admin.end()
  return adminUrl.replace(/postgres$/, name)
}
