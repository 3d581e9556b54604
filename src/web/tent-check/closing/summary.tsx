import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { texts } from '../../../shared/messages.ts'
import { pathOfCheck, pathOfTentRecord } from '../../../shared/screens.ts'
import { reopenWithinMs } from '../../../shared/tent-check/limits.ts'
import { call } from '../../api/call.ts'
import { useAction } from '../../api/use-action.ts'
import { Link } from '../../routing/link.tsx'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Failed } from '../../ui/failed.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useTimes } from '../../ui/times.ts'
import type { Say } from '../../ui/use-message.tsx'
import { useSettled } from '../../ui/use-settled.ts'
import { lightOf } from '../lights/light.ts'
import { Lights } from '../lights/lights.tsx'
import { useSeasonSays } from '../live/season-says.ts'
import styles from './summary.module.css'
import { type NamedTent, type SummaryFacts, summaryOf } from './summary-facts.ts'
import { closingTexts } from './texts.ts'

/** `at`: when this page noticed it, in milliseconds since 1970. */
export type ClosedCheck = { checkId: string; at: number }

type SummaryProps = {
  closed: ClosedCheck
  /** Asks the server, because without a connection the event about the result is missed. */
  onTried: () => void
  say: Say
  /** What stands below it; drawn once its place is known. */
  children: ReactNode
}

/** The result of the check that was just closed, and a way to reopen it. */
export function Summary({ closed, onTried, say, children }: SummaryProps) {
  const { checkId, at } = closed
  const { grace, serverAheadMs } = useSeasonSays()
  const times = useTimes()
  const { data, isPending, isError, refetch, fetchStatus, failureCount } = useQuery({
    queryKey: ['check', checkId, at],
    queryFn: () => call('getCheck', undefined, { params: { id: checkId } }),
  })
  const { data: newest } = useQuery({
    queryKey: ['check', checkId, at, 'newest'],
    queryFn: () => call('listChecks', undefined, { query: { limit: 1 } }),
    // Another one may have begun and ended while other screens were shown.
    staleTime: 0,
  })
  const isPast = newest !== undefined && newest.checks[0]?.id !== checkId
  // The placeholder is only for the first attempt, and not while there is no network.
  if (!isPast && isPending && fetchStatus === 'fetching' && failureCount === 0) {
    return (
      <section className={styles['summary']} aria-busy="true">
        <Skeleton width="60%" height="6rem" />
      </section>
    )
  }
  // A check begins with tents: where there are none, its record says that it cannot be read.
  const facts = data?.tents.length ? summaryOf(data) : undefined
  // A phone that slept notices the end late.
  const endedAt = data?.endedAt ? Date.parse(data.endedAt) - serverAheadMs : at
  return (
    <>
      {!isPast && (
        <section aria-labelledby="summary" className={styles['summary']}>
          <h2 id="summary">{data?.ending === 'cancelled' ? 'Cancelled' : 'That was the check'}</h2>
          {data && facts && (
            <>
              {data.endedAt && <p className="muted">{times.withDay(data.endedAt)}</p>}
              <Lights tents={data.tents.map(({ outcome }) => lightOf[outcome]).join('')} />
              <Numbers facts={facts} />
            </>
          )}
          {isError && facts === undefined && (
            <Failed text={closingTexts.summaryFailed} onRetry={() => void refetch()} />
          )}
          {grace && <Grace text={grace} />}
          <p className={styles['ways']}>
            <Link to={pathOfCheck(checkId)}>The whole record</Link>
          </p>
          <GoOn
            checkId={checkId}
            until={Math.min(at, endedAt) + reopenWithinMs}
            isCancelled={data?.ending === 'cancelled'}
            onTried={onTried}
            say={say}
          />
          {facts && <Details facts={facts} />}
        </section>
      )}
      {children}
    </>
  )
}

function Numbers({ facts: { makes, misses, minutes } }: { facts: SummaryFacts }) {
  return (
    <dl className={styles['numbers']}>
      <div className={styles['make']}>
        <dt>{makes === 1 ? 'Make' : 'Makes'}</dt>
        <dd>{makes}</dd>
      </div>
      <div className={styles['miss']}>
        <dt>{misses.length === 1 ? 'Miss' : 'Misses'}</dt>
        <dd>{misses.length}</dd>
      </div>
      <div>
        <dt>{minutes === 1 ? 'minute' : 'minutes'}</dt>
        <dd>{minutes}</dd>
      </div>
    </dl>
  )
}

/** The tents and monitors behind the numbers. */
function Details({ facts }: { facts: SummaryFacts }) {
  const { misses, unmarked, monitors, below } = facts
  return (
    <div className={styles['details']}>
      <List title="Misses" items={misses.map(linked)}>
        <CopyButton text={misses.map(({ label }) => label).join('\n')}>Copy who missed</CopyButton>
      </List>
      <List title="Makes below the number" items={below.map(linked)} />
      <List title="Without a mark" items={unmarked.map(linked)} atMost={shownAtMost} />
      <List title="Who marked" items={monitors.map(withMarks)} />
    </div>
  )
}

const shownAtMost = 12

/** `key`: unlike that of any other. */
type ListProps = {
  title: string
  items: readonly { key: string; shown: ReactNode }[]
  atMost?: number
  children?: ReactNode
}

function List({ title, items, atMost = items.length, children }: ListProps) {
  if (items.length === 0) return null
  const more = items.length - atMost
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      <ul className={styles['names']}>
        {items.slice(0, atMost).map(({ key, shown }) => (
          <li key={key}>{shown}</li>
        ))}
        {more > 0 && <li>and {more} more</li>}
      </ul>
      {children}
    </section>
  )
}

/** A tent that leads to its record. */
function linked({ id, label }: NamedTent) {
  return { key: id, shown: <Link to={pathOfTentRecord(id)}>{label}</Link> }
}

/** A monitor with how many marks they made. */
function withMarks({ netID, name, marks }: SummaryFacts['monitors'][number]) {
  return { key: netID, shown: `${name}: ${marks}` }
}

/** A text about grace for the tents: shared if the phone can, else copied. */
function Grace({ text }: { text: string }) {
  return (
    <div className={styles['grace']}>
      <strong>{text}</strong>
      {'share' in navigator ? (
        <Button variant="quiet" onClick={() => void navigator.share({ text }).catch(() => {})}>
          Share this line
        </Button>
      ) : (
        <CopyButton text={text}>Copy this line</CopyButton>
      )}
    </div>
  )
}

/** `until`: when it is too late, by this phone's clock. */
type GoOnProps = Pick<SummaryProps, 'onTried' | 'say'> & {
  checkId: string
  until: number
  isCancelled: boolean
}

function GoOn({ checkId, until, isCancelled, onTried, say }: GoOnProps) {
  const [reached, setReached] = useState(() => Date.now())
  const isSettled = useSettled(String(reached < until))
  useEffect(() => {
    const timer = setTimeout(() => setReached(until), until - Date.now())
    return () => clearTimeout(timer)
  }, [until])
  const { run, busy } = useAction({
    act: () => call('reopenCheck', undefined, { params: { checkId } }),
    say,
    failed: texts.tryAgain,
    unanswered: texts.tryAgainLater,
    onSettled: onTried,
  })
  if (reached >= until) return null
  return (
    <p className={styles['ways']}>
      {isCancelled ? 'Closed' : 'Ended'} by mistake?{' '}
      <Button
        variant="quiet"
        busy={busy}
        // It comes where a row was, when a colleague ends the check.
        onClick={({ detail }) => (detail === 0 || isSettled()) && run()}
      >
        Go on with it
      </Button>
    </p>
  )
}
