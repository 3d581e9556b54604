import { classNames } from '../../ui/class-names.ts'
import type { Connection } from '../live/live-check.ts'
import type { Check } from '../live/picture.ts'
import type { QueuedMark } from '../marks/mark-queue.ts'
import { refusedMarksId } from '../marks/refused-marks.tsx'
import styles from './live-bar.module.css'

type LiveBarProps = {
  check: Check | null
  /** groupIndex; null: the Duke Card Checker. */
  page: number | null
  connection: Connection
  marks: readonly QueuedMark[]
}

/** Always in view: how many tents are left, and whether this phone is live. */
export function LiveBar({ check, page, connection, marks }: LiveBarProps) {
  const waiting = marks.filter(({ phase }) => phase === 'sending').length
  const refused = marks.filter(({ phase }) => phase === 'refused').length
  return (
    <div className={styles['bar']}>
      {check && (
        <p className={styles['counts']}>
          <span className={styles['all']}>
            <strong>{check.tents.length}</strong> of {tentCount(check)} left
          </span>
          {page !== null && check.pages.length > 1 && (
            <span className={styles['page']}>
              {check.tents.filter((tent) => tent.groupIndex === page).length} of{' '}
              {check.pages[page]?.tentCount ?? 0} on this page
            </span>
          )}
        </p>
      )}
      {refused > 0 && (
        <a href={`#${refusedMarksId}`} className={styles['needsYou']}>
          {refused} {refused === 1 ? 'needs' : 'need'} you
        </a>
      )}
      <p role="status" className={classNames(styles['state'], styles[connection])}>
        <svg viewBox="0 0 16 16" aria-hidden="true">
          {icons[connection]}
        </svg>
        {stateText(connection, waiting)}
      </p>
    </div>
  )
}

const icons = {
  live: <circle cx="8" cy="8" r="5" fill="currentColor" />,
  reconnecting: (
    <path d="M13 8a5 5 0 1 1-2-4m0-3v3H8" fill="none" stroke="currentColor" strokeWidth="2" />
  ),
  offline: <path d="m3 3 10 10M13 3 3 13" fill="none" stroke="currentColor" strokeWidth="2.5" />,
}

function stateText(connection: Connection, waiting: number): string {
  const marks = waiting === 1 ? '1 mark' : `${waiting} marks`
  if (connection === 'live') return waiting === 0 ? 'Live' : `Live, sending ${marks}`
  const state = connection === 'offline' ? 'Offline' : 'Reconnecting'
  return waiting === 0 ? state : `${state}, ${marks} waiting`
}

function tentCount(check: Check): number {
  return check.pages.reduce((sum, page) => sum + page.tentCount, 0)
}
