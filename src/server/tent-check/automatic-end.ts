import { remainingTents } from '../../shared/tent-check/rules.ts'
import type { Context } from '../context.ts'
import type { Live } from '../live/live.ts'
import { closeCheck } from './course.ts'
import type { CurrentCheck } from './current.ts'

/** How long phones have to post the end themselves once no tent is left. */
const automaticEndAfterMs = 10_000

/**
 * Ends a check that nobody ended though no tent is left: its phones may all be asleep, or the
 * server may have been away. Gives a function that stops looking.
 */
export function watchForEmptyCheck(
  ctx: Context,
  live: Live,
  current: CurrentCheck,
  everyMs = 1000,
): () => void {
  let empty: { checkId: string; since: number } | null = null
  let looking = false

  async function look(): Promise<void> {
    const state = await ctx.db.read(current.find)
    if (state === null || remainingTents(state).length > 0) {
      empty = null
      return
    }
    if (empty?.checkId !== state.id) empty = { checkId: state.id, since: ctx.now().getTime() }
    if (ctx.now().getTime() - empty.since < automaticEndAfterMs) return
    await closeCheck(ctx, live, current, { kind: 'ended', netID: null, onlyIfEmpty: true })
  }

  const timer = setInterval(() => {
    if (looking) return
    looking = true
    look()
      .catch((error) => ctx.log.error({ err: error }, 'could not see whether the check is over'))
      .finally(() => {
        looking = false
      })
  }, everyMs)
  timer.unref()
  return () => clearInterval(timer)
}
