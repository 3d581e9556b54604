import type { ShownNotice } from '../../shared/notices/contract.ts'

/** Can only a person bring it to its end? */
export function needsWork({ state }: ShownNotice): boolean {
  return state === 'failed' || state === 'byHand'
}
