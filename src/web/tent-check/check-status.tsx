import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { refusals, texts } from '../../shared/messages.ts'
import type { CheckStatus as Status } from '../../shared/tent-check/contract.ts'
import { call } from '../api/call.ts'
import { failureText } from '../api/failure-text.ts'
import { openLiveSocket } from '../api/live-socket.ts'
import { Button } from '../ui/button.tsx'
import { Confirm } from '../ui/confirm.tsx'
import { Notice } from '../ui/notice.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { useMessage } from '../ui/use-message.ts'
import styles from './check-status.module.css'

/** Specification 9. */
const pollMs = 10_000
const gatherMs = 500

/** How the check stands, for the dashboard: polled, and asked for again when something happens. */
export function CheckStatus({ mayRun }: { mayRun: boolean }) {
  const queries = useQueryClient()
  const queryKey = ['check-status']
  const { data, isPending, isError, error } = useQuery({
    queryKey,
    queryFn: () => call('checkStatus'),
    refetchInterval: pollMs,
  })
  const { message, say, clear } = useMessage()
  const [closing, setClosing] = useState<Way | null>(null)

  useEffect(() => {
    const { socket, close } = openLiveSocket()
    let timer: ReturnType<typeof setTimeout> | undefined
    socket.onAny(() => {
      clearTimeout(timer)
      timer = setTimeout(
        () => void queries.invalidateQueries({ queryKey: ['check-status'] }),
        gatherMs,
      )
    })
    return () => {
      clearTimeout(timer)
      close()
    }
  }, [queries])

  const close = async (name: Way) => {
    setClosing(name)
    try {
      if (name === 'endCheck') await call('endCheck', {})
      else await call('cancelCheck')
      say('ok', name === 'endCheck' ? texts.endedCheck : texts.checkCanceled)
    } catch (failure) {
      say('danger', failureText(failure, texts.actionFailed, texts.actionFailed))
    }
    await queries.invalidateQueries({ queryKey })
    setClosing(null)
  }

  return (
    <>
      {message && (
        <Notice key={message.id} tone={message.tone} onHide={clear}>
          {message.text}
        </Notice>
      )}
      {isError && (
        <Notice tone="danger" hideAfterMs={null}>
          {failureText(error, texts.statusFailed, texts.statusUnanswered)}
        </Notice>
      )}
      {isPending && <Skeleton width="60%" height="1.5rem" />}
      {data?.isUnreadable && <p role="alert">{refusals.checkUnreadable[1]}</p>}
      {data && !data.isCheckInProgress && !data.isUnreadable && <p>No check is in progress.</p>}
      {data?.isCheckInProgress && <Running status={data} />}
      {(data?.isCheckInProgress || data?.isUnreadable) && mayRun && (
        <Close closing={closing} mayEnd={!data.isUnreadable} onClose={close} />
      )}
    </>
  )
}

function Running({ status }: { status: Status }) {
  const { pages, activeTents, startedBy, startedAt } = status
  const all = pages.reduce((sum, page) => sum + page.tentCount, 0)
  return (
    <>
      <p>
        <strong>A check is in progress</strong>
        {startedBy && `, started by ${startedBy}, ${startedAt} Eastern`}. {activeTents.length} of{' '}
        {all} tents left.
      </p>
      <ul className={styles['pages']}>
        {pages.map(({ first, last, tentCount }, index) => {
          const left = activeTents.filter(({ groupIndex }) => groupIndex === index).length
          const name = `Page ${index + 1} (${first === last ? first : `${first} – ${last}`})`
          return (
            <li key={name} className={styles['page']}>
              <span>{name}</span>
              <progress max={tentCount} value={tentCount - left} aria-label={`${name}, marked`} />
              <span className={styles['left']}>
                {left} of {tentCount} left
              </span>
            </li>
          )
        })}
      </ul>
    </>
  )
}

type Way = 'endCheck' | 'cancelCheck'

const questions: Record<Way, { title: string; yes: string; text: string }> = {
  endCheck: {
    title: 'End this check?',
    yes: 'End the check',
    text: 'It ends for everyone. Tents that are not marked stay as they are.',
  },
  cancelCheck: {
    title: 'Cancel this check?',
    yes: 'Cancel the check',
    text: 'It stops for everyone and counts as cancelled. Marks made so far stay on the tents.',
  },
}

type CloseProps = {
  /** What is under way; null: nothing. */
  closing: Way | null
  /** One that cannot be read can only be cancelled. */
  mayEnd: boolean
  onClose: (way: Way) => Promise<void>
}

function Close({ closing, mayEnd, onClose }: CloseProps) {
  const [asking, setAsking] = useState<Way | null>(null)
  return (
    <div className={styles['close']}>
      {mayEnd && (
        <Button busy={closing !== null} onClick={() => setAsking('endCheck')}>
          End Check
        </Button>
      )}
      <Button variant="quiet" busy={closing !== null} onClick={() => setAsking('cancelCheck')}>
        Cancel Check
      </Button>
      {asking && (
        <Confirm
          title={questions[asking].title}
          yes={questions[asking].yes}
          no="Keep checking"
          onYes={() => {
            setAsking(null)
            void onClose(asking)
          }}
          onNo={() => setAsking(null)}
        >
          {questions[asking].text}
        </Confirm>
      )}
    </div>
  )
}
