import type { StandingOutcome } from '../../../shared/check-history/contract.ts'

/** By how much a tent's misses change when its outcome does: -1, 0 or 1. */
export function missesBetween(from: StandingOutcome, to: StandingOutcome): number {
  return Number(to === 'miss') - Number(from === 'miss')
}
