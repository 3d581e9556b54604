import { recordsOfAnUpdate } from '../airtable/client.ts'
import type { QueuedResult } from './store.ts'

/** The waiting results of one tent that go with one request. */
export type TentResults = { tentId: string; results: QueuedResult[] }

const flushAfterMs = 2000
/** For so long after our write, Airtable may still show what stood there before. */
const lagAtMostMs = 5000

/**
 * What is to be sent now: nothing before 10 tents wait or one has waited for 2 seconds, then up to
 * 10 tents, those first that wait longest. What was sent without an answer goes alone, as it was
 * sent, before anything newer of its tent. `queue`: oldest first.
 */
export function nextBatch(queue: readonly QueuedResult[], now: Date): TentResults[] {
  const byTent = new Map<string, QueuedResult[]>()
  for (const result of queue) {
    byTent.set(result.tentId, [...(byTent.get(result.tentId) ?? []), result])
  }
  const ready = [...byTent].flatMap(([tentId, all]) => {
    const sent = all.filter((result) => result.plan !== null)
    const results = sent.length > 0 ? sent : all
    const isDue = results.every((result) => result.dueAt <= now && !mayReadStale(result, now))
    return isDue ? [{ tentId, results }] : []
  })
  const hasWaited = ({ waitingSince }: QueuedResult) =>
    now.getTime() - waitingSince.getTime() >= flushAfterMs
  const goes =
    ready.length >= recordsOfAnUpdate || ready.some(({ results }) => results.some(hasWaited))
  return goes ? ready.slice(0, recordsOfAnUpdate) : []
}

const soonestMs = 30_000
const latestMs = 3_600_000

/** A Miss is planned from what stands there, so not from what stood there before our own write. */
function mayReadStale({ outcome, sentAt }: QueuedResult, now: Date): boolean {
  return outcome === 'miss' && sentAt !== null && now.getTime() - sentAt.getTime() < lagAtMostMs
}

/** How long until what was refused is tried again: twice as long each time, an hour at most. */
export function backoffMs(attempts: number): number {
  return Math.min(latestMs, soonestMs * 2 ** Math.min(attempts, 20))
}
