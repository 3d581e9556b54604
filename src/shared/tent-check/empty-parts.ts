import type { CheckStatus } from './contract.ts'

/** Parts of the picture of a check that a page may have to do without: an older one did not keep them. */
export type Parts = Pick<
  CheckStatus,
  'period' | 'clock' | 'exclusions' | 'callsAtMost' | 'calls' | 'closesAt'
>

/** Each of them, as it is where nothing is said of it. */
export const emptyParts: Parts = {
  period: null,
  clock: null,
  exclusions: [],
  callsAtMost: 0,
  calls: [],
  closesAt: null,
}
