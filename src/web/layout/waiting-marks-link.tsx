import { useEffect, useState, useSyncExternalStore } from 'react'
import { can } from '../../shared/access.ts'
import type { User } from '../../shared/accounts/contract.ts'
import { counted } from '../../shared/counted.ts'
import { screens } from '../../shared/screens.ts'
import { hasUnsent, hasUnsentExclusions, otherTabMs } from '../api/storage.ts'
import { Link } from '../routing/link.tsx'
import { useLocation } from '../routing/location.tsx'
import type { LiveCheck } from '../tent-check/live/live-check.ts'
import type { QueuedMark } from '../tent-check/marks/mark-queue.ts'
import type { Own } from '../tent-check/marks/own-queue.ts'
import styles from './top-bar.module.css'

type WaitingMarksLinkProps = { user: User; onChoose: () => void }

/** Sends and shows waiting marks, undos and exclusions on every screen. */
export function WaitingMarksLink({ user, onChoose }: WaitingMarksLinkProps) {
  // The tent check shows them itself; marks may be left over when it is closed.
  const isElsewhere = useLocation().pathname !== screens.tentCheck.path
  const [own, setOwn] = useState<Own | null>(null)
  const [excluding, setExcluding] = useState<LiveCheck | null>(null)
  const mayExclude = can(user, 'lineMonitor')

  useEffect(() => {
    if (!isElsewhere) return
    let isGone = false
    let live: LiveCheck | null = null
    const forget = () => {
      live = null
      setExcluding(null)
    }
    const look = async () => {
      live?.changedElsewhere()
      if (isGone || !hasUnsent(user.netID)) return
      const { queuesOf } = await import('../tent-check/marks/own-queue.ts')
      if (isGone) return
      const queues = queuesOf(user.netID)
      queues.queue.flush()
      queues.undos.flush()
      setOwn(queues)
      if (!mayExclude || !hasUnsentExclusions(user.netID)) return
      const { sendExclusions } = await import('../tent-check/live/send-exclusions.ts')
      if (isGone || live !== null) return
      live = sendExclusions(user.netID, forget)
      setExcluding(live)
    }
    // Where marks wait, the network may be too bad to load what sends them.
    const tryLook = () =>
      look().catch((error) => {
        console.warn(error)
        lookLater()
      })
    let timer: ReturnType<typeof setTimeout> | undefined
    const lookLater = () => {
      timer ??= setTimeout(() => {
        timer = undefined
        void tryLook()
      }, otherTabMs)
    }
    void tryLook()
    // Another tab may be closed before it sends its stored marks.
    addEventListener('storage', lookLater)
    return () => {
      isGone = true
      live?.close()
      forget()
      clearTimeout(timer)
      removeEventListener('storage', lookLater)
    }
  }, [user.netID, isElsewhere, mayExclude])

  if (own === null || !isElsewhere) return null
  return <WaitingCount own={own} excluding={excluding} onChoose={onChoose} />
}

type WaitingCountProps = { own: Own; excluding: LiveCheck | null; onChoose: () => void }

const never = () => () => {}

function WaitingCount({ own, excluding, onChoose }: WaitingCountProps) {
  const { marks } = useSyncExternalStore(own.queue.subscribe, own.queue.getState)
  const undos = useSyncExternalStore(own.undos.subscribe, own.undos.getState)
  const exclusions = useSyncExternalStore(
    excluding?.subscribe ?? never,
    () => excluding?.getState().unsentNames ?? 0,
  )
  const text = countText(marks, undos.length, exclusions)
  if (text === '') return null
  return (
    <Link to={screens.tentCheck.path} className={styles['marks']} onClick={onChoose}>
      {text}
    </Link>
  )
}

/** Refused marks are not waiting for the network, but for their monitor. */
function countText(marks: readonly QueuedMark[], undos: number, exclusions: number): string {
  const refused = marks.filter(({ phase }) => phase === 'refused').length
  const says = (count: number, what: string, does: string, whom = '') =>
    count > 0 && `${counted(count, what)} ${does}${count === 1 ? 's' : ''}${whom}`
  return [
    says(refused, 'mark', 'need', ' you'),
    says(marks.length - refused, 'mark', 'wait'),
    says(undos, 'undo', 'wait'),
    says(exclusions, 'exclusion', 'wait'),
  ]
    .filter(Boolean)
    .join(', ')
}
