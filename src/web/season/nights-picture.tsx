import { Fragment } from 'react'
import type { Night } from '../../shared/season/contract.ts'
import { weekdayNames, weekFromMonday } from '../../shared/season/local-time.ts'
import { nightBars } from './night-bars.ts'
import styles from './timeline.module.css'
import { nightText } from './words.ts'

const share = (minutes: number) => `${(100 * minutes) / 1440}%`

/** The night hours of each day of the week, as bars from midnight to midnight. */
export function NightsPicture({ nights }: { nights: readonly Night[] }) {
  const bars = nightBars(nights)
  const spoken = nights.length === 0 ? 'There is no night.' : nights.map(nightText).join('; ')
  return (
    <div role="img" aria-label={`Nights: ${spoken}`} className={styles['nights']}>
      {weekFromMonday.map((day) => (
        <Fragment key={day}>
          <span>{weekdayNames[day]}</span>
          <svg width="100%" height="14" aria-hidden="true">
            <rect width="100%" height="14" rx="4" className={styles['day24']} />
            {bars[day]?.map(({ from, to }) => (
              <rect
                key={from}
                x={share(from)}
                width={share(to - from)}
                height="14"
                rx="4"
                className={styles['night']}
              />
            ))}
          </svg>
        </Fragment>
      ))}
      <span />
      <span className={styles['hours']}>
        <span>midnight</span>
        <span>6 AM</span>
        <span>noon</span>
        <span>6 PM</span>
        <span>midnight</span>
      </span>
    </div>
  )
}
