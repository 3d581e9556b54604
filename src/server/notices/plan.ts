import type { StandingOutcome } from '../../shared/check-history/contract.ts'
import type { OverCheck } from '../tent-check/ledger/check-state.ts'
import type { ToldCheck } from './told-checks/store.ts'

/** When a check was over, in ms, no later than now: it may have ended by a clock that was ahead. */
export function overSince({ at }: Pick<OverCheck['ending'], 'at'>, now: Date): number {
  return Math.min(Date.parse(at), now.getTime())
}

/**
 * When the notices of a check that is over are due: people are told after the delay how all tents
 * stand, and of later changes at once (`wasTold`). A time that was planned before is kept, unless a
 * clock that was ahead made it later than the delay. `at`: since when there is something to tell.
 */
export function dueOf(check: {
  before: Pick<ToldCheck, 'told' | 'dueAt'>
  ending: Pick<OverCheck['ending'], 'at'>
  /** Did it end, for the first time or again, since it was last planned? */
  endsAnew: boolean
  now: Date
  delayMs: number
}): { at: Date; dueAt: Date; isDue: boolean; wasTold: boolean } {
  const { before, ending, endsAnew, now, delayMs } = check
  const planned = endsAnew ? null : before.dueAt
  if (before.told !== null && planned === null && !endsAnew) {
    return { at: now, dueAt: now, isDue: true, wasTold: true }
  }
  const endedAt = overSince(ending, now)
  const at = before.told === null || endsAnew ? new Date(endedAt) : now
  const settlesAt = new Date(endedAt + delayMs)
  const dueAt = planned !== null && planned < settlesAt ? planned : settlesAt
  return { at, dueAt, isDue: dueAt <= now, wasTold: false }
}

/** A notice about one tent in one check. `isTold`: it reached the person, or may have. */
export type PlannedNotice = {
  id: string
  netID: string
  outcome: StandingOutcome
  isTold: boolean
}

/** Which notices to add for the tent, and which to remove because they are no longer true. */
export type Plan = {
  remove: string[]
  add: { netID: string; outcome: StandingOutcome; round: number }[]
}

/**
 * Plans the notices for a tent's current outcome: a Miss to everyone of the tent (`people`, by
 * netID) who does not know of it, another outcome to those who were told one that is no longer
 * true. `notices`: those told and waiting, in order for each person; `round`: how many
 * notices of this check and tent the person got before.
 */
export function planOf(
  notices: readonly PlannedNotice[],
  outcome: StandingOutcome,
  people: ReadonlySet<string>,
): Plan {
  const plan: Plan = { remove: [], add: [] }
  const everyone = new Set([...notices.map(({ netID }) => netID), ...people])
  for (const netID of everyone) {
    const theirs = notices.filter((notice) => notice.netID === netID)
    const told = theirs.filter(({ isTold }) => isTold)
    const knows = told.at(-1)?.outcome ?? null
    const isNews = knows === null ? outcome === 'miss' : knows !== outcome
    const wanted = isNews && people.has(netID)
    const waiting = theirs.filter(({ isTold }) => !isTold)
    const fits = wanted ? waiting.find((notice) => notice.outcome === outcome) : undefined
    plan.remove.push(...waiting.flatMap((notice) => (notice === fits ? [] : notice.id)))
    if (wanted && fits === undefined) {
      plan.add.push({ netID, outcome, round: told.length })
    }
  }
  return plan
}
