import { years } from './articles.ts'
import styles from './timeline.module.css'

const step = 44
const top = 24

/** The years of the tradition on a line of tents, vertical so that a phone can show it. */
export function Timeline() {
  const height = top * 2 + (years.length - 1) * step
  return (
    <svg
      viewBox={`0 0 300 ${height}`}
      role="img"
      aria-labelledby="timeline-title timeline-text"
      className={styles['timeline']}
    >
      <title id="timeline-title">Timeline</title>
      <desc id="timeline-text">{years.map(({ year, what }) => `${year}: ${what}`).join('. ')}</desc>
      <line x1="20" x2="20" y1={top} y2={height - top} className={styles['line']} />
      {years.map(({ year, what }, index) => {
        const y = top + index * step
        return (
          <g key={year}>
            <path d={`M20 ${y - 12} 32 ${y + 8}H8Z`} className={styles['tent']} />
            <text x="48" y={y} dy="0.35em" className={styles['year']}>
              {year}
            </text>
            <text x="112" y={y} dy="0.35em" className={styles['what']}>
              {what}
            </text>
          </g>
        )
      })}
    </svg>
  )
}
