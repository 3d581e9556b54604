import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { openEmbedded } from '../../src/server/db/embedded.ts'
import { migrate } from '../../src/server/db/migrate.ts'

const folder = 'src/server/db/migrations'

/** A database as it was before the migration of this number: `0013`. */
export async function earlierDatabase(before: string) {
  const { migrations, close } = await openEmbedded(null)
  async function toBefore(number: string) {
    const old = mkdtempSync(join(tmpdir(), 'tent-city-'))
    const isBefore = (path: string) => !/\.sql$/.test(path) || basename(path) < number
    cpSync(folder, join(old, 'migrations'), { recursive: true, filter: isBefore })
    // Today's functions are of today's tables.
    writeFileSync(join(old, 'functions.sql'), '')
    await migrate(migrations, join(old, 'migrations'))
    rmSync(old, { recursive: true, force: true })
  }
  await toBefore(before)
  return {
    toBefore,
    execute: (sql: string) => migrations((session) => session.execute(sql)),
    async rows(sql: string) {
      let found: Record<string, unknown>[] = []
      await migrations(async (session) => {
        found = await session.rows(sql)
      })
      return found
    },
    toNow: () => migrate(migrations, folder),
    close,
  }
}
