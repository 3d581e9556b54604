import type { FailedTent, RosterSync, rosterSyncApi } from '../../shared/roster-sync/contract.ts'
import { tentLabel } from '../../shared/tents/label.ts'
import type { OpenTable } from '../airtable/client.ts'
import { findUsage, removeBlock } from '../airtable/store.ts'
import { insertAuditEvent } from '../audit/store.ts'
import type { Reader } from '../db/database.ts'
import type { Handlers, ReadContext } from '../http/endpoints.ts'
import { Refusal } from '../http/refusal.ts'
import type { Write } from '../http/write.ts'
import { findAirtable, isAirtableConfigured } from '../settings/airtable-config.ts'
import { hasChanged } from '../tents/roster-import.ts'
import { listTents, listTentsById, lockTents } from '../tents/store.ts'
import { airtableCalls } from './airtable-calls.ts'
import { failedTents } from './batch.ts'
import { pullRoster } from './pull.ts'
import { findState, heldTents, updateState } from './state.ts'
import {
  findQueueLength,
  listFailed,
  removeDelivered,
  updateDueNow,
  updateGivenUp,
} from './store.ts'
import { waits } from './under-way.ts'

const refreshEveryMs = 30_000

export function rosterSyncRoutes(
  ctx: ReadContext,
  openTable: OpenTable,
): Handlers<keyof typeof rosterSyncApi> {
  const shown = () => ctx.db.read((reader) => rosterSyncOf(ctx, reader))
  /** The refresh that is under way; null: none is. */
  let refresh: Promise<boolean> | null = null

  /** Resolves to whether the roster has changed. */
  async function refreshRoster(write: Write, everyMs: number): Promise<boolean> {
    const pull = { by: null, shrinkTo: null, patience: waits.refresh, everyMs, write }
    const state = await pullRoster(ctx, openTable, pull)
    return state?.failure === null && state.counts !== null && hasChanged(state.counts)
  }

  /** Joins a refresh that is under way, unless it is refused to the person who began it. */
  async function refreshOnce(write: Write, everyMs: number): Promise<boolean> {
    const underWay = refresh
    if (underWay === null) {
      refresh = refreshRoster(write, everyMs).finally(() => {
        refresh = null
      })
      return refresh
    }
    // It checks only the role of the person who began it, so this one's is checked here.
    await write(async () => {})
    try {
      return await underWay
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      // That pull began a moment ago but was refused, so `everyMs` must not stop this one.
      return refreshOnce(write, 0)
    }
  }

  return {
    ...airtableCalls(ctx, openTable),
    rosterSync: shown,

    async pullRoster({ session, body, write }) {
      const state = await pullRoster(ctx, openTable, {
        by: session.user.netID,
        shrinkTo: body.shrinkTo ?? null,
        patience: waits.refresh,
        everyMs: 0,
        write,
      })
      if (state === null) {
        const table = await ctx.db.read((reader) => findAirtable(reader, ctx))
        throw new Refusal(
          table?.isKeyUnreadable ? 'airtableKeyUnreadable' : 'airtableNotConfigured',
        )
      }
      return shown()
    },

    async refreshRoster({ write }) {
      return { ok: true, changed: await refreshOnce(write, refreshEveryMs) }
    },

    async retryResults({ write }) {
      await write(async (tx) => {
        const table = await findAirtable(tx, ctx)
        if (table !== null) await removeBlock(tx, table.baseId)
        await updateDueNow(tx, ctx.now())
      })
      return { ok: true }
    },

    async giveUpResults({ session, body, write }) {
      const { tentId } = body
      return write(async (tx) => {
        const results = await updateGivenUp(tx, tentId, ctx.now())
        if (results === 0) throw new Refusal('nothingFailed')
        const [tent] = await listTentsById(tx, [tentId])
        const label = tent === undefined ? '' : tentLabel(tent)
        const { netID } = session.user
        const event = { kind: 'resultsGivenUp', netID, tentId, tent: label, results } as const
        await insertAuditEvent(tx, ctx.now(), event)
        return { ok: true, results }
      })
    },

    async settleDifference({ session, body, write }) {
      const { tentId, send } = body
      await write(async (tx) => {
        await lockTents(tx)
        const { differences } = await findState(tx)
        const settled = differences.find((difference) => difference.tentId === tentId)
        if (settled === undefined) throw new Refusal('nothingDiffers')
        const left = differences.filter((difference) => difference !== settled)
        await updateState(tx, { differences: left }, ctx.now())
        if (!send && settled.results.length > 0) await removeDelivered(tx, settled.results)
        await insertAuditEvent(tx, ctx.now(), {
          kind: 'differenceSettled',
          netID: session.user.netID,
          tentId,
          tent: tentLabel(settled),
          send,
          results: settled.results.length,
        })
      })
      return { ok: true }
    },
  }
}

async function rosterSyncOf(
  ctx: Pick<ReadContext, 'now' | 'secretKey'>,
  reader: Reader,
): Promise<RosterSync> {
  const state = await findState(reader)
  const { waiting, oldest } = await findQueueLength(reader)
  const table = await findAirtable(reader, ctx)
  const usage = await findUsage(reader, table?.baseId ?? '', ctx.now())
  const { blockedUntil, blockedBy } = usage
  return {
    ...state,
    source: await sourceOf(reader),
    keyUnreadable: table?.isKeyUnreadable === true,
    waiting,
    oldestWaitingSince: oldest?.toISOString() ?? null,
    failed: await failedNow(reader, heldTents(state)),
    differences: state.differences.map((difference) => ({
      ...difference,
      results: difference.results.length,
    })),
    requestsThisMonth: usage.requests,
    blocked: blockedUntil && { until: blockedUntil.toISOString(), words: blockedBy ?? '' },
  }
}

async function sourceOf(reader: Reader): Promise<RosterSync['source']> {
  if (await isAirtableConfigured(reader)) return 'airtable'
  return (await listTents(reader)).length > 0 ? 'file' : 'none'
}

async function failedNow(reader: Reader, held: ReadonlySet<string>): Promise<FailedTent[]> {
  const failed = failedTents(await listFailed(reader), held)
  const tents = await listTentsById(
    reader,
    failed.map(({ tentId }) => tentId),
  )
  return tents.flatMap(({ id, order, name }) =>
    failed.filter(({ tentId }) => tentId === id).map((tent) => ({ ...tent, order, name })),
  )
}
