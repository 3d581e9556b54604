import { useState } from 'react'
import type { CheckLine, CorrectionBody } from '../../shared/check-history/contract.ts'
import { tentLabel } from '../../shared/tents/label.ts'
import { CallError, call, isPassing } from '../api/call.ts'
import { newId } from '../api/new-id.ts'
import type { useFocusAfter } from '../api/use-focus-after.ts'
import { useSaidAction } from '../api/use-said-action.ts'
import { DialogForm } from '../ui/dialog-form.tsx'
import { TextArea } from '../ui/text-area.tsx'
import styles from './check-history.module.css'
import { DisputeLink } from './dispute-link.tsx'
import { checkHistoryTexts } from './texts.ts'
import { useChecksChanged } from './use-checks-changed.ts'
import { outcomeWords } from './words.ts'

type CorrectDialogProps = {
  isOpen: boolean
  checkId: string
  line: CheckLine
  /** A reason is asked for all the same, but not kept. */
  isSeasonClosed: boolean
  focusAfter: ReturnType<typeof useFocusAfter>
  onCorrected: (text: string) => void
  onClose: () => void
}

const outcomes = ['make', 'miss', 'none'] as const

/** A dialog that corrects a tent's outcome in a check that is over, with a reason. */
export function CorrectDialog({
  isOpen,
  checkId,
  line,
  isSeasonClosed,
  focusAfter,
  onCorrected,
  onClose,
}: CorrectDialogProps) {
  const { id: tentId, dispute } = line
  const label = tentLabel(line)
  // A correction that was sent but not answered, so it may have been made: only this one can be
  // sent again, unchanged, even if the line shows another outcome by now.
  const [open, setOpen] = useState<CorrectionBody | null>(null)
  const [correctionId, setCorrectionId] = useState(newId)
  const from = open?.from ?? line.outcome
  const [chosen, setOutcome] = useState<CheckLine['outcome'] | null>(null)
  const outcome = open?.outcome ?? (chosen === from ? null : chosen)
  const [typed, setReason] = useState('')
  const reason = open?.reason ?? typed
  const changed = useChecksChanged()

  const { run, busy, message, say } = useSaidAction({
    act: async (body: CorrectionBody) => {
      setOpen(body)
      const { tent } = await focusAfter(() => call('correctTent', body, { params: { checkId } }))
      onCorrected(checkHistoryTexts.corrected(label, outcomeWords[tent.outcome]))
    },
    onFailed: (error) => {
      if (!(error instanceof CallError) || isPassing(error)) return
      setOpen(null)
      setCorrectionId(newId())
    },
    // After a refusal the tent's outcome may no longer be the one that is shown.
    onSettled: changed,
    failed: checkHistoryTexts.correctionFailed,
    unanswered: checkHistoryTexts.correctionUnanswered,
    hideAfterMs: null,
  })

  const send = () => {
    if (outcome === null || reason.trim() === '')
      return say('danger', checkHistoryTexts.correctionIncomplete)
    run({ tentId, outcome, reason: reason.trim(), correctionId, from })
  }

  return (
    <DialogForm
      isOpen={isOpen}
      title={`Correct ${label}`}
      message={message}
      send="Correct it"
      busy={busy}
      onSend={send}
      onClose={onClose}
    >
      <p>It is recorded as: {outcomeWords[from]}. What was before stays on record.</p>
      {dispute && (
        <p>
          It is <DisputeLink dispute={dispute} mayAnswer />.{' '}
          {dispute.isWaiting && checkHistoryTexts.answerInstead}
        </p>
      )}
      <fieldset className={styles['choices']}>
        <legend>It should be</legend>
        {outcomes
          .filter((one) => (open === null ? one !== from : one === outcome))
          .map((one) => (
            <label key={one} className={styles['choice']}>
              <input
                type="radio"
                name="outcome"
                checked={outcome === one}
                onChange={() => setOutcome(one)}
              />
              {outcomeWords[one]}
            </label>
          ))}
      </fieldset>
      <TextArea
        label="Reason"
        hint={isSeasonClosed ? checkHistoryTexts.reasonIsNotKept : checkHistoryTexts.reasonIsRead}
        value={reason}
        maxLength={500}
        readOnly={open !== null}
        onChange={(event) => setReason(event.target.value)}
      />
    </DialogForm>
  )
}
