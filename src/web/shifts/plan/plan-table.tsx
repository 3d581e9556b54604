import type { TentShifts } from '../../../shared/shifts/picture.ts'
import { classNames } from '../../ui/class-names.ts'
import type { Span } from '../picture/spans.ts'
import { dayText } from '../picture/time-words.ts'
import styles from './plan.module.css'
import { type Bar, barsIn, daysOf, linesOf, type OnShift, type PlanDay, rowsOf } from './rows.ts'

type PlanTableProps = {
  picture: Pick<TentShifts, 'people' | 'slots'>
  shifts: readonly OnShift[]
  /** Times with too few people on shift. */
  short: readonly Span[]
  label: string
}

const percent = (share: number) => `${100 * share}%`

/** People down, time across, by the season's clock; with the same as a list below. */
export function PlanTable({ picture, shifts, short, label }: PlanTableProps) {
  const days = daysOf(picture.slots)
  const rows = rowsOf(picture, shifts)
  const gaps = days.map((day) => barsIn(day, short))
  return (
    <div className={styles['whole']}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
      <section className={styles['scroll']} aria-label={label} tabIndex={0}>
        <table className={styles['table']}>
          <thead>
            <tr>
              <th scope="col">
                <span className="visually-hidden">Member</span>
              </th>
              {days.map(({ date }) => (
                <th key={date} scope="col">
                  {dayText(date)}
                  <span className={styles['hours']} aria-hidden="true">
                    <span>6 AM</span>
                    <span>noon</span>
                    <span>6 PM</span>
                  </span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {gaps.some((bars) => bars.length > 0) && (
              <tr className={styles['short']}>
                <th scope="row">Too few</th>
                {days.map((day, index) => (
                  <Cell key={day.date} day={day} bars={gaps[index] ?? []} none="enough" />
                ))}
              </tr>
            )}
            {rows.map((row) => (
              <tr key={row.id} className={classNames(row.isMe && styles['mine'])}>
                <th scope="row">
                  {row.name}
                  {row.isMe && <span className="visually-hidden"> (you)</span>}
                </th>
                {days.map((day, index) => (
                  <Cell key={day.date} day={day} bars={row.days[index] ?? []} none="no shift" />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <details className={styles['list']}>
        <summary>The same as a list</summary>
        {days.map((day, index) => (
          <div key={day.date}>
            <h3>{dayText(day.date)}</h3>
            <ul>
              {linesOf(rows, index).map(({ text, names, isMine }) => (
                <li key={text} className={classNames(isMine && styles['own'])}>
                  <span>{text}</span> {names.join(', ')}
                </li>
              ))}
            </ul>
          </div>
        ))}
      </details>
    </div>
  )
}

function Cell({ day, bars, none }: { day: PlanDay; bars: readonly Bar[]; none: string }) {
  return (
    <td>
      <svg width="100%" height="100%" aria-hidden="true">
        {day.nights.map(({ from, to }) => (
          <rect
            key={from}
            x={percent(from)}
            width={percent(to - from)}
            height="100%"
            className={styles['night']}
          />
        ))}
        {[0.25, 0.5, 0.75].map((share) => (
          <line
            key={share}
            x1={percent(share)}
            x2={percent(share)}
            y2="100%"
            className={styles['tick']}
          />
        ))}
        {bars.map(({ from, to, isLocked }) => (
          <rect
            key={from}
            x={percent(from)}
            y="18%"
            width={percent(to - from)}
            height="64%"
            rx="3"
            className={classNames(styles['bar'], isLocked && styles['locked'])}
          />
        ))}
      </svg>
      <span className="visually-hidden">{bars.map(({ text }) => text).join('; ') || none}</span>
    </td>
  )
}
