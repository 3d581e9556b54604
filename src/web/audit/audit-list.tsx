import { useState } from 'react'
import { auditEventsAtMost } from '../../shared/audit/limits.ts'
import { Button } from '../ui/button.tsx'
import { NotLoaded } from '../ui/not-loaded.tsx'
import { useTimes } from '../ui/times.ts'
import styles from './audit-list.module.css'
import { auditTexts } from './texts.ts'
import { useAudit } from './use-audit.ts'
import { eventText } from './words.ts'

const shownFirst = 10

/** Who did what to roles, settings and data, newest first. */
export function AuditList() {
  const query = useAudit()
  const { data } = query
  const [isWhole, setWhole] = useState(false)
  const times = useTimes()

  if (data === undefined) {
    return <NotLoaded query={query} height="12rem" failed={auditTexts.auditFailed} />
  }
  if (data.length === 0) return <p>{auditTexts.auditEmpty}</p>
  const shown = isWhole ? data : data.slice(0, shownFirst)
  return (
    <div className={styles['audit']}>
      <ol className={styles['list']}>
        {shown.map((event) => (
          <li key={event.id}>
            {eventText(event, times)},{' '}
            <time dateTime={event.at} className={styles['time']}>
              {times.moment(event.at)}
            </time>
          </li>
        ))}
      </ol>
      {data.length > shown.length && (
        <Button variant="quiet" onClick={() => setWhole(true)}>
          Show more ({data.length - shown.length} left)
        </Button>
      )}
      {isWhole && data.length === auditEventsAtMost && <p>{auditTexts.auditIsCut}</p>}
    </div>
  )
}

/** The last action, in a line. */
export function LatestEvent() {
  const { data } = useAudit()
  const times = useTimes()
  const [latest] = data ?? []
  if (latest) return eventText(latest, times)
  return data === undefined ? '…' : 'Empty'
}
