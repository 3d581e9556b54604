import { type FileHandle, open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import { errorCode } from './database.ts'

/**
 * The engine writes its write-ahead log but never flushes it to the disk. `sync` does, for every
 * segment since the last call: a large commit spans several. Commits that arrive during a flush
 * share the next one.
 */
export function writeAheadLog(
  dataFolder: string,
  client: Pick<PGlite, 'exec'>,
  openFile: typeof open = open,
) {
  const folder = join(dataFolder, 'pg_wal')
  let current: { name: string; file: FileHandle } | null = null
  let running: Promise<void> | null = null
  let next: Promise<void> | null = null

  async function syncNow(): Promise<void> {
    // Not by `query`, which takes the engine twice as long: each commit waits for this.
    const [named] = await client.exec('select pg_walfile_name(pg_current_wal_lsn()) as name')
    const name: string | undefined = named?.rows[0]?.['name']
    if (name === undefined) throw new Error('The engine does not name its write-ahead log')
    if (current?.name !== name) {
      await syncSegments(current?.name ?? '', name)
      await current?.file.close()
      current = { name, file: await openFile(join(folder, name), 'r+') }
    }
    await current.file.datasync()
  }

  /**
   * Flushes the segments from `from` up to but without `to`, and the folder, which holds their
   * names.
   */
  async function syncSegments(from: string, to: string): Promise<void> {
    const segments = (await readdir(folder)).filter(
      (name) => /^[0-9A-F]{24}$/.test(name) && name >= from && name < to,
    )
    for (const name of segments) await syncFile(join(folder, name), 'r+')
    await syncFile(folder, 'r')
  }

  /** A segment removed by a checkpoint meanwhile is not needed any more. */
  async function syncFile(path: string, flags: 'r' | 'r+'): Promise<void> {
    const file = await openFile(path, flags).catch((error) => {
      if (errorCode(error) !== 'ENOENT') throw error
    })
    await file?.datasync()
    await file?.close()
  }

  function begin(): Promise<void> {
    next = null
    running = syncNow().finally(() => {
      running = null
    })
    return running
  }

  return {
    sync(): Promise<void> {
      if (running === null) return begin()
      next ??= running.then(begin, begin)
      return next
    },
    async close(): Promise<void> {
      await (next ?? running)
      await current?.file.close()
      current = null
    },
  }
}
