import type { ReactNode } from 'react'
import { classNames } from '../ui/class-names.ts'
import { Scene } from '../ui/scene.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import type { Say } from '../ui/use-message.tsx'
import type { ClosedCheck } from './closing/summary.tsx'
import { Summary } from './lazy-parts.tsx'
import styles from './no-check.module.css'

type NoCheckProps = {
  /** false: the server has not said yet if a check is on. */
  isKnown: boolean
  isOffline: boolean
  isLineMonitor: boolean
  /** The check that was just closed. */
  closed: ClosedCheck | null
  /** Asks the server, because without a connection the event about the result is missed. */
  onTried: () => void
  say: Say
  /** For line monitors: how a check is started. */
  children: ReactNode
}

/** What stands in place of a check that runs. */
export function NoCheck(props: NoCheckProps) {
  const { isKnown, isOffline, isLineMonitor, closed, onTried, say, children } = props
  if (!isKnown) return <Unknown isOffline={isOffline} />
  if (!isLineMonitor) {
    return (
      <div className={classNames(styles['idle'], styles['none'])}>
        <Scene isLit={false} />
        <p>No check is in progress.</p>
      </div>
    )
  }
  if (closed === null) return children
  return (
    <Summary key={closed.checkId} closed={closed} onTried={onTried} say={say}>
      {children}
    </Summary>
  )
}

function Unknown({ isOffline }: { isOffline: boolean }) {
  return (
    <div className={styles['idle']} aria-busy="true">
      <Skeleton width="70%" height="1.5rem" />
      <Skeleton width="40%" height="3.5rem" />
      {/* Last, because it comes and goes: nothing below it moves. */}
      {isOffline && (
        <p className={styles['slow']}>Waiting for the server to say if a check is on.</p>
      )}
    </div>
  )
}
