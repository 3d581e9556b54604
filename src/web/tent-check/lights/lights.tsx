import { memo } from 'react'
import { outcomeOf } from './light.ts'
import { lightsOf } from './light-paths.ts'
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
  const { make, miss, out } = lightsOf([...tents].map(outcomeOf))
  return (
    <svg
      className={styles['lights']}
      style={{ maxWidth: `${tents.length * widestPx}px` }}
      viewBox={`0 0 ${tents.length} 1`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path d={out} className={styles['out']} />
      <path d={miss} className={styles['miss']} />
      <path d={make} className={styles['make']} />
    </svg>
  )
})
