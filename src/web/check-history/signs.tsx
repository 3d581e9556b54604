import styles from './timeline.module.css'
import type { Sign } from './timeline-geometry.ts'

/** Each has its own shape, because colour alone is not enough. */
const forms: Record<Sign, string> = {
  make: 'M-5 0a5 5 0 1 0 10 0a5 5 0 1 0 -10 0',
  miss: 'M-4.5 -4.5L4.5 4.5M4.5 -4.5L-4.5 4.5',
  undone: 'M5 -5L-5 0L5 5',
  late: 'M-4.5 -4.5h9v9h-9z',
  call: 'M0 -14V14',
  names: 'M0 -6L6 5H-6z',
}

/** Makes above, Misses below, so that neither covers the other. */
const heights: Record<Sign, number> = { make: -7, miss: 7, undone: 0, late: 0, call: 0, names: 0 }

/** The sign of an event, drawn around the origin. */
export function SignForm({ sign }: { sign: Sign }) {
  return (
    <path d={forms[sign]} transform={`translate(0 ${heights[sign]})`} className={styles[sign]} />
  )
}
