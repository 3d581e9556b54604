import type { Outcome } from '../../../shared/tent-check/contract.ts'

/** A row of tents, each one unit wide and high, as three paths: lit, dark, and unmarked. */
export function lightsOf(
  outcomes: readonly (Outcome | null)[],
): Record<'make' | 'miss' | 'out', string> {
  const paths = { make: '', miss: '', out: '' }
  for (const [place, outcome] of outcomes.entries()) {
    paths[outcome ?? 'out'] += `M${place} 1l.5-1 .5 1z`
  }
  return paths
}
