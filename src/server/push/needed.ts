import type { Context } from '../context.ts'
import type { Tx } from '../db/database.ts'
import { insertPush, type Occasion } from './store.ts'

type What = Extract<Occasion, { kind: 'needed' }>['about']['what']

/** Problems often come many at once: those of a few seconds are one push. */
const gatheredMs = 5000
const dayMs = 86_400_000

/**
 * Tells super users that something needs their work: a dispute, a notice, or a result for Airtable.
 */
export async function pushNeeded(
  { newId, now }: Pick<Context, 'newId' | 'now'>,
  tx: Tx,
  what: What,
): Promise<void> {
  const at = now().getTime()
  const dueAt = new Date(what === 'dispute' ? at : at + gatheredMs)
  const goodUntil = new Date(at + dayMs)
  const topic = `needed:${what}`
  await insertPush(tx, { id: newId(), kind: 'needed', topic, about: { what }, dueAt, goodUntil })
}
