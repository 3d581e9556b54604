import { useLayoutEffect, useRef } from 'react'
import type { TentShifts } from '../../../shared/shifts/tent-shifts.ts'
import { classNames } from '../../ui/class-names.ts'
import type { Span } from '../words/spans.ts'
import { dayText } from '../words/time-words.ts'
import styles from './plan.module.css'
import {
  type Bar,
  barsIn,
  daysOf,
  linesOf,
  type OnShift,
  type PlanDay,
  rowsOf,
  shareOfDay,
} from './rows.ts'

type PlanTableProps = {
  picture: Pick<TentShifts, 'people' | 'slots' | 'now'>
  shifts: readonly OnShift[]
  /** Times with too few people on shift. */
  short: readonly Span[]
  label: string
}

const beforeNowPx = 24

const percent = (share: number) => `${100 * share}%`

/** People down, time across, by the season's clock; with the same as a list below. */
export function PlanTable({ picture, shifts, short, label }: PlanTableProps) {
  const days = daysOf(picture.slots)
  const rows = rowsOf(picture, shifts)
  const gaps = days.map((day) => barsIn(day, short))
  const nows = days.map((day) => shareOfDay(day, picture.now))
  const isToday = nows.some((share) => share !== null)
  const scrolled = useRef<HTMLElement>(null)
  // What is over is not what one looks for.
  useLayoutEffect(() => {
    if (isToday && scrolled.current) showNow(scrolled.current)
  }, [isToday])
  return (
    <div className={styles['whole']}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
      <section ref={scrolled} className={styles['scroll']} aria-label={label} tabIndex={0}>
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
                  <Cell
                    key={day.date}
                    day={day}
                    now={nows[index] ?? null}
                    bars={gaps[index] ?? []}
                    none="enough"
                  />
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
                  <Cell
                    key={day.date}
                    day={day}
                    now={nows[index] ?? null}
                    bars={row.days[index] ?? []}
                    none="no shift"
                  />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <p className={styles['legend']}>
        <span className={styles['nightKey']} /> night <span className={styles['shiftKey']} /> a
        shift
        {isToday && (
          <>
            {' '}
            <span className={styles['nowKey']} /> now
          </>
        )}
      </p>
      <details className={styles['list']}>
        <summary>The same as a list</summary>
        {days.map((day, index) => (
          <div key={day.date}>
            <h3>{dayText(day.date)}</h3>
            <ul>
              {linesOf(rows, index).map(({ from, to, isLocked, text, names, isMine }) => (
                <li
                  key={`${from} ${to} ${isLocked}`}
                  className={classNames(isMine && styles['own'])}
                >
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

/** Scrolls to a little before now. */
function showNow(scrolled: HTMLElement): void {
  const line = scrolled.querySelector('[data-now]')
  const name = scrolled.querySelector('th')
  if (line === null || name === null) return
  const visible = name.getBoundingClientRect().right
  scrolled.scrollLeft += line.getBoundingClientRect().left - visible - beforeNowPx
}

type CellProps = { day: PlanDay; now: number | null; bars: readonly Bar[]; none: string }

function Cell({ day, now, bars, none }: CellProps) {
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
        {bars.map(({ from, to, isLocked }, index) => (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: two open shifts may begin at the same time
            key={index}
            x={percent(from)}
            y="18%"
            width={percent(to - from)}
            height="64%"
            rx="3"
            className={classNames(styles['bar'], isLocked && styles['locked'])}
          />
        ))}
        {now !== null && (
          <line data-now x1={percent(now)} x2={percent(now)} y2="100%" className={styles['now']} />
        )}
      </svg>
      <span className="visually-hidden">{bars.map(({ text }) => text).join('; ') || none}</span>
    </td>
  )
}
