import type { StandingOutcome } from '../../../shared/check-history/contract.ts'
import type { Outcome } from '../../../shared/tent-check/contract.ts'

const lights = { make: 'm', miss: 'x', none: '.' } as const satisfies Record<
  StandingOutcome,
  string
>

/** A tent of `Lights` as one letter. */
export function lightOf(outcome: StandingOutcome): string {
  return lights[outcome]
}

/** What a letter stands for; null: unmarked. */
export function outcomeOf(light: string): Outcome | null {
  if (light === lights.make) return 'make'
  return light === lights.miss ? 'miss' : null
}
