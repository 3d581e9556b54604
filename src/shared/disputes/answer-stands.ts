import type { StandingOutcome } from '../check-history/contract.ts'
import type { AnswerBody } from './contract.ts'

/** Does the tent's outcome still agree with the answer? A correction may have changed it since. */
export function answerStands(answer: AnswerBody['outcome'], outcome: StandingOutcome): boolean {
  return (answer === 'upheld') === (outcome === 'miss')
}
