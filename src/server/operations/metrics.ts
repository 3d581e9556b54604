import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Context } from '../context.ts'
import { findNewestBackup } from '../db/hourly-backup.ts'
import type { Live } from '../live/live.ts'
import { findQueueLength } from '../roster-sync/store.ts'
import { remainingTents } from '../tent-check/ledger/check-state.ts'
import type { Ledger } from '../tent-check/ledger/ledger.ts'
import { countMarks } from '../tent-check/store.ts'
import { askedInTime } from './in-time.ts'

/**
 * Numbers of this process, and of the product from the database, in Prometheus's text format. No
 * label is about a person.
 */
export function openMetrics(
  app: FastifyInstance,
  ctx: Pick<Context, 'config' | 'db' | 'log' | 'now'>,
  live: Live,
  ledger: Pick<Ledger, 'look'>,
): { contentType: string; text: () => Promise<string> } {
  const registry = new Registry()
  const registers = [registry]
  // Memory, processor, files and event loop delay of the process.
  collectDefaultMetrics({ register: registry })
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers })

  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'How long requests took, by method, pattern of the route and class of the status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers,
  })
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none'
    const status = `${Math.floor(reply.statusCode / 100)}xx`
    duration.observe({ method: request.method, route, status }, reply.elapsedTime / 1000)
  })

  const sockets = gauge('tent_city_sockets', 'Pages connected to this process')
  const databaseUp = gauge('tent_city_database_up', '1: the database answered just now')
  const checkOn = gauge('tent_city_check_in_progress', '1: a tent check is on')
  const tentsLeft = gauge('tent_city_check_tents_left', 'Tents of the check not yet marked')
  const outboxWaiting = gauge('tent_city_outbox_waiting', 'Results that wait for Airtable')
  const outboxOldest = gauge('tent_city_outbox_oldest_seconds', 'Age of the oldest of them')
  const backupAge = gauge(
    'tent_city_backup_age_seconds',
    'Age of the newest backup that the server made by itself',
  )
  const marks = new Counter({
    name: 'tent_city_marks_total',
    help: 'Marks recorded, in all checks, by all processes',
    registers,
  })
  const ofDatabase = [checkOn, tentsLeft, outboxWaiting, outboxOldest]

  const ask = async () => {
    const { running } = await ledger.look()
    const found = await ctx.db.read(async (reader) => ({
      queue: await findQueueLength(reader),
      marked: await countMarks(reader),
    }))
    return { running, ...found }
  }
  const { databaseUrl, dataDir } = ctx.config

  async function measureBackup(): Promise<void> {
    const now = ctx.now()
    const folder = join(dataDir, 'backups')
    // A disk that fails must not hide the other numbers.
    const newest =
      databaseUrl === null ? await findNewestBackup(folder, now).catch(() => null) : null
    if (newest === null) backupAge.remove()
    else backupAge.set(Math.max(0, now.getTime() - Date.parse(newest.at)) / 1000)
  }
  const askDatabase = askedInTime(ctx, ask, 'the database could not be measured')

  return {
    contentType: registry.contentType,
    /** Without the database, or where it is mute, it reports that, and the process's own numbers. */
    async text() {
      sockets.set(live.countSockets())
      await measureBackup()
      const found = await askDatabase()
      databaseUp.set(found === null ? 0 : 1)
      if (found === null) for (const metric of ofDatabase) metric.remove()
      else {
        const { running, queue, marked } = found
        checkOn.set(running === null ? 0 : 1)
        tentsLeft.set(running === null ? 0 : remainingTents(running).length)
        outboxWaiting.set(queue.waiting)
        const waitedMs = queue.oldest === null ? 0 : ctx.now().getTime() - queue.oldest.getTime()
        outboxOldest.set(Math.max(0, waitedMs) / 1000)
        marks.reset()
        marks.inc(marked)
      }
      return registry.metrics()
    },
  }
}
