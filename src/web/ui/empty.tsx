import type { ReactNode } from 'react'
import styles from './empty.module.css'
import { Scene } from './scene.tsx'

/** A place where nothing is yet: tents in the dark, and in words what is missing. */
export function Empty({ children }: { children: ReactNode }) {
  return (
    <div className={styles['empty']}>
      <Scene isLit={false} />
      <p>{children}</p>
    </div>
  )
}
