import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDatabase } from '../tests/support/database.ts'
import { startPostgres } from '../tests/support/postgres.ts'

/** The settings that say where a server keeps its data. */
export type Place = { DATA_DIR: string; DATABASE_URL?: string }

/** Where the servers of a benchmark keep their data, on each engine; `end` removes all of it. */
export async function bothEngines() {
  const folder = mkdtempSync(join(tmpdir(), 'tent-city-bench-'))
  // PostgreSQL has a user of its own, who has to get in.
  chmodSync(folder, 0o755)
  const ofPostgres = join(folder, 'postgres')
  mkdirSync(ofPostgres)
  const postgres = await startPostgres(ofPostgres, true)
  const inFolder = (name: string) => ({ DATA_DIR: join(folder, name) })
  return {
    folder,
    /** A new database for the server of this name. */
    places: {
      embedded: async (name: string): Promise<Place> => inFolder(name),
      PostgreSQL: async (name: string): Promise<Place> => ({
        ...inFolder(name),
        DATABASE_URL: await createDatabase(postgres.url),
      }),
    },
    async end(): Promise<void> {
      await postgres.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
