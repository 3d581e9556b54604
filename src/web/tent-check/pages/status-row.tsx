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
  /** How many are left on one's own page; null: one is on none. */
  here: number | null
  connection: Connection
  /** Marks of this phone that have no answer yet. */
  waiting: number
  useSeason: () => SeasonSays
  /** What needs this monitor. */
  children: ReactNode
}

/** Always in view, one line: what is left, the call clock, and whether this phone is live. */
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
