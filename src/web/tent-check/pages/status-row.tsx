import type { ReactNode } from 'react'
import { classNames } from '../../ui/class-names.ts'
import type { Connection } from '../live/live-check.ts'
import type { Check } from '../live/picture.ts'
import type { SeasonSays } from '../starting/season-says.ts'
import { CallClock } from './call-clock.tsx'
import styles from './status-row.module.css'
import { connectionText } from './status-words.ts'

type StatusRowProps = {
  check: Check | null
  /** How many are left on one's own page; null: no page is open. */
  here: number | null
  connection: Connection
  /** How many marks of this phone have no answer yet. */
  waiting: number
  useSeason: () => SeasonSays
  /** What needs this monitor's attention. */
  children: ReactNode
}

/** A line that is always visible: tents left, the call clock, and the connection. */
export function StatusRow(props: StatusRowProps) {
  const { check, here, connection, waiting, useSeason, children } = props
  return (
    <div className={styles['row']}>
      {check && (
        <p className={styles['counts']}>
          {here !== null && (
            <span className={styles['here']}>
              <strong>{here}</strong> left here
            </span>
          )}
          <span>
            {check.tents.length} of {check.pages.reduce((sum, page) => sum + page.tentCount, 0)}{' '}
            left
          </span>
        </p>
      )}
      {check && check.calls.length > 0 && (
        <p className={classNames(styles['clock'], check.closesAt !== null && styles['closing'])}>
          <CallClock check={check} useSeason={useSeason} />
        </p>
      )}
      {children}
      <p role="status" className={classNames(styles['state'], styles[connection])}>
        {connectionText(connection, waiting)}
      </p>
    </div>
  )
}
