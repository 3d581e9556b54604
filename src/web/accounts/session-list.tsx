import { useRef } from 'react'
import type { OwnSession } from '../../shared/accounts/contract.ts'
import { call } from '../api/call.ts'
import { useFocusAfter } from '../api/use-focus-after.ts'
import { useSaidAction } from '../api/use-said-action.ts'
import { Button } from '../ui/button.tsx'
import { NotLoaded } from '../ui/not-loaded.tsx'
import rows from '../ui/rows.module.css'
import { type Times, useTimes } from '../ui/times.ts'
import styles from './session-list.module.css'
import { accountsTexts } from './texts.ts'
import { useSessions, useSessionsChanged } from './use-sessions.ts'

/** The devices on which one is signed in, with a way to sign each out. */
export function SessionList() {
  const query = useSessions()
  const { data } = query
  const sessionsChanged = useSessionsChanged()
  const times = useTimes()
  const list = useRef<HTMLUListElement>(null)
  const focusAfter = useFocusAfter(data?.map(({ id }) => id).join(), () => list.current)
  const { run, busy, message } = useSaidAction({
    /** A session's id, or 'others' for all other sessions. */
    act: async (ended: string) => {
      if (ended === others) {
        await focusAfter(() => call('endOtherSessions'))
        return accountsTexts.othersSignedOut
      }
      await focusAfter(() => call('endSession', { id: ended }))
      return accountsTexts.signedOutThere
    },
    failed: accountsTexts.endFailed,
    unanswered: accountsTexts.endUnanswered,
    onSettled: sessionsChanged,
  })

  if (data === undefined) return <NotLoaded query={query} failed={accountsTexts.sessionsFailed} />

  return (
    <div className={styles['sessions']}>
      <ul ref={list} tabIndex={-1} className={rows['rows']}>
        {data.map((session) => (
          <li key={session.id}>
            <div>
              <strong>{nameOf(session)}</strong>
              <div className="muted">{whenText(session, times)}</div>
            </div>
            {session.isCurrent ? (
              <span className={styles['current']}>This device</span>
            ) : (
              <Button
                variant="quiet"
                className={styles['end']}
                aria-label={`End: ${nameOf(session)}, ${whenText(session, times)}`}
                busy={busy}
                onClick={() => run(session.id)}
              >
                End
              </Button>
            )}
          </li>
        ))}
      </ul>
      {message}
      {data.length > 1 ? (
        <Button variant="quiet" busy={busy} onClick={() => run(others)}>
          Sign out everywhere else
        </Button>
      ) : (
        <p className="muted">{accountsTexts.signedInNowhereElse}</p>
      )}
    </div>
  )
}

const others = 'others'

function nameOf({ device }: OwnSession): string {
  return device || 'Unknown device'
}

function whenText({ isCurrent, lastUsedAt }: OwnSession, { day }: Times): string {
  // Only the day is known.
  return isCurrent ? 'In use now' : `Last used ${day(lastUsedAt)}`
}
