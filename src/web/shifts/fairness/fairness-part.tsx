import type { TentShifts } from '../../../shared/shifts/tent-shifts.ts'
import { classNames } from '../../ui/class-names.ts'
import { hoursText } from '../words/time-words.ts'
import { fairnessRows, spreadText } from './bars.ts'
import styles from './fairness.module.css'
import { fairnessTexts } from './texts.ts'

const kinds = ['night', 'day'] as const
const percent = (share: number) => `${100 * share}%`

/** Everyone's hours by night and by day, planned and done: a chart with numbers. */
export function FairnessPart({ picture }: { picture: TentShifts }) {
  const { rows, most } = fairnessRows(picture)
  if (rows.every(({ night, day }) => night.planned + day.planned === 0)) {
    return (
      <div className={styles['part']}>
        <h2>Fairness</h2>
        <p>{fairnessTexts.nothing}</p>
      </div>
    )
  }
  return (
    <div className={styles['part']}>
      <h2>Fairness</h2>
      <p>{spreadText(picture.fairness)}</p>
      <table className={styles['table']}>
        <caption>{fairnessTexts.legend}</caption>
        <thead>
          <tr>
            <th scope="col">Member</th>
            <th scope="col">Night</th>
            <th scope="col">Day</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id} className={classNames(row.isMe && styles['mine'])}>
              <th scope="row">{row.isMe ? `${row.name} (you)` : row.name}</th>
              {kinds.map((kind) => (
                <td key={kind}>
                  <svg width="100%" height="14" aria-hidden="true">
                    <rect
                      y="0.5"
                      width={percent(row[kind].planned / most)}
                      height="13"
                      rx="3"
                      className={styles[`${kind}Planned`]}
                    />
                    <rect
                      y="0.5"
                      width={percent(row[kind].done / most)}
                      height="13"
                      rx="3"
                      className={styles[kind]}
                    />
                  </svg>
                  <span>
                    <strong>{hoursText(row[kind].planned)} h</strong>, {hoursText(row[kind].done)}{' '}
                    done
                  </span>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
