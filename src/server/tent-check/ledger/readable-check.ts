import type { Context } from '../../context.ts'
import { type CheckState, type Step, stepsFrom } from './check-state.ts'
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
  try {
    if (before === null && events.length === 0) throw new Error('A check begins with its start')
    return stepsFrom(before, events)
  } catch (error) {
    ctx.log.error({ err: error, checkId }, 'the ledger of the check cannot be read')
    return null
  }
}

/** The same as the check after these events. */
export function readableCheck(
  ...[ctx, checkId, before, events]: Parameters<typeof readableSteps>
): CheckState | null {
  const steps = readableSteps(ctx, checkId, before, events)
  return steps && (steps.at(-1)?.after ?? before)
}
