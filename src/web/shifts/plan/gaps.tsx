import type { ReactNode } from 'react'
import styles from './gaps.module.css'

type GapsProps<Range> = {
  label: string
  ranges: readonly Range[]
  text: (range: Range) => ReactNode
}

/** A list of times with too few people. */
export function Gaps<Range extends { from: string }>({ label, ranges, text }: GapsProps<Range>) {
  return (
    <ul className={styles['gaps']} aria-label={label}>
      {ranges.map((range) => (
        <li key={range.from}>{text(range)}</li>
      ))}
    </ul>
  )
}
