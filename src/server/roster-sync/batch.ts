import { hourMs } from '../../shared/durations.ts'
import { groupedBy } from '../../shared/grouped.ts'
import type { FailedTent } from '../../shared/roster-sync/contract.ts'
import { recordsOfAnUpdate } from '../airtable/client.ts'
import { type AirtableFailure, unknownColumn } from '../airtable/failure.ts'
import { isStillAhead } from '../clock-skew.ts'
import { backoffMs } from '../sole-worker.ts'
import { failureText } from './columns.ts'
import { needsReading } from './push-plan.ts'
import type { Waiting } from './record-change.ts'
import type { Failed, QueuedResult } from './store.ts'

/** What waits of one tent. */
export type WaitingTent = Waiting<QueuedResult> & { tentId: string }

const flushAfterMs = 2000
/** For so long after our write, Airtable may still show the old values. */
export const lagAtMostMs = 5000
/** The wait before a refused result is tried again: the first one, and the longest. */
const againMs = [30_000, hourMs] as const

/**
 * What to send now: nothing before 10 tents wait or one has waited for 2 seconds; then up to 10
 * tents, those that wait longest first, each with all its results. While a write of a tent may be
 * under way, nothing of that tent is sent; a result that was put off does not delay newer ones. Due
 * times written by a clock that was ahead are ignored. `queue`: in the order of the ledger.
 */
export function nextBatch(queue: readonly QueuedResult[], now: Date): WaitingTent[] {
  const isAhead = ({ dueAt }: QueuedResult) => isStillAhead(dueAt.getTime(), againMs[1], now)
  const isHeld = (results: readonly QueuedResult[]) =>
    results.every(isAhead) || results.some((result) => result.plan !== null && isAhead(result))
  const ready = resultsByTent(queue).filter(
    ({ results }) => !isHeld(results) && !mayReadStale(results, now),
  )
  const hasWaited = ({ waitingSince }: QueuedResult) =>
    Math.abs(now.getTime() - waitingSince.getTime()) >= flushAfterMs
  const goes =
    ready.length >= recordsOfAnUpdate || ready.some(({ results }) => results.some(hasWaited))
  return goes ? ready.slice(0, recordsOfAnUpdate) : []
}

type Tried = { results: readonly QueuedResult[] }

/** The words in which these results were refused before; null: they were not. */
export function wordsBefore({ results }: Tried): string | null {
  return results.findLast(({ attempts }) => attempts > 0)?.failure ?? null
}

/** With another tent first at each attempt, so that none waits for ever behind a bad one. */
export function inTurn<Tent extends Tried>(tents: readonly Tent[]): Tent[] {
  const first = attemptsOf(tents.flatMap(({ results }) => results)) % tents.length
  return [...tents.slice(first), ...tents.slice(0, first)]
}

function attemptsOf(results: readonly QueuedResult[]): number {
  return Math.max(...results.map(({ attempts }) => attempts))
}

/** The tents with results that wait. */
export function resultsByTent(queue: readonly QueuedResult[]): WaitingTent[] {
  return [...groupedBy(queue, ({ tentId }) => tentId)].flatMap(([tentId, all]) => {
    const results = all.filter(({ isGivenUp }) => !isGivenUp)
    const givenUp = all.filter(({ isGivenUp }) => isGivenUp)
    return results.length === 0 ? [] : [{ tentId, results, givenUp }]
  })
}

/**
 * The tents of which something failed, as super users are told of them. `held`: those that they must
 * settle first, which are not tried again.
 */
export function failedTents(
  queue: readonly QueuedResult[],
  held: ReadonlySet<string>,
): Omit<FailedTent, 'order' | 'name'>[] {
  const failed = queue.filter(({ failure, tentId }) => failure !== null && !held.has(tentId))
  return resultsByTent(failed).map(({ tentId, results }) => {
    const failure = results.at(-1)?.failure ?? ''
    const dueAt = new Date(Math.max(...results.map(({ dueAt }) => dueAt.getTime())))
    const isTriedAgain = results.every(({ hasRecord }) => hasRecord)
    return {
      tentId,
      results: results.length,
      failure,
      attempts: attemptsOf(results),
      nextAttemptAt: isTriedAgain ? dueAt.toISOString() : null,
    }
  })
}

/** Shortly after our own write, a read may return old values, so no plan may depend on it. */
function mayReadStale(results: readonly QueuedResult[], now: Date): boolean {
  const isRecent = ({ sentAt }: QueuedResult) =>
    sentAt !== null && isStillAhead(sentAt.getTime() + lagAtMostMs, lagAtMostMs, now)
  return results.some(isRecent) && needsReading(results)
}

/** The next state of refused results; the one refused most often decides how long all wait. */
export function refused(
  results: readonly QueuedResult[],
  failure: string,
  mayHaveArrived: boolean,
  now: Date,
): Failed {
  const dueAt = later(now, backoffMs(againMs, attemptsOf(results)))
  return { failure, isRefused: true, mayHaveArrived, dueAt }
}

/**
 * The next state of results after a request that failed. `wasSent`: the request was their write;
 * else it was the read before it. Too many requests, or a missing column, is not stored as a
 * failure of the results: they are sent later, or without that column.
 */
export function putOff(
  results: readonly QueuedResult[],
  failure: AirtableFailure,
  { wasSent }: { wasSent: boolean },
  now: Date,
): Failed {
  // Before a write was planned, an earlier one of the same results was seen not to have arrived.
  const mayHaveArrived = wasSent
    ? failure.kind === 'unanswered'
    : results.some(({ plan }) => plan !== null)
  const words = failureText(failure)
  const isOfColumn = unknownColumn(failure) !== null
  if (failure.kind === 'refused' && !isOfColumn) return refused(results, words, mayHaveArrived, now)
  // The plan of this try has cleared it.
  const before = results.findLast((result) => result.failure !== null)?.failure ?? null
  return {
    failure: failure.kind === 'limited' || isOfColumn ? before : words,
    isRefused: false,
    mayHaveArrived,
    dueAt: later(now, mayHaveArrived ? lagAtMostMs : 0),
  }
}

function later(now: Date, ms: number): Date {
  return new Date(now.getTime() + ms)
}
