import type { CheckLine, StandingOutcome } from './contract.ts'

type Marked = Pick<CheckLine, 'outcome' | 'at' | 'present'> & {
  corrections: readonly Pick<CheckLine['corrections'][number], 'outcome' | 'at'>[]
}

/** A correction changes what stands already, so what it makes a Make was a Miss. */
const correctedFrom = { make: 'miss', miss: 'make', none: 'none' } as const

/**
 * The outcome of the standing mark, before corrections; `none`: there is no mark, or a correction
 * removed it and its outcome is not known. Names in `present` show that the mark was a Make;
 * without names, `present` shows nothing.
 */
export function standingMark({ outcome, at, present, corrections }: Marked): StandingOutcome {
  if (at === null) return 'none'
  if (present.length > 0) return 'make'
  const [first] = correctionsSince({ at, corrections })
  return first === undefined ? outcome : correctedFrom[first.outcome]
}

/**
 * The corrections since the standing mark. Those before it were made when the check was over, before
 * it was reopened and the tent marked anew.
 */
export function correctionsSince<Correction extends { at: string }>({
  at,
  corrections,
}: {
  at: string | null
  corrections: readonly Correction[]
}): Correction[] {
  return corrections.filter((correction) => at === null || correction.at >= at)
}
