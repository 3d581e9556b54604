import { memo, useState } from 'react'
import { texts } from '../../../shared/messages.ts'
import { call } from '../../api/call.ts'
import { failureText } from '../../api/failure-text.ts'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'

type CancelCheckProps = {
  /** The event that says what came of it is missed without a connection: ask. */
  onTried: () => void
  say: (text: string, tone: 'danger') => void
}

/** Stops the check for everyone, once it is meant. Specification 4, In Progress to Idle. */
export const CancelCheck = memo(function CancelCheck({ onTried, say }: CancelCheckProps) {
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)

  const cancel = async () => {
    setBusy(true)
    try {
      await call('cancelCheck')
    } catch (error) {
      say(failureText(error, texts.tryAgain, texts.tryAgainLater), 'danger')
    } finally {
      setBusy(false)
      setAsking(false)
      onTried()
    }
  }

  return (
    <>
      <Button variant="quiet" onClick={() => setAsking(true)}>
        Cancel Check
      </Button>
      {asking && (
        <Confirm
          title="Cancel this check?"
          yes="Cancel the check"
          no="Keep checking"
          busy={busy}
          onYes={() => void cancel()}
          onNo={() => setAsking(false)}
        >
          It stops for everyone. Marks made so far stay on the tents.
        </Confirm>
      )}
    </>
  )
})
