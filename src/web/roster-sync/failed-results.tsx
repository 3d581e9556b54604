import { useState } from 'react'
import { counted } from '../../shared/counted.ts'
import { texts } from '../../shared/messages.ts'
import type { FailedTent } from '../../shared/roster-sync/contract.ts'
import { call } from '../api/call.ts'
import type { useFocusAfter } from '../api/use-focus-after.ts'
import { useSaidAction } from '../api/use-said-action.ts'
import { Button } from '../ui/button.tsx'
import { Confirm } from '../ui/confirm.tsx'
import rows from '../ui/rows.module.css'
import { TentLink } from '../ui/tent-link.tsx'
import { useTimes } from '../ui/times.ts'
import styles from './sync-status.module.css'
import { rosterSyncTexts } from './texts.ts'
import { attemptsText } from './words.ts'

type FailedResultsProps = {
  failed: FailedTent[]
  focusAfter: ReturnType<typeof useFocusAfter>
  onChanged: () => Promise<void>
}

/** What Airtable refused, with its own message: to be tried again, or given up. */
export function FailedResults({ failed, focusAfter, onChanged }: FailedResultsProps) {
  const [asking, setAsking] = useState<FailedTent | null>(null)
  const times = useTimes()
  const { run, busy, message } = useSaidAction({
    /** The tent to give up; null: send all again. */
    act: async (tentId: string | null) => {
      if (tentId === null) {
        await focusAfter(() => call('retryResults'))
        return rosterSyncTexts.sentAgain
      }
      await focusAfter(() => call('giveUpResults', { tentId }))
      return rosterSyncTexts.givenUp
    },
    failed: texts.tryAgain,
    unanswered: texts.tryAgainLater,
    onSettled: onChanged,
  })

  return (
    <>
      {message}
      {failed.length > 0 && (
        <>
          <h4>Could not be sent</h4>
          <ul className={rows['rows']}>
            {failed.map((tent) => (
              <li key={tent.tentId}>
                <div>
                  <strong>
                    <TentLink tent={{ ...tent, id: tent.tentId }} />
                  </strong>
                  , {counted(tent.results, 'result')}
                  <div className={styles['reason']}>
                    “{tent.failure}”
                    {tent.nextAttemptAt !== null &&
                      ` ${attemptsText(tent.attempts)} ${times.moment(tent.nextAttemptAt)}.`}
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
          {failed.some(({ nextAttemptAt }) => nextAttemptAt !== null) && (
            <Button variant="quiet" busy={busy} onClick={() => run(null)}>
              Send all again
            </Button>
          )}
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
            run(tentId)
          }}
          onNo={() => setAsking(null)}
        >
          {counted(asking.results, 'result')} (marks, undos or corrections) will not be sent to
          Airtable again. The record of the check stays as it is; the tent shows what Airtable says
          of it from the next pull on. To have it count, write it into Airtable by hand if it is not
          there.
        </Confirm>
      )}
    </>
  )
}
