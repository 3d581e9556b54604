import type { Outcome } from '../../../shared/tent-check/contract.ts'

/** A row of tents, each one unit wide and high with a gap, as three paths: lit, dark, and unmarked. */
export function lightsOf(
  outcomes: readonly (Outcome | null)[],
): Record<'make' | 'miss' | 'out', string> {
  const paths = { make: '', miss: '', out: '' }
  for (const [place, outcome] of outcomes.entries()) {
    paths[outcome ?? 'out'] += `M${place}.07 1l.43-1 .43 1z`
  }
  return paths
}
