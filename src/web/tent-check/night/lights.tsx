import { memo } from 'react'
import type { Outcome } from '../../../shared/tent-check/contract.ts'
import { lightsOf } from './light-paths.ts'
import styles from './lights.module.css'

type LightsProps = {
  /** `m` a Make, `x` a Miss, `.` still to be marked: as a text, so that it is equal where nothing changed. */
  tents: string
}

const outcomes: Record<string, Outcome> = { m: 'make', x: 'miss' }

/** Few tents stay tents. */
const widestPx = 20

/** How far a check is: a tent lights up for each Make, and stays dark for a Miss. */
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
