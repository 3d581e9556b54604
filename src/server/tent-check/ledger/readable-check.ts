import type { Context } from '../../context.ts'
import { type CheckState, fold, type Step, stepsFrom } from './check-state.ts'
import type { CheckEvent } from './events.ts'

/**
 * The next events of a check (`before` null: all of them) as steps. null: they cannot be folded,
 * which is logged.
 */
export function readableSteps(
  ctx: Pick<Context, 'log'>,
  checkId: string,
  before: CheckState | null,
  events: readonly CheckEvent[],
): Step[] | null {
  return readable(ctx, checkId, () => {
    if (before === null && events.length === 0) throw new Error('A check begins with its start')
    return stepsFrom(before, events)
  })
}

/** As `readableSteps`, but only the check after these events. */
export function readableCheck(
  ctx: Pick<Context, 'log'>,
  checkId: string,
  before: CheckState | null,
  events: readonly CheckEvent[],
): CheckState | null {
  return readable(ctx, checkId, () => {
    // Without its steps, of which each holds all marks so far.
    const check = events.reduce<CheckState | null>(fold, before)
    if (check === null) throw new Error('A check begins with its start')
    return check
  })
}

function readable<T>({ log }: Pick<Context, 'log'>, checkId: string, read: () => T): T | null {
  try {
    return read()
  } catch (error) {
    log.error({ err: error, checkId }, 'the ledger of the check cannot be read')
    return null
  }
}
