import { randomUUID } from 'node:crypto'
import pg from 'pg'

/** A new, empty database on the throw-away PostgreSQL; gives its address. */
export async function createDatabase(adminUrl: string): Promise<string> {
  const name = `t${randomUUID().replaceAll('-', '')}`
  const admin = new pg.Client({ connectionString: adminUrl })
  await admin.connect()
  await admin.query(`create database ${name}`)
  await admin.end()
  return adminUrl.replace(/postgres$/, name)
}
