import { useEffect, useState } from 'react'
import type { Dispute } from '../../shared/disputes/contract.ts'
import { disputeTextAtLeast, disputeTextAtMost } from '../../shared/disputes/limits.ts'
import { call } from '../api/call.ts'
import { useSaidAction } from '../api/use-said-action.ts'
import { Button } from '../ui/button.tsx'
import { DialogForm } from '../ui/dialog-form.tsx'
import { TextArea } from '../ui/text-area.tsx'
import { useTimes } from '../ui/times.ts'
import { DisputeText } from './dispute-text.tsx'
import { disputesTexts } from './texts.ts'
import { useDisputesChanged } from './use-disputes.ts'

type DisputeMissProps = {
  checkId: string
  /** When the time to dispute it is over, ISO 8601; null: it is, or there is no Miss any more. */
  until: string | null
  filed: Dispute | undefined
}

/** Lets a member say why a Miss of their tent is wrong, or shows what a member has said. */
export function DisputeMiss({ checkId, until, filed }: DisputeMissProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      {filed ? (
        <DisputeText dispute={filed} />
      ) : (
        <Button variant="quiet" onClick={() => setOpen(true)}>
          Dispute this Miss
        </Button>
      )}
      {isOpen && (
        <DisputeDialog
          checkId={checkId}
          until={until}
          filed={filed}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

type DisputeDialogProps = DisputeMissProps & { onClose: () => void }

function DisputeDialog({ checkId, until, filed, onClose }: DisputeDialogProps) {
  const [text, setText] = useState('')
  const times = useTimes()
  const changed = useDisputesChanged()
  const { run, busy, message, say } = useSaidAction({
    act: async () => {
      await call('fileDispute', { checkId, text: text.trim() })
      await changed()
      onClose()
    },
    failed: disputesTexts.disputeFailed,
    unanswered: disputesTexts.disputeUnanswered,
    hideAfterMs: null,
  })
  const send = () => {
    if ([...text.trim()].length < disputeTextAtLeast)
      return say('danger', disputesTexts.disputeIncomplete)
    run()
  }
  // Of one's own it is not said: the dialog goes once the list is read again.
  const isMine = filed?.text === text.trim()
  const isTooLate = filed !== undefined && !busy && !isMine
  // Also where only the answer was lost.
  useEffect(() => {
    if (isMine && !busy) onClose()
  }, [isMine, busy, onClose])
  return (
    <DialogForm
      title="Dispute this Miss"
      message={message}
      send="Send"
      busy={busy}
      isHeld={isTooLate}
      onSend={send}
      onClose={onClose}
    >
      {isTooLate && <p role="status">{disputesTexts.disputedMeanwhile(filed.by.name)}</p>}
      <TextArea
        label="What happened?"
        hint={
          until === null
            ? ''
            : `A super user reads it. It can be sent until ${times.withDay(until)}.`
        }
        value={text}
        maxLength={disputeTextAtMost}
        onChange={(event) => setText(event.target.value)}
      />
    </DialogForm>
  )
}
