import { useEffect, useState, useSyncExternalStore } from 'react'
import type { User } from '../../shared/accounts/contract.ts'
import { screens } from '../../shared/screens.ts'
import { hasUnsent, otherTabMs } from '../api/storage.ts'
import { Link } from '../routing/link.tsx'
import { useLocation } from '../routing/location.tsx'
import type { QueuedMark } from '../tent-check/marks/mark-queue.ts'
import type { Own } from '../tent-check/marks/own-queue.ts'
import styles from './top-bar.module.css'

type WaitingMarksLinkProps = { user: User; onChoose: () => void }

/** Sends and shows waiting marks and undos on every screen. */
export function WaitingMarksLink({ user, onChoose }: WaitingMarksLinkProps) {
  // The tent check shows them itself; marks may be left over when it is closed.
  const isElsewhere = useLocation().pathname !== screens.tentCheck.path
  const [own, setOwn] = useState<Own | null>(null)

  useEffect(() => {
    if (!isElsewhere) return
    let isGone = false
    const look = async () => {
      if (!hasUnsent(user.netID)) return
      const { queuesOf } = await import('../tent-check/marks/own-queue.ts')
      if (isGone) return
      const queues = queuesOf(user.netID)
      queues.queue.flush()
      queues.undos.flush()
      setOwn(queues)
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

  if (own === null || !isElsewhere) return null
  return <WaitingCount own={own} onChoose={onChoose} />
}

function WaitingCount({ own, onChoose }: { own: Own; onChoose: () => void }) {
  const { marks } = useSyncExternalStore(own.queue.subscribe, own.queue.getState)
  const undos = useSyncExternalStore(own.undos.subscribe, own.undos.getState)
  if (marks.length === 0 && undos.length === 0) return null
  return (
    <Link to={screens.tentCheck.path} className={styles['marks']} onClick={onChoose}>
      {countText(marks, undos.length)}
    </Link>
  )
}

/** Refused marks are not waiting for the network, but for their monitor. */
function countText(marks: readonly QueuedMark[], undos: number): string {
  const refused = marks.filter(({ phase }) => phase === 'refused').length
  const waiting = marks.length - refused
  const parts = [
    ...(refused > 0 ? [refused === 1 ? '1 mark needs you' : `${refused} marks need you`] : []),
    ...(waiting > 0 ? [waiting === 1 ? '1 mark waits' : `${waiting} marks wait`] : []),
    ...(undos > 0 ? [undos === 1 ? '1 undo waits' : `${undos} undos wait`] : []),
  ]
  return parts.join(', ')
}
