import type { WholeCheck } from '../../shared/check-history/contract.ts'
import { useTimes } from '../ui/times.ts'
import { SignForm } from './signs.tsx'
import styles from './timeline.module.css'
import { pictureOf, type Sign } from './timeline-geometry.ts'

const laneHeight = 56
const nameY = 14
const lineY = 36
const axisHeight = 24

const legend: readonly [Sign, string][] = [
  ['make', 'Make'],
  ['miss', 'Miss'],
  ['undone', 'Taken back'],
  ['call', 'Call'],
  ['names', 'Names excluded or counted again'],
  ['late', 'After the end'],
]

/**
 * A check as a chart: time across, a lane for each monitor. Hidden from screen readers, because the
 * list of events says the same in words.
 */
export function CheckTimeline({ check }: { check: WholeCheck }) {
  const { lanes, ticks } = pictureOf(check)
  const { clock } = useTimes()
  const height = lanes.length * laneHeight
  const shown = new Set(lanes.flatMap(({ places }) => places.map(({ sign }) => sign)))
  return (
    <div className={styles['picture']}>
      <svg
        aria-hidden="true"
        width="100%"
        height={height + axisHeight}
        className={styles['drawing']}
      >
        {ticks.map(({ at, x }) => (
          <svg aria-hidden="true" key={at} x={`${x}%`} className={styles['drawing']}>
            <line y2={height} className={styles['tick']} />
            <text y={height + 16} className={styles['time']} textAnchor={x > 80 ? 'end' : 'start'}>
              {clock(at)}
            </text>
          </svg>
        ))}
        {lanes.map(({ key, name, places, late }, index) => (
          <svg aria-hidden="true" key={key} y={index * laneHeight} className={styles['drawing']}>
            <text y={nameY} className={styles['name']}>
              {name}
            </text>
            {late > 1 && (
              <text x="100%" y={nameY} className={styles['time']} textAnchor="end">
                {late} late
              </text>
            )}
            <line x2="100%" y1={lineY} y2={lineY} className={styles['lane']} />
            {places.map(({ number, x, sign }) => (
              <svg
                aria-hidden="true"
                key={number}
                x={`${x}%`}
                y={lineY}
                className={styles['drawing']}
              >
                <SignForm sign={sign} />
              </svg>
            ))}
          </svg>
        ))}
      </svg>
      <ul aria-hidden="true" className={styles['legend']}>
        {legend
          .filter(([sign]) => shown.has(sign))
          .map(([sign, text]) => (
            <li key={sign}>
              <svg aria-hidden="true" width="20" height="30" viewBox="-10 -15 20 30">
                <SignForm sign={sign} />
              </svg>
              {text}
            </li>
          ))}
      </ul>
    </div>
  )
}
