import { type FormEvent, useState } from 'react'
import type { StandingOutcome } from '../../shared/check-history/contract.ts'
import type { AnswerBody, Dispute } from '../../shared/disputes/contract.ts'
import { CallError, call } from '../api/call.ts'
import { useSaidAction } from '../api/use-said-action.ts'
import { Button } from '../ui/button.tsx'
import { TextArea } from '../ui/text-area.tsx'
import styles from './disputes.module.css'
import { isWaiting } from './is-waiting.ts'
import { orderText } from './order-text.ts'
import { disputesTexts } from './texts.ts'
import { useDisputesChanged } from './use-disputes.ts'

/** How its tent stands by now, as somebody may have corrected it; undefined: not known. */
export type UseOutcome = (dispute: Dispute) => StandingOutcome | undefined

type AnswerFormProps = {
  dispute: Dispute
  useOutcome: UseOutcome
  /** Is anything written that is not sent? */
  onWrite: (isWritten: boolean) => void
  /** Called once the answer is saved, before the dispute is read again. */
  onAnswer: () => void
  onAnswered: () => Promise<void>
}

/** Upholds or vacates a Miss, with a text for the tent. */
export function AnswerForm(props: AnswerFormProps) {
  const { dispute, useOutcome, onWrite, onAnswer, onAnswered } = props
  const { id, order } = dispute
  const stands = useOutcome(dispute) ?? 'miss'
  const [text, setText] = useState('')
  const changed = useDisputesChanged()
  const { run, busy, message, say } = useSaidAction({
    act: async (outcome: AnswerBody['outcome']) => {
      await call('answerDispute', { outcome, text: text.trim() }, { params: { id } })
      onAnswer()
      await Promise.all([changed(), onAnswered()])
    },
    failed: disputesTexts.answerFailed,
    unanswered: disputesTexts.answerUnanswered,
    hideAfterMs: null,
    // No answer came: the text may be saved, so it does not count as unsent. If it is saved, the
    // form goes once the list is read again.
    onFailed: (error) => {
      if (!(error instanceof CallError)) onWrite(false)
    },
  })
  const answer = (outcome: AnswerBody['outcome']) => {
    if (text.trim() === '') return say('danger', disputesTexts.answerIncomplete)
    run(outcome)
  }
  const isTooLate = !isWaiting(dispute) && !busy
  // Not while an answer is under way, which may itself have taken the Miss away.
  const [isMiss, setMiss] = useState(stands === 'miss')
  if (!busy && isMiss !== (stands === 'miss')) setMiss(stands === 'miss')
  const answeredBy = dispute.answer?.by
  return (
    <form className={styles['form']} onSubmit={(event: FormEvent) => event.preventDefault()}>
      {isTooLate && answeredBy && (
        <p role="status">{disputesTexts.answeredMeanwhile(answeredBy.name)}</p>
      )}
      {!isMiss && !isTooLate && !busy && <p role="status">{disputesTexts.noMissStands}</p>}
      <TextArea
        label={`Answer to tent ${orderText(order)}`}
        hint="The tent’s members read it."
        rows={3}
        value={text}
        maxLength={500}
        onChange={({ target }) => {
          setText(target.value)
          onWrite(target.value !== '')
        }}
      />
      {message}
      <div className={styles['buttons']}>
        {isMiss && (
          <Button variant="quiet" busy={busy} disabled={isTooLate} onClick={() => answer('upheld')}>
            Keep the Miss
          </Button>
        )}
        <Button variant="quiet" busy={busy} disabled={isTooLate} onClick={() => answer('vacated')}>
          {isMiss ? 'Take the Miss away' : 'Answer'}
        </Button>
      </div>
    </form>
  )
}
