import { memo } from 'react'
import { lightOf, pathOf } from './light.ts'
import styles from './lights.module.css'

type LightsProps = {
  /** A `lightOf` each: a string, so that equal values are not drawn again. */
  tents: string
}

/** How wide a tent gets at most, in px. */
const widestPx = 20

/** The progress of a check: a tent is lit for each Make, and dark for a Miss. */
export const Lights = memo(function Lights({ tents }: LightsProps) {
  if (tents === '') return null
  return (
    <svg
      className={styles['lights']}
      style={{ maxWidth: `${tents.length * widestPx}px` }}
      viewBox={`0 0 ${tents.length} 1`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path d={pathOf(tents, lightOf.none)} className={styles['out']} />
      <path d={pathOf(tents, lightOf.miss)} className={styles['miss']} />
      <path d={pathOf(tents, lightOf.make)} className={styles['make']} />
    </svg>
  )
})
