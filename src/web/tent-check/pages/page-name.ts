import type { CheckerPage } from '../../../shared/tent-check/contract.ts'

/** `Page 1 (A – U)`. */
export function pageName({ first, last }: CheckerPage, index: number): string {
  return `Page ${index + 1} (${first === last ? first : `${first} – ${last}`})`
}
