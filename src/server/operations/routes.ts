import { statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Health, operationsApi } from '../../shared/operations/contract.ts'
import { localDayOf } from '../../shared/season/local-time.ts'
import { insertAuditEvent } from '../audit/store.ts'
import type { SentFile } from '../db/backup-file.ts'
import type { QueueLength } from '../db/due-queue.ts'
import { findNewestBackup } from '../db/hourly-backup.ts'
import type { Handlers, ReadContext } from '../http/endpoints.ts'
import type { Failures } from '../http/failures.ts'
import { mailQueue } from '../mail/store.ts'
import { pushQueue } from '../push/store.ts'
import { findQueueLength } from '../roster-sync/store.ts'
import { findRules } from '../season/store.ts'
import { version } from '../version.ts'
import { readSetUp } from './set-up.ts'
import { findEngine, findServers } from './store.ts'

type Given = { failures: Failures; makeBackup: () => Promise<SentFile> }

/** What super users see about the server itself. */
export function operationsRoutes(
  ctx: ReadContext,
  { failures, makeBackup }: Given,
): Handlers<keyof typeof operationsApi> {
  const startedAt = ctx.now().toISOString()
  const isEmbedded = ctx.config.databaseUrl === null
  const { dataDir } = ctx.config

  return {
    async health() {
      const now = ctx.now()
      const [disk, backup, ofDatabase] = await Promise.all([
        diskOf(isEmbedded ? dataDir : tmpdir()),
        isEmbedded ? findNewestBackup(join(dataDir, 'backups'), now) : null,
        ctx.db.read(async (reader) => ({
          engine: await findEngine(reader),
          airtable: await findQueueLength(reader),
          mails: await mailQueue.countDue(reader, now),
          pushes: await pushQueue.countDue(reader, now),
          servers: await findServers(reader),
        })),
      ])
      const { engine, servers, ...queues } = ofDatabase
      return {
        at: now.toISOString(),
        startedAt,
        version,
        engine: isEmbedded ? `Embedded PostgreSQL ${engine}` : `PostgreSQL ${engine}`,
        disk,
        backsUp: isEmbedded,
        backup,
        queues: {
          airtable: queueFacts(queues.airtable),
          mails: queueFacts(queues.mails),
          pushes: queueFacts(queues.pushes),
        },
        failed: failures.list(now),
        // With the embedded engine, this is the only server.
        servers: servers.length === 0 ? [version] : servers,
      }
    },

    setUp: () => ctx.db.read((reader) => readSetUp(ctx.config, reader, ctx.now())),

    async makeBackup({ session, reply, write }) {
      const { timeZone } = await ctx.db.read(findRules)
      const file = await makeBackup()
      const now = ctx.now()
      const { netID } = session.user
      try {
        await write((tx) => insertAuditEvent(tx, now, { kind: 'backupMade', netID }))
      } catch (error) {
        file.stream.destroy()
        throw error
      }
      const name = `tent-city-${localDayOf(now.getTime(), timeZone)}.backup`
      reply.header('content-disposition', `attachment; filename="${name}"`)
      return file
    },
  }
}

function queueFacts({ waiting, oldest }: QueueLength) {
  return { waiting, oldestSince: oldest?.toISOString() ?? null }
}

/** null: the folder is missing, or its disk's size is unknown. */
async function diskOf(folder: string): Promise<Health['disk']> {
  try {
    const { bavail, blocks, bsize } = await statfs(folder)
    return { freeBytes: bavail * bsize, totalBytes: blocks * bsize }
  } catch {
    return null
  }
}
