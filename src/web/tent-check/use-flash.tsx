import { useState } from 'react'
import type { Outcome } from '../../shared/tent-check/contract.ts'
import { classNames } from '../ui/class-names.ts'
import { vibrate } from '../ui/vibrate.ts'
import styles from './flash.module.css'

/** Shows that a tent was marked: `flash` covers what it is drawn in, and the phone vibrates. */
export function useFlash() {
  const [last, setLast] = useState<{ outcome: Outcome; count: number } | null>(null)
  const showMark = (outcome: Outcome) => {
    vibrate(outcome === 'make' ? 60 : [60, 80, 60])
    setLast((before) => ({ outcome, count: (before?.count ?? 0) + 1 }))
  }
  const flash = last && (
    <span
      key={last.count}
      aria-hidden="true"
      className={classNames(styles['flash'], styles[last.outcome])}
    />
  )
  return { flash, showMark }
}
