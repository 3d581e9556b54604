import { recordsOfAnUpdate } from '../airtable/client.ts'
import { needsReading } from './push-plan.ts'
import type { Waiting } from './record-change.ts'
import type { QueuedResult } from './store.ts'

/** What waits of one tent. */
export type WaitingTent = Waiting<QueuedResult> & { tentId: string }

const flushAfterMs = 2000
/** For so long after our write, Airtable may still show what stood there before. */
export const lagAtMostMs = 5000
/** Longer than any request takes: until then, what was sent by a server that died may still arrive. */
export const underWayMs = 15_000
/** How long until what was refused is tried again. */
export const againMs = [30_000, 3_600_000] as const

/**
 * What is to be sent now: nothing before 10 tents wait or one has waited for 2 seconds, then up to
 * 10 tents, those first that wait longest, each with all that waits of it. `queue`: in the order of
 * the ledger.
 */
export function nextBatch(queue: readonly QueuedResult[], now: Date): WaitingTent[] {
  const ready = resultsByTent(queue).filter(
    ({ results }) => results.every(({ dueAt }) => dueAt <= now) && !mayReadStale(results, now),
  )
  const hasWaited = ({ waitingSince }: QueuedResult) =>
    now.getTime() - waitingSince.getTime() >= flushAfterMs
  const goes =
    ready.length >= recordsOfAnUpdate || ready.some(({ results }) => results.some(hasWaited))
  return goes ? ready.slice(0, recordsOfAnUpdate) : []
}

/** The tents of which something waits. */
export function resultsByTent(queue: readonly QueuedResult[]): WaitingTent[] {
  const byTent = new Map<string, QueuedResult[]>()
  for (const result of queue) {
    byTent.set(result.tentId, [...(byTent.get(result.tentId) ?? []), result])
  }
  return [...byTent].flatMap(([tentId, all]) => {
    const results = all.filter(({ isGivenUp }) => !isGivenUp)
    const givenUp = all.filter(({ isGivenUp }) => isGivenUp)
    return results.length === 0 ? [] : [{ tentId, results, givenUp }]
  })
}

/** What depends on what stands there is not planned from what stood there before our own write. */
function mayReadStale(results: readonly QueuedResult[], now: Date): boolean {
  const isRecent = ({ sentAt }: QueuedResult) =>
    sentAt !== null && now.getTime() - sentAt.getTime() < lagAtMostMs
  return results.some(isRecent) && needsReading(results)
}
