import { minuteMs } from '../../shared/durations.ts'
import { refusals } from '../../shared/refusals.ts'
import type { OpenTable } from '../airtable/client.ts'
import type { Context } from '../context.ts'
import { lockKeys } from '../db/lock-keys.ts'
import { findAirtable, isAirtableConfigured } from '../settings/airtable-config.ts'
import { backoffMs, lookEveryMs, workAlone } from '../sole-worker.ts'
import { isCheckInProgress } from '../tents/store.ts'
import { pullRoster } from './pull.ts'
import { pushResults } from './push.ts'
import { findState, isDue, isSetBack } from './state.ts'
import { waits } from './under-way.ts'

const pullEveryMs = 5 * minuteMs
/** During a check, until postponed changes are pulled, and after the database went back in time. */
const pullOftenEveryMs = 30_000
/** How long to wait when Airtable is not available: at first, and at most. */
const failedWaitMs = [1000, 30_000] as const

/**
 * Synchronizes the tents with Airtable until stopped: pulls on a schedule, and sends results as they
 * come. A server that cannot read the API key leaves this to others. `look`: checks whether the
 * database went back in time. Returns what stops it.
 */
export function workForAirtable(
  ctx: Pick<Context, 'db' | 'log' | 'newId' | 'now' | 'secretKey'>,
  openTable: OpenTable,
  look: () => Promise<void>,
): () => Promise<void> {
  let wasUnreadable = false
  let failures = 0
  const left = new Set<string>()

  /** Logs an unreadable key once, until it can be read again. */
  async function canReadKey(): Promise<boolean> {
    const table = await ctx.db.read((reader) => findAirtable(reader, ctx))
    const isUnreadable = table?.isKeyUnreadable === true
    if (isUnreadable && !wasUnreadable) ctx.log.error(refusals.airtableKeyUnreadable[1])
    wasUnreadable = isUnreadable
    return !isUnreadable
  }

  async function push(): Promise<number> {
    const outcome = await pushResults(ctx, openTable, waits.work, look, left)
    if (outcome !== 'failed') failures = 0
    if (outcome === 'sent') return 0
    if (outcome === 'idle') return lookEveryMs
    return backoffMs(failedWaitMs, failures++)
  }

  async function pull(): Promise<number> {
    const everyMs = await pullDueEveryMs(ctx)
    const write = ctx.db.transaction
    if (everyMs !== null) {
      await look()
      const pull = { by: null, shrinkTo: null, patience: waits.work, everyMs, write }
      await pullRoster(ctx, openTable, pull)
    }
    return 2 * lookEveryMs
  }

  const works = [
    { work: push, failure: 'results could not be sent to Airtable' },
    { work: pull, failure: 'the tents could not be brought in step with Airtable' },
  ]
  return workAlone(ctx, lockKeys.airtable, works, canReadKey)
}

/** The interval after which a pull is due now; null: none is due, or there is no Airtable. */
async function pullDueEveryMs(ctx: Pick<Context, 'db' | 'now'>): Promise<number | null> {
  return ctx.db.read(async (reader) => {
    if (!(await isAirtableConfigured(reader))) return null
    const state = await findState(reader)
    const { triedAt, counts } = state
    if (!isDue(triedAt, pullOftenEveryMs, ctx.now())) return null
    const isSoon =
      (counts?.postponed ?? 0) > 0 ||
      (await isCheckInProgress(reader)) ||
      (await isSetBack(reader, state))
    const everyMs = isSoon ? pullOftenEveryMs : pullEveryMs
    return isDue(triedAt, everyMs, ctx.now()) ? everyMs : null
  })
}
