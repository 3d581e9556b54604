import { join } from 'node:path'
import { lockDataDir } from './data-dir-lock.ts'
import { type Database, database } from './database.ts'
import { openEmbedded } from './embedded.ts'
import { migrate } from './migrate.ts'
import { openPostgres } from './postgres.ts'

export type OpenOptions = {
  /** A real PostgreSQL; null: embedded, under `dataDir`. */
  databaseUrl: string | null
  dataDir: string
  migrationsFolder: string
  onError: (error: Error) => void
}

/** Opens the database, brings it up to date, and holds the lock of the folder until closed. */
export async function openDatabase(options: OpenOptions): Promise<Database> {
  if (options.databaseUrl !== null) {
    const engine = openPostgres(options.databaseUrl, options.onError)
    try {
      await migrate(engine.migrations, options.migrationsFolder)
    } catch (error) {
      await engine.close()
      throw error
    }
    return database(engine)
  }

  const release = lockDataDir(options.dataDir)
  try {
    const engine = await openEmbedded(join(options.dataDir, 'db'))
    await migrate(engine.migrations, options.migrationsFolder)
    await engine.afterCommit()
    return {
      ...database(engine),
      close: async () => {
        await engine.close()
        release()
      },
    }
  } catch (error) {
    release()
    throw error
  }
}
