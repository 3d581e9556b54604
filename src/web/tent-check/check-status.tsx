import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { texts } from '../../shared/messages.ts'
import { pathOfCheck, screens } from '../../shared/screens.ts'
import type { Presence, CheckStatus as Status } from '../../shared/tent-check/contract.ts'
import { call } from '../api/call.ts'
import { failureText } from '../api/failure-text.ts'
import { lazyPart } from '../api/lazy-part.tsx'
import { openLiveSocket } from '../api/live-socket.ts'
import { useAction } from '../api/use-action.ts'
import { Link } from '../routing/link.tsx'
import { Button, ScreenLink } from '../ui/button.tsx'
import links from '../ui/links.module.css'
import { Notice } from '../ui/notice.tsx'
import { Scene } from '../ui/scene.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { useMessage } from '../ui/use-message.tsx'
import styles from './check-status.module.css'
import { CloseQuestion, type Closing } from './closing/close-question.tsx'

/** Specification 9. */
const pollMs = 10_000
const gatherMs = 500
const queryKey = ['check-status']

/** Loaded once a check is on. */
const { Part: OngoingCheck } = lazyPart(
  async () => (await import('./ongoing-check.tsx')).OngoingCheck,
  () => <Skeleton height="12rem" />,
)

type CheckStatusProps = {
  mayRun: boolean
  /** Shown while no check is on. */
  children?: ReactNode
}

/** The check's state for the dashboard; polled, and reloaded after events. */
export function CheckStatus({ mayRun, children }: CheckStatusProps) {
  const queries = useQueryClient()
  const { data, isPending, isError, error } = useQuery({
    queryKey,
    queryFn: () => call('checkStatus'),
    refetchInterval: pollMs,
  })
  const [presence, setPresence] = useState<readonly Presence[]>([])
  const { message, say } = useMessage()
  const { run, busy } = useAction({
    act: async (how: Closing) => {
      if (how === 'endCheck') await call('endCheck', {})
      else await call('cancelCheck')
      return how === 'endCheck' ? texts.endedCheck : texts.checkCanceled
    },
    say,
    failed: texts.actionFailed,
    unanswered: texts.actionFailed,
    onSettled: () => queries.invalidateQueries({ queryKey }),
  })

  useEffect(() => {
    const { socket, close } = openLiveSocket()
    let timer: ReturnType<typeof setTimeout> | undefined
    socket.on('presenceUpdated', setPresence)
    socket.onAny((name) => {
      if (name === 'presenceUpdated') return
      clearTimeout(timer)
      timer = setTimeout(() => void queries.invalidateQueries({ queryKey }), gatherMs)
    })
    return () => {
      clearTimeout(timer)
      close()
    }
  }, [queries])

  return (
    <>
      {message}
      {isError && (
        <Notice tone="danger" hideAfterMs={null}>
          {failureText(error, texts.statusFailed, texts.statusUnanswered)}
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
        <OngoingCheck status={data} presence={presence} mayRead={mayRun} />
      )}
      {(data?.isCheckInProgress || data?.isUnreadable) && mayRun && (
        <Close
          // A question about one check is no question about the next.
          key={data.checkId}
          checkId={data.checkId}
          busy={busy}
          mayEnd={!data.isUnreadable}
          left={data.activeTents}
          onClose={run}
        />
      )}
    </>
  )
}

type CloseProps = {
  checkId: string | null
  busy: boolean
  /** A check that cannot be read can only be cancelled. */
  mayEnd: boolean
  /** The tents without a mark. */
  left: Status['activeTents']
  onClose: (how: Closing) => void
}

function Close({ checkId, busy, mayEnd, left, onClose }: CloseProps) {
  const [asking, setAsking] = useState<Closing | null>(null)
  return (
    <div className={styles['close']}>
      <ScreenLink to={screens.tentCheck.path}>Go to Tent Check</ScreenLink>
      {checkId !== null && (
        <p className={links['links']}>
          <Link to={pathOfCheck(checkId)}>Its record so far</Link>
        </p>
      )}
      {mayEnd && (
        <Button variant="quiet" busy={busy} onClick={() => setAsking('endCheck')}>
          End Check
        </Button>
      )}
      <Button
        variant="quiet"
        className={styles['cancel']}
        busy={busy}
        onClick={() => setAsking('cancelCheck')}
      >
        Cancel Check
      </Button>
      {asking && (
        <CloseQuestion
          how={asking}
          left={left}
          onYes={() => {
            setAsking(null)
            onClose(asking)
          }}
          onNo={() => setAsking(null)}
        />
      )}
    </div>
  )
}
