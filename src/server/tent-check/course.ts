import type { BodyOf } from '../../shared/endpoint.ts'
import type { tentCheckApi } from '../../shared/tent-check/contract.ts'
import { groupIndexOf } from '../../shared/tent-check/pages.ts'
import { type CheckEvent, type CheckState, remainingTents } from '../../shared/tent-check/rules.ts'
import { demandLineMonitor } from '../accounts/roles.ts'
import type { Context } from '../context.ts'
import { sqlState, type Tx, uniqueViolation } from '../db/database.ts'
import { Refusal } from '../http/refusal.ts'
import type { Live } from '../live/live.ts'
import { findCurrentIds, holdTents, listTents } from '../tents/store.ts'
import { tellExcluded } from './announce.ts'
import type { CurrentCheck } from './current.ts'
import { monitorName } from './mark.ts'
import { appendEvent, insertCheck, lockCheckInProgress, updateEnded } from './store.ts'

/** Begins a check of these tents, in our order and on our pages; gives its id. */
export async function startCheck(
  ctx: Context,
  live: Live,
  current: CurrentCheck,
  netID: string,
  { tents: asked, numCheckers }: BodyOf<typeof tentCheckApi.startCheck>,
): Promise<string> {
  if (asked.length === 0) throw new Refusal('noTents')
  const checkId = ctx.newId()
  try {
    await ctx.db.transaction(async (tx) => {
      const user = await demandLineMonitor(tx, netID)
      if (await lockCheckInProgress(tx)) throw new Refusal('checkInProgress')
      // An import that does not see this check yet must not change what it is about to check.
      await holdTents(tx)
      const currentIds = await findCurrentIds(
        tx,
        asked.map(({ id }) => id),
      )
      const wanted = new Set(asked.map(({ id }) => currentIds.get(id) ?? id))
      const chosen = (await listTents(tx)).filter((tent) => wanted.has(tent.id))
      if (chosen.length < wanted.size) throw new Refusal('unknownTent')
      const tents = chosen.map((tent, position) => ({
        ...tent,
        groupIndex: groupIndexOf(position, chosen.length, numCheckers),
      }))
      const now = ctx.now()
      const by = monitorName(user)
      const event: CheckEvent & { kind: 'started' } = {
        checkId,
        number: 1,
        kind: 'started',
        at: now.toISOString(),
        by,
        numCheckers,
        tents: tents.map(({ id, groupIndex }) => ({ id, groupIndex })),
      }
      await insertCheck(tx, { id: checkId, numCheckers, startedBy: netID, startedAt: now })
      await appendEvent(tx, event, { netID })
      await live.ring(tx, 'check')
      tx.afterCommit(() => current.committed(event))
    })
  } catch (error) {
    if (sqlState(error) === uniqueViolation) throw new Refusal('checkInProgress')
    throw error
  }
  return checkId
}

/** A person ends or cancels, or (`onlyIfEmpty`) a phone or the server ends what has no tent left. */
export type Closing = {
  kind: 'ended' | 'cancelled'
  /** null: the server itself. */
  netID: string | null
  onlyIfEmpty: boolean
}

/** Closes the check in progress. Idle, or not empty where that is asked: nothing happens. */
export async function closeCheck(
  ctx: Context,
  live: Live,
  current: CurrentCheck,
  { kind, netID, onlyIfEmpty }: Closing,
): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const user = netID === null ? null : await demandLineMonitor(tx, netID)
    const state = await current.stateOf(tx, await lockCheckInProgress(tx))
    if (state === null) return
    if (onlyIfEmpty && remainingTents(state).length > 0) return
    const now = ctx.now()
    const event: CheckEvent = {
      checkId: state.id,
      number: state.number + 1,
      kind,
      at: now.toISOString(),
      by: user === null ? '' : monitorName(user),
    }
    await appendEvent(tx, event, { netID })
    await updateEnded(tx, state.id, now)
    await live.ring(tx, 'check')
    tx.afterCommit(() => current.committed(event))
  })
}

/** Excludes and includes names of the check in progress; whoever sent a list hears what holds. */
export async function changeExcluded(
  ctx: Context,
  live: Live,
  current: CurrentCheck,
  netID: string,
  change: { add: string[]; remove: string[] },
  namesOf: (tx: Tx, state: CheckState) => Promise<Set<string>>,
): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const user = await demandLineMonitor(tx, netID)
    const state = await current.stateOf(tx, await lockCheckInProgress(tx))
    if (state === null) throw new Refusal('noCheck')
    const names = await namesOf(tx, state)
    const excluded = change.add.filter((name) => names.has(name) && !state.excluded.includes(name))
    const included = change.remove.filter((name) => state.excluded.includes(name))
    const by = monitorName(user)
    const at = ctx.now().toISOString()
    const events: CheckEvent[] = []
    const next = () => ({ checkId: state.id, number: state.number + events.length + 1, at, by })
    if (included.length > 0) events.push({ ...next(), kind: 'included', names: included })
    if (excluded.length > 0) events.push({ ...next(), kind: 'excluded', names: excluded })
    for (const event of events) await appendEvent(tx, event, { netID })
    await live.ring(tx, 'check')
    tx.afterCommit(() => {
      current.committed(...events)
      // Nothing changed, but whoever sent a list is told what holds.
      if (events.length > 0) return
      const { id: checkId, number, excluded: names } = state
      tellExcluded(live, names, ctx.now(), { checkId, number, previous: number })
    })
  })
}
