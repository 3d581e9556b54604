import { useState } from 'react'
import { texts } from '../../shared/messages.ts'
import { call } from '../api/call.ts'
import { failureText } from '../api/failure-text.ts'
import { Button } from '../ui/button.tsx'
import { Confirm } from '../ui/confirm.tsx'
import { Notice } from '../ui/notice.tsx'
import { useMessage } from '../ui/use-message.ts'
import styles from './privacy.module.css'

/** Forgets who tented this season. Asks for a word first: nothing brings it back. */
export function CloseSeason({ onClosed }: { onClosed: () => Promise<void> }) {
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  const { message, say, clear } = useMessage()

  const close = async () => {
    if (busy) return
    setBusy(true)
    clear()
    try {
      const { tents } = await call('closeSeason', { confirm: 'CLOSE' })
      say('ok', texts.seasonClosed(tents))
      await onClosed()
    } catch (error) {
      say('danger', failureText(error, texts.closingFailed, texts.closingUnanswered))
    } finally {
      setBusy(false)
      setAsking(false)
    }
  }

  return (
    <div className={styles['form']}>
      <p>
        When the season is over, close it: every tent leaves the roster, and the names of its
        members are forgotten, in past checks as well. How each tent was marked, when and by whom
        stays, and so do the accounts.
      </p>
      <p>{texts.backupsStay}</p>
      <p>
        <a href="/api/roster/export" download="roster.csv">
          Download the roster before
        </a>
      </p>
      {message && (
        <Notice key={message.id} tone={message.tone} hideAfterMs={null} dismissible onHide={clear}>
          {message.text}
        </Notice>
      )}
      <Button variant="danger" onClick={() => setAsking(true)}>
        Close the season…
      </Button>
      {asking && (
        <Confirm
          title="Close the season?"
          yes="Close the season"
          no="Not yet"
          word="CLOSE"
          busy={busy}
          onYes={() => void close()}
          onNo={() => setAsking(false)}
        >
          All tents and the names of all members go. Nothing here brings them back: download the
          roster first if it is still needed.
        </Confirm>
      )}
    </div>
  )
}
