import { useEffect, useState, useSyncExternalStore } from 'react'
import { Link, useLocation } from 'react-router'
import type { User } from '../../shared/accounts/contract.ts'
import { hasStored } from '../api/storage.ts'
import { paths } from '../paths.ts'
import { markKeyPrefix } from '../tent-check/mark-key.ts'
import type { MarkQueue } from '../tent-check/mark-queue.ts'
import styles from './top-bar.module.css'

/** Marks that wait are sent, and shown, on whatever screen their monitor is. */
export function WaitingMarksLink({ user }: { user: User }) {
  const { pathname } = useLocation()
  const [queue, setQueue] = useState<MarkQueue | null>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: marks may be left behind by a screen
  useEffect(() => {
    let isGone = false
    if (hasStored(markKeyPrefix(user.netID))) {
      void import('../tent-check/own-queue.ts').then(({ queueOf }) => {
        if (!isGone) setQueue(queueOf(user.netID))
      })
    }
    return () => {
      isGone = true
    }
  }, [user.netID, pathname])

  // The tent check says it itself, and better.
  if (queue === null || pathname === paths.tentCheck) return null
  return <WaitingCount queue={queue} />
}

function WaitingCount({ queue }: { queue: MarkQueue }) {
  const { marks } = useSyncExternalStore(queue.subscribe, queue.getState)
  if (marks.length === 0) return null
  return (
    <Link to={paths.tentCheck} className={styles['offline']}>
      {marks.length === 1 ? '1 mark waits' : `${marks.length} marks wait`}
    </Link>
  )
}
