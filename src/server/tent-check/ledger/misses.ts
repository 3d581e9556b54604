import type { StandingOutcome } from './events.ts'

/** How the misses of a tent change with how it stands: -1, 0 or 1. */
export function missesBetween(from: StandingOutcome, to: StandingOutcome): number {
  return Number(to === 'miss') - Number(from === 'miss')
}
