import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject } from 'vitest'
import { createDatabase, migrated } from './database.ts'

/**
 * Where a built server keeps what it has, for one test file: on PostgreSQL where there is one, for it
 * starts in a fraction of the embedded engine's time.
 */
export async function ownPlace() {
  const folder = mkdtempSync(join(tmpdir(), 'tent-city-'))
  const postgres = inject('postgresUrl')
  return {
    env: {
      DATA_DIR: folder,
      ...(postgres !== '' && { DATABASE_URL: await createDatabase(postgres, migrated) }),
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
