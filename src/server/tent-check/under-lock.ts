import { can } from '../../shared/access.ts'
import { easternTime } from '../../shared/eastern-time.ts'
import type { MarkFacts, Outcome } from '../../shared/tent-check/contract.ts'
import { type CheckState, decideMark, fold } from '../../shared/tent-check/rules.ts'
import { countUp } from '../accounts/store.ts'
import type { Context } from '../context.ts'
import type { Tx } from '../db/database.ts'
import { Refusal } from '../http/refusal.ts'
import type { Live } from '../live/live.ts'
import { insertAuditEvent } from '../record/store.ts'
import { findCurrentIds, findTent } from '../tents/store.ts'
import type { CurrentCheck } from './current.ts'
import { type Answer, type Asked, detailsOf, type Marking, monitorName, newMark } from './mark.ts'
import {
  appendEvent,
  type EarlierMark,
  findMark,
  insertMarks,
  listEvents,
  lockCheck,
  lookForMarks,
  type NewMark,
  type Seen,
} from './store.ts'

/** How long a phone may go on sending one mark before its answer reaches it. */
const sentAgainWithinMs = 24 * 60 * 60_000

/**
 * `new`: the id of a mark that would count is taken to be new, which it nearly always is; the
 * ledger refuses one that is not, and then nothing is taken for granted.
 */
export type Trust = 'new' | 'nothing'

/** Answers marks under the lock of the check's ledger, in the transaction that writes them. */
export async function answerUnderLock(
  ctx: Context,
  live: Live,
  current: CurrentCheck,
  tx: Tx,
  asked: readonly Asked[],
  trust: Trust,
): Promise<Answer[]> {
  const seen = await lookForMarks(
    tx,
    asked.map(({ session }) => session.tokenHash),
    ctx.now(),
    asked.map(({ body }) => body.id),
  )
  const known: Known = { ...seen, made: new Map(), trust }
  let state = await current.stateOf(tx, seen.check ?? undefined)
  const marks: NewMark[] = []
  const answers: Answer[] = []
  for (const each of asked) {
    const made = await answerTo(ctx, tx, state, known, each).catch(refused)
    if ('event' in made) {
      const { event, details } = made
      marks.push(made)
      const { netID } = each.session.user
      if (details.markId) known.made.set(details.markId, { netID, event })
      state = fold(state, event)
      answers.push({ mark: event.mark })
    } else {
      answers.push(made)
    }
  }
  if (seen.check !== null && marks.length > 0) {
    await insertMarks(tx, seen.check, marks)
    await live.ring(tx, 'check')
    tx.afterCommit(() => current.committed(...marks.map(({ event }) => event)))
  }
  return answers
}

/** What marks that share a transaction know. */
type Known = Seen & {
  /** The marks that count already, by the client's own id. */
  made: Map<string, EarlierMark>
  trust: Trust
}

function refused(error: unknown): Answer {
  if (error instanceof Refusal) return { refusal: error }
  throw error
}

/** What becomes of one mark: one that counts is given back as the next event of the check. */
async function answerTo(
  ctx: Context,
  tx: Tx,
  state: CheckState | null,
  { people, tents, made, trust }: Known,
  { session, outcome, body }: Asked,
): Promise<NewMark | Answer> {
  const user = people[session.tokenHash]
  if (user === undefined) throw new Refusal('notSignedIn')
  if (!can(user, 'lineMonitor')) throw new Refusal('needsLineMonitor')
  const tentId = await tentIdIn(tx, state, body.id)
  const decision = decideMark(state, { tentId, outcome, checkId: body.checkId })

  if (body.markId !== undefined) {
    const isTrusted = decision.do === 'record' && trust === 'new'
    const markId = body.markId.toLowerCase()
    const earlier = made.get(markId) ?? (isTrusted ? undefined : await findMark(tx, markId))
    if (earlier !== undefined) return repeatOf(earlier, user.netID, body.id, outcome)
  }

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
      const look = () => lookForMarks(tx, [], ctx.now(), [tentId])
      const tent = tents[tentId] ?? (await look()).tents[tentId]
      if (tent === undefined) throw new Refusal('tentNotInCheck')
      return newMark(ctx, { user, state, tent, outcome, body })
    }
  }
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
function repeatOf(earlier: EarlierMark, netID: string, tentId: string, outcome: Outcome): Answer {
  const { event } = earlier
  if (event.kind !== 'marked' && event.kind !== 'lateMark')
    return { refusal: new Refusal('markIdReused') }
  const isSame =
    earlier.netID === netID && event.mark.id === tentId && event.mark.outcome === outcome
  if (!isSame) return { refusal: new Refusal('markIdReused') }
  if (event.kind === 'lateMark') return { refusal: new Refusal('otherCheck') }
  return { mark: event.mark }
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
