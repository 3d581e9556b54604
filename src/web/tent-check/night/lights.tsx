import { memo } from 'react'
import type { Outcome } from '../../../shared/tent-check/contract.ts'
import { lightsOf } from './light-paths.ts'
import styles from './lights.module.css'

type LightsProps = {
  /** `m` a Make, `x` a Miss, `.` unmarked: a string, so that equal values are not drawn again. */
  tents: string
}

const outcomes: Record<string, Outcome> = { m: 'make', x: 'miss' }

/** Below this number, tents are drawn, not dots. */
const widestPx = 20

/** The progress of a check: a tent is lit for each Make, and dark for a Miss. */
export const Lights = memo(function Lights({ tents }: LightsProps) {
  if (tents === '') return null
  const { make, miss, out } = lightsOf([...tents].map((tent) => outcomes[tent] ?? null))
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
