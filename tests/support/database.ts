import { randomUUID } from 'node:crypto'
import pg from 'pg'

/** The database with all tables and no row that each run makes once, for others to begin as. */
export const migrated = 'migrated'

/** A copy of it with the demo season, for the tests of screens. */
export const withDemo = 'with_demo'

/**
 * A new database on the throw-away PostgreSQL, empty or a copy of another, in place of any of that
 * name; gives its address.
 */
export async function createDatabase(
  adminUrl: string,
  template = 'template1',
  name = `t${randomUUID().replaceAll('-', '')}`,
): Promise<string> {
  const admin = new pg.Client({ connectionString: adminUrl })
  await admin.connect()
  await admin.query(`drop database if exists ${name} with (force)`)
  await admin.query(`create database ${name} template ${template}`)
  await admin.end()
  return adminUrl.replace(/postgres$/, name)
}
