import { useEffect, useState, useSyncExternalStore } from 'react'
import { Link, useLocation } from 'react-router'
import type { User } from '../../shared/accounts/contract.ts'
import { screens } from '../../shared/screens.ts'
import { hasStored, markKeyPrefix } from '../api/storage.ts'
import type { MarkQueue, QueuedMark } from '../tent-check/marks/mark-queue.ts'
import styles from './top-bar.module.css'

/** How long another tab has to send its own marks. */
const otherTabMs = 5000

type WaitingMarksLinkProps = { user: User; onChoose: () => void }

/** Sends and shows waiting marks on every screen. */
export function WaitingMarksLink({ user, onChoose }: WaitingMarksLinkProps) {
  // The tent check shows them itself; marks may be left over when it is closed.
  const isElsewhere = useLocation().pathname !== screens.tentCheck.path
  const [queue, setQueue] = useState<MarkQueue | null>(null)

  useEffect(() => {
    if (!isElsewhere) return
    let isGone = false
    const look = async () => {
      if (!hasStored(markKeyPrefix(user.netID))) return
      const { queuesOf } = await import('../tent-check/marks/own-queue.ts')
      if (isGone) return
      const { queue } = queuesOf(user.netID)
      queue.flush()
      setQueue(queue)
    }
    let timer: ReturnType<typeof setTimeout> | undefined
    const lookLater = () => {
      timer ??= setTimeout(() => {
        timer = undefined
        void look()
      }, otherTabMs)
    }
    void look()
    // Another tab may be closed before it sends its stored marks.
    window.addEventListener('storage', lookLater)
    return () => {
      isGone = true
      clearTimeout(timer)
      window.removeEventListener('storage', lookLater)
    }
  }, [user.netID, isElsewhere])

  if (queue === null || !isElsewhere) return null
  return <WaitingCount queue={queue} onChoose={onChoose} />
}

function WaitingCount({ queue, onChoose }: { queue: MarkQueue; onChoose: () => void }) {
  const { marks } = useSyncExternalStore(queue.subscribe, queue.getState)
  if (marks.length === 0) return null
  return (
    <Link to={screens.tentCheck.path} className={styles['marks']} onClick={onChoose}>
      {countText(marks)}
    </Link>
  )
}

/** Refused marks are not waiting for the network, but for their monitor. */
function countText(marks: readonly QueuedMark[]): string {
  const refused = marks.filter(({ phase }) => phase === 'refused').length
  const waiting = marks.length - refused
  const parts = [
    ...(refused > 0 ? [refused === 1 ? '1 mark needs you' : `${refused} marks need you`] : []),
    ...(waiting > 0 ? [waiting === 1 ? '1 mark waits' : `${waiting} marks wait`] : []),
  ]
  return parts.join(', ')
}
