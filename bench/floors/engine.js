import { existsSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { PGlite } from '@electric-sql/pglite'
import pg from 'pg'

/**
 * The engine alone, once it answers: a connection to DATABASE_URL, or the embedded one on DATA_DIR,
 * which is made from the empty database of the build where there is none.
 */
const url = process.env['DATABASE_URL'] ?? ''
const folder = process.env['DATA_DIR'] ?? ''
if (url === '' && !existsSync(folder)) {
  await cp('dist/server/first-database', folder, { recursive: true })
}
if (url === '') {
  const engine = await PGlite.create(folder)
  await engine.query('select 1')
} else {
  const engine = new pg.Client(url)
  await engine.connect()
  await engine.query('select 1')
}
console.log('ready')
setInterval(() => {}, 60_000)
