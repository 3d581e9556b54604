import { accessSync, existsSync } from 'node:fs'
import { chmod, cp, rename, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { sql } from 'drizzle-orm'
import { lockDataDir } from './data-dir-lock.ts'
import { type Database, database } from './database.ts'
import { type Embedded, openEmbedded, readAll } from './embedded.ts'
import { damaged, isDamage, refusedFolder, refuseFullDisk } from './embedded-folder.ts'
import { migrate, ownMigrations } from './migrate.ts'
import { openPostgres } from './postgres.ts'

export type OpenOptions = {
  /** A real PostgreSQL; null: embedded, under `dataDir`. */
  databaseUrl: string | null
  dataDir: string
  /** Absent: those of this version. */
  migrationsFolder?: string
  onError: (error: Error) => void
  /** Refuse a missing database instead of creating one. */
  mustExist?: boolean
  /** Refuse a database of an older version instead of bringing it up to date. */
  asItIs?: boolean
}

/** Opens the database, migrates it, and holds the folder's lock until it is closed. */
export async function openDatabase(options: OpenOptions): Promise<Database> {
  const { migrationsFolder = ownMigrations, mustExist = false, asItIs = false } = options
  if (options.databaseUrl !== null) {
    const engine = openPostgres(options.databaseUrl, options.onError)
    try {
      await migrate(engine.migrations, migrationsFolder, { mustExist, asItIs })
    } catch (error) {
      await engine.close()
      throw error
    }
    return database(engine)
  }

  if (mustExist) requireFolder(options.dataDir)
  const release = await lockDataDir(options.dataDir).catch((error) => {
    throw refusedFolder(options.dataDir, error) ?? error
  })
  try {
    refuseFullDisk(options.dataDir)
    const engine = await openFolder(join(options.dataDir, 'db'), migrationsFolder, asItIs)
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

function requireFolder(dataDir: string): void {
  try {
    accessSync(join(dataDir, 'db'))
  } catch (error) {
    throw (
      refusedFolder(dataDir, error) ??
      new Error(`There is no database in ${resolve(dataDir)}. Is DATA_DIR right?`)
    )
  }
}

/**
 * Opens the embedded database of a folder and migrates it, unless it is to stay as it is. A new one is
 * created completely or not at all.
 */
async function openFolder(
  folder: string,
  migrationsFolder: string,
  asItIs: boolean,
): Promise<Embedded> {
  if (!existsSync(folder)) {
    const part = `${folder}.part`
    await rm(part, { recursive: true, force: true })
    // The build stores an empty database beside the migrations; the engine takes seconds to create
    // one.
    const first = join(migrationsFolder, '../first-database')
    if (existsSync(first)) {
      await cp(first, part, { recursive: true })
      await chmod(part, 0o700)
    } else await (await openEmbedded(part)).close()
    await rename(part, folder)
  }
  const engine = await openEmbedded(folder)
  try {
    await migrate(engine.migrations, migrationsFolder, { asItIs })
    // The build's empty database has no epoch: each copy gets its own here, even if an earlier
    // start was killed before it got this far.
    await engine.queries.execute(
      sql`insert into ledger_epoch (epoch) values (gen_random_uuid()) on conflict do nothing`,
    )
    await readAll(engine)
  } catch (error) {
    throw isDamage(error) ? damaged(folder, error) : error
  }
  await engine.afterCommit()
  return engine
}
