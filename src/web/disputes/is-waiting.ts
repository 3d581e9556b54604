import type { Dispute } from '../../shared/disputes/contract.ts'

/** Is somebody still to answer it? Nobody is, once its season is closed. */
export function isWaiting({ answer, seasonClosed }: Dispute): boolean {
  return answer === null && !seasonClosed
}
