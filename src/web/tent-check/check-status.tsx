import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { dashboardMessages } from '../../shared/dashboard-messages.ts'
import { texts } from '../../shared/messages.ts'
import { pathOfCheck, screens } from '../../shared/screens.ts'
import type { Presence, CheckStatus as Status } from '../../shared/tent-check/contract.ts'
import { call } from '../api/call.ts'
import { failureAndReason } from '../api/failure-text.ts'
import { lazyPart } from '../api/lazy-part.tsx'
import { openLiveSocket } from '../api/live-socket.ts'
import { tentsKey } from '../api/query-keys.ts'
import { Link } from '../routing/link.tsx'
import { ScreenLink } from '../ui/button.tsx'
import links from '../ui/links.module.css'
import { Notice } from '../ui/notice.tsx'
import { Scene } from '../ui/scene.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { useMessage } from '../ui/use-message.tsx'
import styles from './check-status.module.css'

/** Specification 9. */
const pollMs = 10_000
const gatherMs = 500
const queryKey = ['check-status']

const doneTexts = { endCheck: dashboardMessages.endedCheck, cancelCheck: texts.checkCanceled }

// Loaded once a check is on.
const OngoingCheck = lazyPart(
  async () => (await import('./ongoing-check.tsx')).OngoingCheck,
  () => <Skeleton height="12rem" />,
)

const CloseElsewhere = lazyPart(
  async () => (await import('./closing/close-elsewhere.tsx')).CloseElsewhere,
  () => <Skeleton height="3rem" />,
)

type CheckStatusProps = {
  /** The netID of the line monitor who looks; null: who may not run a check. */
  monitor: string | null
  /** Shown while no check is on. */
  children?: ReactNode
}

/** The check's state for the dashboard; polled, and reloaded after events. */
export function CheckStatus({ monitor, children }: CheckStatusProps) {
  const queries = useQueryClient()
  const { data, isPending, isError, error } = useQuery({
    queryKey,
    queryFn: () => call('checkStatus'),
    refetchInterval: pollMs,
  })
  const [presence, setPresence] = useState<readonly Presence[]>([])
  const { message, say } = useMessage()

  useEffect(() => {
    const socket = openLiveSocket()
    let timer: ReturnType<typeof setTimeout> | undefined
    socket.on('presenceUpdated', setPresence)
    socket.onAny((name) => {
      if (name === 'presenceUpdated') return
      // Their Misses, and who marked them.
      if (name === 'checkEnded' || name === 'checkCanceled') {
        void queries.invalidateQueries({ queryKey: tentsKey })
      }
      clearTimeout(timer)
      timer = setTimeout(() => void queries.invalidateQueries({ queryKey }), gatherMs)
    })
    return () => {
      clearTimeout(timer)
      socket.disconnect()
    }
  }, [queries])

  /** Is another check on by now? A late message would be understood as about that one. */
  const isAnotherOn = (checkId: string | null) => {
    const known = queries.getQueryData<Status>(queryKey)
    return known?.isCheckInProgress === true && known.checkId !== checkId
  }

  return (
    <>
      {message}
      {isError && (
        <Notice tone="danger">
          {failureAndReason(
            error,
            dashboardMessages.statusFailed,
            dashboardMessages.statusUnanswered,
          )}
        </Notice>
      )}
      {isPending && (
        <div className={styles['waiting']}>
          <Skeleton height="100%" />
        </div>
      )}
      {data?.isUnreadable && <p role="alert">{texts.checkUnreadable}</p>}
      {data && !data.isCheckInProgress && !data.isUnreadable && (
        <>
          <div className={styles['none']}>
            <Scene isLit={false} />
            <p>No check is in progress.</p>
          </div>
          {children}
        </>
      )}
      {data?.isCheckInProgress && (
        <OngoingCheck status={data} presence={presence} mayRead={monitor !== null} />
      )}
      {(data?.isCheckInProgress || data?.isUnreadable) && monitor !== null && (
        <CloseElsewhere
          // Another check closes an open question, which is about the one before.
          key={data.checkId}
          netID={monitor}
          checkId={data.checkId}
          number={data.number}
          mayEnd={!data.isUnreadable}
          left={data.activeTents}
          say={say}
          done={(how) => (isAnotherOn(data.checkId) ? undefined : doneTexts[how])}
          failed={texts.actionFailed}
          unanswered={texts.actionFailed}
          tell={failureAndReason}
          onTried={() => queries.invalidateQueries({ queryKey })}
        >
          <ScreenLink to={screens.tentCheck.path}>Go to Tent Check</ScreenLink>
          {data.checkId !== null && (
            <p className={links['links']}>
              <Link to={pathOfCheck(data.checkId)}>Its record so far</Link>
            </p>
          )}
        </CloseElsewhere>
      )}
    </>
  )
}
