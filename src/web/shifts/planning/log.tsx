import type { TentShifts } from '../../../shared/shifts/tent-shifts.ts'
import { momentIn } from '../words/spans.ts'
import styles from './planning.module.css'
import { planningTexts } from './texts.ts'
import { logText } from './words.ts'

/** The actions of planners and super users, and members' swaps, newest first: for all of a tent. */
export function Log({ picture }: { picture: TentShifts }) {
  const { log, timeZone } = picture
  return (
    <details className={styles['more']}>
      <summary>Who did what</summary>
      {log.length === 0 && <p>{planningTexts.logEmpty}</p>}
      <ul className={styles['plain']}>
        {log.map((entry) => (
          <li key={`${entry.at}${entry.what}${entry.who}`}>
            <span className="muted">{momentIn(timeZone, entry.at)}</span> {logText(entry, timeZone)}
          </li>
        ))}
      </ul>
    </details>
  )
}
