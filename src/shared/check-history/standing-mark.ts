import type { CheckLine, StandingOutcome } from './contract.ts'

type Marked = Pick<CheckLine, 'outcome' | 'at' | 'present'> & {
  corrections: readonly Pick<CheckLine['corrections'][number], 'outcome' | 'at'>[]
}

/** A correction changes what stands already, so what it makes a Make was a Miss. */
const correctedFrom = { make: 'miss', miss: 'make', none: 'none' } as const

/**
 * Which mark stands, before corrections; `none`: none does, or one was taken away that nothing tells
 * of. Only a Make keeps who was counted: of any other, an empty `present` says nothing.
 */
export function standingMark({ outcome, at, present, corrections }: Marked): StandingOutcome {
  if (at === null) return 'none'
  if (present.length > 0) return 'make'
  // Those before it were made while its check was over, before that was reopened.
  const first = corrections.find((correction) => correction.at >= at)
  return first === undefined ? outcome : correctedFrom[first.outcome]
}
