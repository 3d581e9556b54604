import { useRef, useState } from 'react'
import type { ListedUser } from '../../shared/accounts/contract.ts'
import { fullName } from '../../shared/accounts/rules.ts'
import { call } from '../api/call.ts'
import { useFocusAfter } from '../api/use-focus-after.ts'
import { useSaidAction } from '../api/use-said-action.ts'
import { Button } from '../ui/button.tsx'
import { Confirm } from '../ui/confirm.tsx'
import rows from '../ui/rows.module.css'
import { useTimes } from '../ui/times.ts'
import { campusTexts } from './texts.ts'
import styles from './waiting-list.module.css'

type Waited = ListedUser & { campusWaiting: NonNullable<ListedUser['campusWaiting']> }

type WaitingListProps = {
  users: readonly ListedUser[]
  mayChange: boolean
  /** Called after success, refusal or failure, to reload the users. */
  onSettled: () => Promise<unknown>
}

/**
 * Accounts that somebody else may have registered: the person whom the campus confirms waits for
 * them.
 */
export function WaitingList({ users, mayChange, onSettled }: WaitingListProps) {
  const [asking, setAsking] = useState<Waited | null>(null)
  const times = useTimes()
  const waiting = users.filter((user): user is Waited => user.campusWaiting !== null)
  // Everything here is gone with the last who waits.
  const part = useRef<Element>(null)
  const focusAfter = useFocusAfter(waiting.length, () => part.current)
  const { run, busy, message, clear } = useSaidAction({
    act: async ({ netID, campusWaiting: { subject, name } }: Waited) => {
      await focusAfter(() => call('handOverToCampus', { netID, subject, takeOver: true }))
      return campusTexts.handedOver(netID, name)
    },
    failed: campusTexts.handOverFailed,
    unanswered: campusTexts.handOverUnanswered,
    onSettled: async () => {
      setAsking(null)
      await onSettled()
    },
    hideAfterMs: null,
  })
  return (
    <>
      {waiting.length > 0 && (
        <div className={styles['waiting']}>
          <p>{campusTexts.campusWaiting}</p>
          <ul className={rows['rows']}>
            {waiting.map((user) => (
              <li key={user.netID}>
                <span>
                  <strong>{user.netID}</strong>: {user.campusWaiting.name} came from the campus on{' '}
                  {times.withDay(user.campusWaiting.at)}; registered by {fullName(user)}
                </span>
                {mayChange && (
                  <Button
                    variant="quiet"
                    aria-label={`Hand over: ${fullName(user)}`}
                    onClick={({ currentTarget }) => {
                      part.current = currentTarget.closest('section')
                      clear()
                      setAsking(user)
                    }}
                  >
                    Hand over
                  </Button>
                )}
              </li>
            ))}
          </ul>
        </div>
      )}
      {message}
      {asking && (
        <Confirm
          title={`Hand ${asking.netID} over?`}
          yes="Hand it over"
          no="Leave it"
          busy={busy}
          onYes={() => run(asking)}
          onNo={() => setAsking(null)}
        >
          {asking.campusWaiting.name} signs in to it through the campus from then on. Anyone signed
          in to it is signed out, its password stops working, and its name and e-mail address are
          removed. Its roles and its history stay.
        </Confirm>
      )}
    </>
  )
}
