import { useState } from 'react'
import { easternTime } from '../../shared/eastern-time.ts'
import { texts } from '../../shared/messages.ts'
import { auditEventsAtMost } from '../../shared/record/limits.ts'
import { Button } from '../ui/button.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import styles from './record-list.module.css'
import { useRecord } from './use-record.ts'
import { eventText } from './words.ts'

const shownFirst = 10

/** Who did what to roles, settings and data, newest first. */
export function RecordList() {
  const { data, isError, refetch } = useRecord()
  const [isWhole, setWhole] = useState(false)

  if (data === undefined) {
    if (!isError) return <Skeleton width="100%" height="12rem" />
    return (
      <>
        <p role="alert">{texts.recordFailed}</p>
        <Button variant="quiet" onClick={() => void refetch()}>
          {texts.tryAgainAction}
        </Button>
      </>
    )
  }
  if (data.length === 0) return <p>{texts.recordEmpty}</p>
  const shown = isWhole ? data : data.slice(0, shownFirst)
  return (
    <div className={styles['record']}>
      <ol className={styles['list']}>
        {shown.map((event) => (
          <li key={event.id}>
            {eventText(event)},{' '}
            <time dateTime={event.at} className={styles['time']}>
              {easternTime(new Date(event.at))} Eastern
            </time>
          </li>
        ))}
      </ol>
      {data.length > shown.length && (
        <Button variant="quiet" onClick={() => setWhole(true)}>
          Show more ({data.length - shown.length} left)
        </Button>
      )}
      {isWhole && data.length === auditEventsAtMost && <p>{texts.recordIsCut}</p>}
    </div>
  )
}
