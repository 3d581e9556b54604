import { dayMs } from '../../shared/durations.ts'
import type { Context } from '../context.ts'
import type { Tx } from '../db/database.ts'
import { insertOrRenewPush, insertPush, type NewPush } from './store.ts'

type Queueing = Pick<Context, 'newId' | 'now'>

/** Problems often come many at once: those of a few seconds are one push. */
const gatheredMs = 5000

/** Tells super users that a dispute waits for their answer; each dispute is a push of its own. */
export function pushDispute(ctx: Queueing, tx: Tx, id: string): Promise<void> {
  return insertPush(tx, neededPush(ctx, 'dispute', `needed:dispute:${id}`, 0))
}

/** Tells super users that a notice, or a result for Airtable, needs their work. */
export function pushNeeded(ctx: Queueing, tx: Tx, what: 'notice' | 'result'): Promise<void> {
  return insertOrRenewPush(tx, neededPush(ctx, what, `needed:${what}`, gatheredMs))
}

function neededPush(
  { newId, now }: Queueing,
  what: 'dispute' | 'notice' | 'result',
  topic: string,
  afterMs: number,
): NewPush {
  const at = now().getTime()
  const [dueAt, goodUntil] = [new Date(at + afterMs), new Date(at + dayMs)]
  return { id: newId(), kind: 'needed', topic, about: { what }, dueAt, goodUntil }
}
