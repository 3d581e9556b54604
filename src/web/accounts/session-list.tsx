import { useState } from 'react'
import type { OwnSession } from '../../shared/accounts/contract.ts'
import { easternTime } from '../../shared/eastern-time.ts'
import { texts } from '../../shared/messages.ts'
import { call } from '../api/call.ts'
import { failureText } from '../api/failure-text.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { useMessage } from '../ui/use-message.ts'
import styles from './session-list.module.css'
import { useSessions, useSessionsChanged } from './use-sessions.ts'

/** The phones and computers on which one is signed in, each to be signed out from here. */
export function SessionList() {
  const { data, isError, refetch } = useSessions()
  const sessionsChanged = useSessionsChanged()
  const { message, say, clear } = useMessage()
  /** The id of the session that is being ended, or all others; null: none. */
  const [ending, setEnding] = useState<string | null>(null)

  if (data === undefined) {
    if (!isError) return <Skeleton width="100%" height="8rem" />
    return (
      <div className={styles['sessions']}>
        <p role="alert">{texts.sessionsFailed}</p>
        <Button variant="quiet" onClick={() => void refetch()}>
          {texts.tryAgainAction}
        </Button>
      </div>
    )
  }

  const end = async (what: string, work: () => Promise<unknown>) => {
    if (ending !== null) return
    setEnding(what)
    clear()
    try {
      await work()
      say('ok', what === others ? texts.othersSignedOut : texts.signedOutThere)
    } catch (error) {
      say('danger', failureText(error, texts.endFailed, texts.endUnanswered))
    }
    await sessionsChanged()
    setEnding(null)
  }

  return (
    <div className={styles['sessions']}>
      <ul className={styles['list']}>
        {data.map((session) => (
          <li key={session.id}>
            <div>
              <strong>{nameOf(session)}</strong>
              <div className={styles['about']}>{whenText(session)}</div>
            </div>
            {session.isCurrent ? (
              <span className={styles['current']}>This device</span>
            ) : (
              <Button
                variant="quiet"
                className={styles['end']}
                aria-label={`End: ${nameOf(session)}, ${whenText(session)}`}
                busy={ending === session.id}
                onClick={() => void end(session.id, () => call('endSession', { id: session.id }))}
              >
                End
              </Button>
            )}
          </li>
        ))}
      </ul>
      {message && (
        <Notice key={message.id} tone={message.tone} onHide={clear}>
          {message.text}
        </Notice>
      )}
      {data.length > 1 ? (
        <Button
          variant="quiet"
          busy={ending === others}
          onClick={() => void end(others, () => call('endOtherSessions'))}
        >
          Sign out everywhere else
        </Button>
      ) : (
        <p className={styles['about']}>{texts.signedInNowhereElse}</p>
      )}
    </div>
  )
}

const others = 'others'

function nameOf({ device }: OwnSession): string {
  return device || 'Unknown device'
}

function whenText({ isCurrent, lastUsedAt }: OwnSession): string {
  // It is known to the day.
  const [day] = easternTime(new Date(lastUsedAt)).split(',')
  return isCurrent ? 'In use now' : `Last used ${day}`
}
