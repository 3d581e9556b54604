import type { StandingOutcome } from '../../shared/check-history/contract.ts'
import { hourMs, minuteMs } from '../../shared/durations.ts'
import type { Context } from '../context.ts'
import type { Tx } from '../db/database.ts'
import { insertPush, type Occasion } from '../push/store.ts'
import type { CheckState } from '../tent-check/ledger/check-state.ts'
import { overSince } from './plan.ts'

type Queueing = Pick<Context, 'newId' | 'now'>

/** Tells line monitors that a check was started. */
export function pushBegun(ctx: Queueing, tx: Tx, { id }: CheckState): Promise<void> {
  const occasion = { kind: 'check', about: { checkId: id } } as const
  return queue(ctx, tx, occasion, `check:${id}`, ctx.now(), hourMs / 2)
}

/** Tells until when grace lasts after a check that ended; a cancelled check gives none. */
export async function pushGrace(ctx: Queueing, tx: Tx, { id, ending }: CheckState): Promise<void> {
  if (ending?.how !== 'ended') return
  const occasion = { kind: 'grace', about: { checkId: id, endedAt: ending.at } } as const
  const dueAt = new Date(overSince(ending, ctx.now()) + minuteMs)
  await queue(ctx, tx, occasion, `grace:${id}:${ending.at}`, dueAt, hourMs)
}

/**
 * Tells people their tent's outcome if it is new to them. A tent without a mark is news only to
 * people who were told of one.
 */
export async function pushOutcomes(
  ctx: Queueing,
  tx: Tx,
  { id, number }: CheckState,
  changed: ReadonlyMap<string, StandingOutcome>,
  wereTold: boolean,
): Promise<void> {
  const news = [...changed].filter(([, outcome]) => wereTold || outcome !== 'none')
  if (news.length === 0) return
  const outcomes = Object.fromEntries(news)
  const occasion = { kind: 'myTent', about: { checkId: id, outcomes } } as const
  await queue(ctx, tx, occasion, `myTent:${id}:${number}`, ctx.now(), 12 * hourMs)
}

function queue(
  { newId }: Queueing,
  tx: Tx,
  occasion: Occasion,
  topic: string,
  dueAt: Date,
  lastsMs: number,
): Promise<void> {
  const goodUntil = new Date(dueAt.getTime() + lastsMs)
  return insertPush(tx, { ...occasion, id: newId(), topic, dueAt, goodUntil })
}
