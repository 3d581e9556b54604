import type { Dispute } from '../../shared/disputes/contract.ts'
import { useTimes } from '../ui/times.ts'
import styles from './disputes.module.css'
import { disputesTexts } from './texts.ts'

const outcomeWords = { upheld: 'The Miss stands', vacated: 'The Miss is taken away' }

type DisputeTextProps = {
  dispute: Dispute
  /** The reader is who answers it. */
  isAnswering?: boolean
  /** The outcome was changed after the answer, which therefore stands no more. */
  isChangedSince?: boolean | undefined
}

/** The text of a dispute, and its answer. */
export function DisputeText({
  dispute,
  isAnswering = false,
  isChangedSince = false,
}: DisputeTextProps) {
  const { at, by, text, answer, seasonClosed } = dispute
  const times = useTimes()
  return (
    <div className={styles['dispute']}>
      <p className="muted">
        Disputed by {by.name || 'somebody'}, {times.withDay(at)}
      </p>
      {text && <p className={styles['said']}>{text}</p>}
      {answer === null && !isAnswering && (
        <p className="muted">
          {seasonClosed ? disputesTexts.disputeLeft : disputesTexts.disputeOpen}
        </p>
      )}
      {answer !== null && (
        <p className={styles['said']}>
          <strong>{outcomeWords[answer.outcome]}</strong>
          {answer.text && `: ${answer.text}`}{' '}
          <span className="muted">
            {answer.by.name || 'Somebody'}, {times.withDay(answer.at)}
          </span>
          {isChangedSince && ` ${disputesTexts.answerChanged}`}
        </p>
      )}
    </div>
  )
}
