import { useState } from 'react'
import { disputeTextAtLeast, disputeTextAtMost } from '../../shared/disputes/limits.ts'
import { call } from '../api/call.ts'
import { useSaidAction } from '../api/use-said-action.ts'
import { Button } from '../ui/button.tsx'
import { DialogForm } from '../ui/dialog-form.tsx'
import { TextArea } from '../ui/text-area.tsx'
import { useTimes } from '../ui/times.ts'
import { disputesTexts } from './texts.ts'
import { useDisputesChanged } from './use-disputes.ts'

/** `until`: when the time to dispute it is over, ISO 8601. */
type DisputeMissProps = { checkId: string; until: string }

/** Lets a member say why a Miss of their tent is wrong. */
export function DisputeMiss({ checkId, until }: DisputeMissProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="quiet" onClick={() => setOpen(true)}>
        Dispute this Miss
      </Button>
      {isOpen && <DisputeDialog checkId={checkId} until={until} onClose={() => setOpen(false)} />}
    </>
  )
}

type DisputeDialogProps = DisputeMissProps & { onClose: () => void }

function DisputeDialog({ checkId, until, onClose }: DisputeDialogProps) {
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
  return (
    <DialogForm
      title="Dispute this Miss"
      message={message}
      send="Send"
      busy={busy}
      onSend={send}
      onClose={onClose}
    >
      <TextArea
        label="What happened?"
        hint={`A super user reads it. It can be sent until ${times.withDay(until)}.`}
        value={text}
        maxLength={disputeTextAtMost}
        onChange={(event) => setText(event.target.value)}
      />
    </DialogForm>
  )
}
