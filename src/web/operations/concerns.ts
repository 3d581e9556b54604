import { minuteMs } from '../../shared/durations.ts'
import type { Health, Queue } from '../../shared/operations/contract.ts'
import { operationsTexts } from './texts.ts'

/** A night of marks with its backups needs far less. */
const freeBytesAtLeast = 1_000_000_000
/** A backup is made every hour. */
const backupAtMostMs = 150 * minuteMs
const queuedAtMostMs = 15 * minuteMs
const failuresOfMs = 60 * minuteMs

/** Problems that could affect the night, in sentences; empty if there are none. */
export function concernsOf(health: Health): string[] {
  const now = Date.parse(health.at)
  const since = (instant: string) => now - Date.parse(instant)
  const concerns: string[] = []
  const { disk, backup, queues } = health
  if (disk !== null && disk.freeBytes < freeBytesAtLeast) concerns.push(operationsTexts.diskIsLow)
  // A server that has just started has not made one yet.
  if (health.backsUp && since(backup?.at ?? health.startedAt) > backupAtMostMs) {
    concerns.push(operationsTexts.backupIsOld)
  }
  const isStuck = ({ oldestSince }: Queue) =>
    oldestSince !== null && since(oldestSince) > queuedAtMostMs
  if (isStuck(queues.airtable)) concerns.push(operationsTexts.airtableWaits)
  if (isStuck(queues.mails) || isStuck(queues.pushes)) concerns.push(operationsTexts.noticesWait)
  const failed = health.failed.filter(({ at }) => since(at) < failuresOfMs).length
  if (failed > 0) concerns.push(operationsTexts.requestsFailed(failed))
  if (new Set(health.servers).size > 1) concerns.push(operationsTexts.versionsDiffer)
  return concerns
}
