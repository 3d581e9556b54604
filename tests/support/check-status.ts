import type { CheckStatus } from '../../src/shared/tent-check/contract.ts'

/** What `check-status` answers when no check is on. */
export const noCheck: CheckStatus = {
  epoch: 'a',
  isCheckInProgress: false,
  checkId: null,
  startedBy: '',
  startedAt: '',
  number: 0,
  numCheckers: 0,
  pages: [],
  activeTents: [],
  marked: [],
  excludedNames: [],
  period: null,
  clock: null,
  exclusions: [],
  callsAtMost: 0,
  calls: [],
  closesAt: null,
}
