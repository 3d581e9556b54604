import { statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Health, operationsApi } from '../../shared/operations/contract.ts'
import { insertAuditEvent } from '../audit/store.ts'
import { findNewestBackup } from '../db/hourly-backup.ts'
import type { Handlers, ReadContext } from '../http/endpoints.ts'
import type { Failures } from '../http/failures.ts'
import { findQueueLength } from '../roster-sync/store.ts'
import { version } from '../version.ts'
import { readSetUp } from './set-up.ts'
import { findEngine, findServers, findWaitingMails, findWaitingPushes } from './store.ts'

type Given = { failures: Failures; makeBackup: () => Promise<Uint8Array> }

/** What a super user asks about the server itself. */
export function healthRoutes(
  ctx: ReadContext,
  { failures, makeBackup }: Given,
): Handlers<keyof typeof operationsApi> {
  const startedAt = ctx.now().toISOString()
  const isEmbedded = ctx.config.databaseUrl === null
  const { dataDir } = ctx.config
  let making: Promise<Uint8Array> | null = null

  return {
    async health() {
      const now = ctx.now()
      const [disk, backup, ofDatabase] = await Promise.all([
        diskOf(isEmbedded ? dataDir : tmpdir()),
        isEmbedded ? findNewestBackup(join(dataDir, 'backups')) : null,
        ctx.db.read(async (reader) => ({
          engine: await findEngine(reader),
          airtable: await findQueueLength(reader),
          mails: await findWaitingMails(reader, now),
          pushes: await findWaitingPushes(reader, now),
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
          airtable: told(queues.airtable),
          mails: told(queues.mails),
          pushes: told(queues.pushes),
        },
        failed: failures.list(now),
        // The embedded engine has this one server alone.
        servers: servers.length === 0 ? [version] : servers,
      }
    },

    setUp: () => ctx.db.read((reader) => readSetUp(ctx.config, reader, ctx.now())),

    async makeBackup({ session, reply, write }) {
      making ??= makeBackup().finally(() => {
        making = null
      })
      const file = await making
      const now = ctx.now()
      const { netID } = session.user
      await write((tx) => insertAuditEvent(tx, now, { kind: 'backupMade', netID }))
      const name = `tent-city-${now.toISOString().slice(0, 10)}.backup`
      reply.header('content-disposition', `attachment; filename="${name}"`)
      return file
    },
  }
}

function told({ waiting, oldest }: { waiting: number; oldest: Date | null }) {
  return { waiting, oldestSince: oldest?.toISOString() ?? null }
}

/** null: there is no such folder, or no word on its disk. */
async function diskOf(folder: string): Promise<Health['disk']> {
  try {
    const { bavail, blocks, bsize } = await statfs(folder)
    return { freeBytes: bavail * bsize, totalBytes: blocks * bsize }
  } catch {
    return null
  }
}
