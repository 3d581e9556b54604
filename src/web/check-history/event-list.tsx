import { useState } from 'react'
import type { CheckLine, HistoryEvent } from '../../shared/check-history/contract.ts'
import { pathOfTentInCheck } from '../../shared/screens.ts'
import { tentLabel } from '../../shared/tents/label.ts'
import { Link } from '../routing/link.tsx'
import { ShowMore } from '../ui/show-more.tsx'
import { useTimes } from '../ui/times.ts'
import styles from './check-history.module.css'
import { eventText, madeEarlierText, timeInCheck } from './words.ts'

const shownFirst = 20

type EventListProps = {
  checkId: string
  tents: readonly CheckLine[]
  /** Of the check. */
  startedAt: string
  /** In order. */
  events: readonly HistoryEvent[]
  /** Called when a link to a tent's line is followed. */
  onTent?: () => void
}

/** A check's events, in order and in words. */
export function EventList({ checkId, tents, startedAt, events, onTent }: EventListProps) {
  const [isWhole, setWhole] = useState(false)
  const labels = new Map(tents.map((tent) => [tent.id, tentLabel(tent)]))
  const tentOf = (id: string) => labels.get(id) || 'a tent'
  const times = useTimes()
  const left = isWhole ? 0 : events.length - shownFirst
  return (
    <>
      <ol className={styles['events']}>
        {events.map((event, place) => (
          <li
            key={event.number}
            className={!isWhole && place >= shownFirst ? styles['onPaper'] : undefined}
          >
            <time dateTime={event.at} className="muted" title={times.withDay(event.at)}>
              {event.kind === 'corrected' || event.kind === 'lateMark'
                ? times.withDay(event.at)
                : timeInCheck(event.at, startedAt, times.toTheSecond, times)}
            </time>{' '}
            {eventText(event, tentOf)}
            {madeEarlierText(event, times) && (
              <span className="muted"> · {madeEarlierText(event, times)}</span>
            )}
            {event.tentId !== undefined && (
              <>
                {' '}
                <Link
                  to={pathOfTentInCheck(checkId, event.tentId)}
                  className={styles['onScreen']}
                  onClick={onTent}
                >
                  Its line<span className="visually-hidden">, {tentOf(event.tentId)}</span>
                </Link>
              </>
            )}
          </li>
        ))}
      </ol>
      <ShowMore
        className={styles['onScreen']}
        left={left}
        shown={shownFirst}
        onClick={() => setWhole(true)}
      />
    </>
  )
}
