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

export type OpenDatabase = Database & {
  /** Only the embedded engine has one; a real PostgreSQL is dumped by its own programs. */
  dump: (() => Promise<Uint8Array>) | null
}

/** Opens the database, brings it up to date, and holds the lock of the folder until closed. */
export async function openDatabase(options: OpenOptions): Promise<OpenDatabase> {
  if (options.databaseUrl !== null) {
    const engine = openPostgres(options.databaseUrl, options.onError)
    try {
      await migrate(engine.migrations, options.migrationsFolder)
    } catch (error) {
      await engine.close()
      throw error
    }
    return { ...database(engine), dump: null }
  }

  const release = lockDataDir(options.dataDir)
  try {
    const engine = await openEmbedded(join(options.dataDir, 'db'))
    await migrate(engine.migrations, options.migrationsFolder)
    await engine.afterCommit()
    return {
      ...database(engine),
      dump: engine.dump,
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
