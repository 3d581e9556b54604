import { useState } from 'react'
import { texts } from '../../shared/messages.ts'
import type { FailedTent } from '../../shared/roster-sync/contract.ts'
import { call } from '../api/call.ts'
import { failureText } from '../api/failure-text.ts'
import { Button } from '../ui/button.tsx'
import { Confirm } from '../ui/confirm.tsx'
import { Notice } from '../ui/notice.tsx'
import { useMessage } from '../ui/use-message.ts'
import styles from './sync-status.module.css'
import { resultsText, timeText } from './words.ts'

type FailedResultsProps = { failed: FailedTent[]; onChanged: () => Promise<void> }

/** What Airtable refused, in its own words: to be tried again, or given up by a person. */
export function FailedResults({ failed, onChanged }: FailedResultsProps) {
  const { message, say, clear } = useMessage()
  const [asking, setAsking] = useState<FailedTent | null>(null)
  const [busy, setBusy] = useState(false)

  const act = async (work: () => Promise<unknown>) => {
    clear()
    setBusy(true)
    try {
      await work()
    } catch (error) {
      say('danger', failureText(error, texts.tryAgain, texts.tryAgainLater))
    }
    await onChanged()
    setBusy(false)
  }

  return (
    <>
      {message && (
        <Notice key={message.id} tone={message.tone} onHide={clear}>
          {message.text}
        </Notice>
      )}
      {failed.length > 0 && (
        <>
          <h3>Could not be sent</h3>
          <ul className={styles['list']}>
            {failed.map((tent) => (
              <li key={tent.tentId}>
                <div>
                  <strong>
                    {tent.order} {tent.name}
                  </strong>
                  , {resultsText(tent.results)}
                  <div className={styles['reason']}>
                    “{tent.failure}” Tried {tent.attempts === 1 ? 'once' : `${tent.attempts} times`}
                    , next at {timeText(tent.nextAttemptAt)}.
                  </div>
                </div>
                <Button
                  variant="quiet"
                  busy={busy}
                  aria-label={`Give up ${tent.name}`}
                  onClick={() => setAsking(tent)}
                >
                  Give up
                </Button>
              </li>
            ))}
          </ul>
          <Button variant="quiet" busy={busy} onClick={() => void act(() => call('retryResults'))}>
            Send all again
          </Button>
        </>
      )}
      {asking && (
        <Confirm
          title={`Give up sending ${asking.name}?`}
          yes="Give up"
          no="Keep trying"
          onYes={() => {
            const { tentId } = asking
            setAsking(null)
            void act(() => call('giveUpResults', { tentId }))
          }}
          onNo={() => setAsking(null)}
        >
          {resultsText(asking.results)} will not reach Airtable. The record of the check keeps what
          was marked; the tent shows what Airtable says of it from the next pull on. To have it
          count, write it into Airtable by hand.
        </Confirm>
      )}
    </>
  )
}
