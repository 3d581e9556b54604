import type { RecordedCheck, StandingOutcome } from '../check-history/contract.ts'
import type { AnswerBody, Dispute } from './contract.ts'

/** Does the tent's outcome still agree with the answer? A correction may have changed it since. */
export function answerStands(answer: AnswerBody['outcome'], outcome: StandingOutcome): boolean {
  return (answer === 'upheld') === (outcome === 'miss')
}

/**
 * Did a mark, a correction or an undo after the answer change what it gave? A record that was read
 * before the answer, and does not agree with it yet, has none of the first two; a Miss that was kept
 * and has left no trace was undone.
 */
export function isChangedSince(
  answer: NonNullable<Dispute['answer']>,
  { outcome, at, corrections }: Pick<RecordedCheck, 'outcome' | 'at' | 'corrections'>,
): boolean {
  if (answerStands(answer.outcome, outcome)) return false
  const moments = [...corrections.map((correction) => correction.at), ...(at === null ? [] : [at])]
  if (answer.outcome === 'upheld' && moments.length === 0) return true
  return moments.some((moment) => Date.parse(moment) > Date.parse(answer.at))
}
