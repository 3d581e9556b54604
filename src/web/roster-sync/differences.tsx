import { counted } from '../../shared/counted.ts'
import { texts } from '../../shared/messages.ts'
import type { Difference } from '../../shared/roster-sync/contract.ts'
import { call } from '../api/call.ts'
import type { useFocusAfter } from '../api/use-focus-after.ts'
import { useSaidAction } from '../api/use-said-action.ts'
import { Button } from '../ui/button.tsx'
import rows from '../ui/rows.module.css'
import { TentLink } from '../ui/tent-link.tsx'
import styles from './sync-status.module.css'
import { rosterSyncTexts } from './texts.ts'

type DifferencesProps = {
  differences: Difference[]
  focusAfter: ReturnType<typeof useFocusAfter>
  onChanged: () => Promise<void>
}

/** Where the database went back in time: what Airtable has otherwise, for a person to settle. */
export function Differences({ differences, focusAfter, onChanged }: DifferencesProps) {
  const { run, busy, message } = useSaidAction({
    act: async (given: { tentId: string; send: boolean }) => {
      await focusAfter(() => call('settleDifference', given))
      return given.send ? rosterSyncTexts.differenceSent : rosterSyncTexts.differenceSettled
    },
    failed: texts.tryAgain,
    unanswered: texts.tryAgainLater,
    onSettled: onChanged,
  })

  return (
    <>
      {message}
      {differences.length > 0 && (
        <>
          <h4>After the database went back to an earlier state</h4>
          <p>
            These tents differ from Airtable because of marks lost here or changes people made
            there. Correct Airtable by hand where it is wrong.
          </p>
          <ul className={rows['rows']}>
            {differences.map(({ tentId, order, name, columns, results }) => (
              <li key={tentId}>
                <div>
                  <strong>
                    <TentLink tent={{ id: tentId, order, name }} />
                  </strong>
                  , {columns.join(', ')}
                  {results > 0 && (
                    <div className={styles['reason']}>
                      {counted(results, 'result')} of it may have been sent, so nothing of it is
                      sent now.
                    </div>
                  )}
                </div>
                {results > 0 && (
                  <Button
                    variant="quiet"
                    busy={busy}
                    aria-label={`Send ${name}`}
                    onClick={() => run({ tentId, send: true })}
                  >
                    Send
                  </Button>
                )}
                <Button
                  variant="quiet"
                  busy={busy}
                  aria-label={`Airtable is right about ${name}`}
                  onClick={() => run({ tentId, send: false })}
                >
                  Airtable is right
                </Button>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}
