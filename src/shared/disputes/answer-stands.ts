import type { RecordedCheck, StandingOutcome } from '../check-history/contract.ts'
import type { AnswerBody, Dispute } from './contract.ts'

/** Does the tent's outcome still agree with the answer? A correction may have changed it since. */
export function answerStands(answer: AnswerBody['outcome'], outcome: StandingOutcome): boolean {
  return (answer === 'upheld') === (outcome === 'miss')
}

/**
 * Did a mark or a correction after the answer change what it gave? A record that was read before the
 * answer, and does not agree with it yet, has none.
 */
export function isChangedSince(
  answer: NonNullable<Dispute['answer']>,
  { outcome, at, corrections }: Pick<RecordedCheck, 'outcome' | 'at' | 'corrections'>,
): boolean {
  if (answerStands(answer.outcome, outcome)) return false
  const moments = [...corrections.map((correction) => correction.at), ...(at === null ? [] : [at])]
  return moments.some((moment) => Date.parse(moment) > Date.parse(answer.at))
}
