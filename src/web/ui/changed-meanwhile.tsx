import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import styles from './warning.module.css'

type ChangedMeanwhileProps = {
  /** Who saved what, and when. */
  children: ReactNode
  onTake: () => void
  onKeep: () => void
}

/** Shown if a colleague saved meanwhile what is being changed. */
export function ChangedMeanwhile({ children, onTake, onKeep }: ChangedMeanwhileProps) {
  return (
    <div role="alert" className={styles['warning']}>
      <p>{children}</p>
      <div className={styles['ways']}>
        <Button onClick={onTake}>Load theirs</Button>
        <Button variant="quiet" onClick={onKeep}>
          Go on with mine
        </Button>
      </div>
    </div>
  )
}
