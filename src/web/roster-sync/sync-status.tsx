import { type Ref, useRef, useState } from 'react'
import { counted } from '../../shared/counted.ts'
import { dashboardMessages } from '../../shared/dashboard-messages.ts'
import type { RosterSync } from '../../shared/roster-sync/contract.ts'
import { call } from '../api/call.ts'
import { useFocusAfter } from '../api/use-focus-after.ts'
import { useSaidAction } from '../api/use-said-action.ts'
import { Button } from '../ui/button.tsx'
import { Confirm } from '../ui/confirm.tsx'
import { NotLoaded } from '../ui/not-loaded.tsx'
import { Notice } from '../ui/notice.tsx'
import { useTimes } from '../ui/times.ts'
import { Differences } from './differences.tsx'
import { FailedResults } from './failed-results.tsx'
import styles from './sync-status.module.css'
import { rosterSyncTexts } from './texts.ts'
import { useRosterChanged, useRosterSync } from './use-roster-sync.ts'
import { countsText, sourceTexts } from './words.ts'

/** The state of the connection to Airtable: the last pull, and what waits to be sent. */
export function SyncStatus() {
  const query = useRosterSync()
  const { data } = query
  const rosterChanged = useRosterChanged()
  const {
    run: pull,
    busy: pulling,
    message,
  } = useSaidAction({
    act: async (shrinkTo: number | null) => {
      const body = shrinkTo === null ? {} : { shrinkTo }
      const { failure, shrink, counts } = await call('pullRoster', body)
      if (failure !== null || shrink !== null || counts === null) return null
      return `Pulled from Airtable: ${countsText(counts)}.`
    },
    failed: rosterSyncTexts.pullFailed,
    unanswered: rosterSyncTexts.pullUnanswered,
    onSettled: rosterChanged,
  })
  const facts = useRef<HTMLDListElement>(null)
  const place = () => facts.current
  const focusAfterFailed = useFocusAfter(tentIds(data?.failed), place)
  const focusAfterDifference = useFocusAfter(tentIds(data?.differences), place)
  /** The shrinking that is asked about, which a pull meanwhile must not change. */
  const [asked, setAsked] = useState<RosterSync['shrink']>(null)

  if (data === undefined) return <NotLoaded query={query} failed={rosterSyncTexts.syncFailed} />

  return (
    <div className={styles['status']}>
      <p>{sourceTexts[data.source]}</p>
      {data.source === 'airtable' && (
        <>
          <Warnings sync={data} onShrink={setAsked} />
          <Facts ref={facts} sync={data} />
          {message}
          <Button variant="quiet" busy={pulling} onClick={() => pull(null)}>
            Pull now
          </Button>
          <Differences
            differences={data.differences}
            focusAfter={focusAfterDifference}
            onChanged={rosterChanged}
          />
          <FailedResults
            failed={data.failed}
            focusAfter={focusAfterFailed}
            onChanged={rosterChanged}
          />
        </>
      )}
      {asked && (
        <Confirm
          title={`Let ${asked.from - asked.to} of ${asked.from} tents go?`}
          yes="Take Airtable’s roster"
          no="Keep the tents"
          onYes={() => {
            setAsked(null)
            pull(asked.to)
          }}
          onNo={() => setAsked(null)}
        >
          Tents that Airtable does not have leave the roster. Their history stays. If most of them
          are missing there, look first whether the table ID is right.
        </Confirm>
      )}
    </div>
  )
}

function tentIds(rows: { tentId: string }[] | undefined): string | undefined {
  return rows?.map(({ tentId }) => tentId).join()
}

function Warnings({
  sync,
  onShrink,
}: {
  sync: RosterSync
  onShrink: (shrink: RosterSync['shrink']) => void
}) {
  const { keyUnreadable, failure, shrink, missingColumns, problems, problemCount, blocked } = sync
  const times = useTimes()
  return (
    <>
      {keyUnreadable && <Notice tone="danger">{dashboardMessages.airtableKeyUnreadable}</Notice>}
      {failure && <Notice tone="danger">The last pull failed. {failure}</Notice>}
      {blocked && (
        <Notice tone="danger">
          Airtable accepts no requests until {times.moment(blocked.until)}. It says: {blocked.words}
        </Notice>
      )}
      {shrink && (
        <Notice tone="danger">
          Airtable now has {shrink.to} of {shrink.from} tents, so the roster was left as it is.{' '}
          <Button variant="quiet" onClick={() => onShrink(shrink)}>
            Look at it
          </Button>
        </Notice>
      )}
      {missingColumns.length > 0 && (
        <Notice tone="danger">
          The table at Airtable lacks {missingColumns.map((name) => `“${name}”`).join(', ')}. What
          was known of these columns stays. Was a column renamed?
        </Notice>
      )}
      {problemCount > 0 && (
        <details>
          <summary>
            {counted(problemCount, 'cell')} could not be used; the old values remain
          </summary>
          <ul>
            {problems.map(({ order, name, column }) => (
              <li key={`${order} ${name} ${column}`}>
                {order} {name}: {column}
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  )
}

function Facts({ sync, ref }: { sync: RosterSync; ref: Ref<HTMLDListElement> }) {
  const { pulledAt, counts, waiting, oldestWaitingSince, requestsThisMonth } = sync
  const times = useTimes()
  return (
    <dl ref={ref} tabIndex={-1} className={styles['facts']}>
      <div>
        <dt>Last pull</dt>
        <dd>
          {pulledAt && counts ? `${times.moment(pulledAt)}: ${countsText(counts)}` : 'Not yet'}
        </dd>
      </div>
      <div>
        <dt>Waiting for Airtable</dt>
        <dd>
          {waiting === 0 || oldestWaitingSince === null
            ? 'Nothing'
            : `${counted(waiting, 'result')}, the oldest since ${times.moment(oldestWaitingSince)}`}
        </dd>
      </div>
      <div>
        <dt>Requests this month</dt>
        <dd>{requestsThisMonth.toLocaleString('en-US')}</dd>
      </div>
    </dl>
  )
}
