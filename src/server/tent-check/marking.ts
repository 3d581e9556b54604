import type { User } from '../../shared/accounts/contract.ts'
import { easternTime } from '../../shared/eastern-time.ts'
import { texts } from '../../shared/messages.ts'
import type { MarkBody, MarkFacts, Outcome } from '../../shared/tent-check/contract.ts'
import {
  type CheckEvent,
  type CheckState,
  decideMark,
  membersPresent,
} from '../../shared/tent-check/rules.ts'
import { membersOf } from '../../shared/tents/views.ts'
import { demandLineMonitor } from '../accounts/roles.ts'
import { countUp } from '../accounts/store.ts'
import type { Context } from '../context.ts'
import type { Tx } from '../db/database.ts'
import { Refusal } from '../http/refusal.ts'
import type { Live } from '../live/live.ts'
import { insertAuditEvent } from '../record/store.ts'
import { insertResult } from '../roster-sync/store.ts'
import { addMiss, findCurrentIds, findTent, updateLastCheck } from '../tents/store.ts'
import type { CurrentCheck } from './current.ts'
import { appendEvent, findMark, listEvents, lockCheck, lockCheckInProgress } from './store.ts'

/** Which of the two a body says; both or neither is refused. */
function outcomeOf(body: MarkBody): Outcome {
  if ((body.misses === undefined) === (body.lastCheck === undefined))
    throw new Refusal('missOrMake')
  return body.misses === undefined ? 'make' : 'miss'
}

/** The first name that the ledger keeps. Specification 9. */
export function monitorName(user: Pick<User, 'firstName'>): string {
  return user.firstName || texts.unknownMonitor
}

/** How long a phone may go on sending one mark before its answer reaches it. */
const sentAgainWithinMs = 24 * 60 * 60_000

/** What is to be answered once the transaction is committed: a late mark is kept and refused. */
type Answer = { mark: MarkFacts } | { refusal: Refusal }

/**
 * One mark, one transaction: under the lock of the check's ledger it is decided, written to the
 * ledger and to the tent, and announced after commit. Gives how the tent is marked, or refuses.
 */
export async function markTent(
  ctx: Context,
  live: Live,
  current: CurrentCheck,
  netID: string,
  body: MarkBody,
): Promise<MarkFacts> {
  const outcome = outcomeOf(body)
  const answer = await ctx.db.transaction(async (tx): Promise<Answer> => {
    const user = await demandLineMonitor(tx, netID)
    const row = await lockCheckInProgress(tx)
    const state = await current.stateOf(tx, row)

    if (body.markId !== undefined) {
      const earlier = await findMark(tx, body.markId)
      if (earlier !== undefined) return repeatOf(earlier, netID, body.id, outcome)
    }

    const tentId = await tentIdIn(tx, state, body.id)
    const decision = decideMark(state, { tentId, outcome, checkId: body.checkId })
    switch (decision.do) {
      case 'repeat':
        return { mark: decision.mark }
      case 'refuse': {
        const { code, mark } = decision
        if (mark === undefined) throw new Refusal(code)
        await recordRefusal(ctx, tx, { user, tentId, outcome, body }, mark)
        return { refusal: new Refusal(code, { facts: { mark } }) }
      }
      case 'keepAsLate':
        await keepLateMark(ctx, tx, { user, checkId: decision.checkId, outcome, body })
        return { refusal: new Refusal('otherCheck') }
      case 'record': {
        if (state === null) throw new Error('A mark is recorded only in a check')
        const event = await recordMark(ctx, tx, { user, state, tentId, outcome, body })
        await live.ring(tx, 'check')
        tx.afterCommit(() => current.committed(event))
        return { mark: event.mark }
      }
    }
  })
  if ('refusal' in answer) throw answer.refusal
  return answer.mark
}

/** Two marks of one tent that say the opposite: those who lead see both. Once for each mark. */
async function recordRefusal(
  ctx: Context,
  tx: Tx,
  { user, tentId, outcome, body }: Marking & { tentId: string },
  mark: MarkFacts,
): Promise<void> {
  const now = ctx.now()
  const id = body.markId ?? ctx.newId()
  const { count } = await countUp(tx, `refused ${id}`, now, sentAgainWithinMs)
  if (count > 1) return
  const tent = await findTent(tx, tentId)
  const label = tent === undefined ? tentId : `${tent.order} ${tent.name}`.trim()
  const event = { kind: 'markRefused', netID: user.netID, tent: label, outcome, mark } as const
  await insertAuditEvent(tx, now, event)
}

/** A phone that was away for long may know a tent by the id it had before the first pull. */
async function tentIdIn(tx: Tx, state: CheckState | null, id: string): Promise<string> {
  if (state === null || state.tents.some((tent) => tent.id === id)) return id
  return (await findCurrentIds(tx, [id])).get(id) ?? id
}

/** The first answer to a mark that is sent again. */
function repeatOf(
  earlier: { netID: string | null; event: CheckEvent },
  netID: string,
  tentId: string,
  outcome: Outcome,
): Answer {
  const { event } = earlier
  if (event.kind !== 'marked' && event.kind !== 'lateMark')
    return { refusal: new Refusal('markIdReused') }
  const isSame =
    earlier.netID === netID && event.mark.id === tentId && event.mark.outcome === outcome
  if (!isSame) return { refusal: new Refusal('markIdReused') }
  if (event.kind === 'lateMark') return { refusal: new Refusal('otherCheck') }
  return { mark: event.mark }
}

type Marking = { user: User; outcome: Outcome; body: MarkBody }

function detailsOf({ user, body }: Marking) {
  return {
    netID: user.netID,
    ...(body.deviceTime === undefined ? {} : { deviceTime: body.deviceTime }),
    ...(body.markId === undefined ? {} : { markId: body.markId }),
  }
}

async function recordMark(
  ctx: Context,
  tx: Tx,
  marking: Marking & { state: CheckState; tentId: string },
): Promise<CheckEvent & { kind: 'marked' }> {
  const { user, state, tentId, outcome, body } = marking
  const now = ctx.now()
  const by = monitorName(user)
  const at = easternTime(now)
  const tent = await findTent(tx, tentId)
  if (tent === undefined) throw new Refusal('tentNotInCheck')
  const present = membersPresent(
    membersOf({ members: body.lastCheck ?? '' }),
    membersOf(tent),
    state.excluded,
  )
  const lastCheck = present.join(', ') || texts.noMembersSelected
  const numberOfMisses =
    outcome === 'miss'
      ? await addMiss(tx, tent.id, { lastMissLM: by, dateOfLastMiss: at })
      : await updateLastCheck(tx, tent.id, { lastCheck, dateOfLastCheck: at })
  const event: CheckEvent & { kind: 'marked' } = {
    checkId: state.id,
    number: state.number + 1,
    kind: 'marked',
    at: now.toISOString(),
    by,
    mark: { id: tent.id, outcome, by, at, numberOfMisses },
  }
  const note = outcome === 'make' ? { lastCheck } : {}
  await appendEvent(tx, event, { ...detailsOf(marking), note })
  const { checkId, number } = event
  await insertResult(tx, { checkId, number, tentId: tent.id, at: now })
  return event
}

/** Kept where it was meant; a check or a tent of it that never was is refused plainly. */
async function keepLateMark(
  ctx: Context,
  tx: Tx,
  marking: Marking & { checkId: string },
): Promise<void> {
  const { user, checkId, outcome, body } = marking
  const row = await lockCheck(tx, checkId)
  if (row === undefined) throw new Refusal('noCheck')
  const [start] = await listEvents(tx, checkId, 0)
  if (start?.kind !== 'started' || !start.tents.some((tent) => tent.id === body.id)) {
    throw new Refusal('tentNotInCheck')
  }
  const now = ctx.now()
  const by = monitorName(user)
  const tent = await findTent(tx, body.id)
  const numberOfMisses = tent?.numberOfMisses ?? 0
  await appendEvent(
    tx,
    {
      checkId,
      number: row.lastNumber + 1,
      kind: 'lateMark',
      at: now.toISOString(),
      by,
      mark: { id: body.id, outcome, by, at: easternTime(now), numberOfMisses },
    },
    {
      ...detailsOf(marking),
      // Of a tent whose season is closed, no name comes back in.
      note: body.lastCheck === undefined || !tent?.members ? {} : { lastCheck: body.lastCheck },
    },
  )
}
