import { useRef, useState } from 'react'
import type { ListedUser } from '../../shared/accounts/contract.ts'
import { fullName } from '../../shared/accounts/rules.ts'
import { dashboardMessages } from '../../shared/dashboard-messages.ts'
import { call } from '../api/call.ts'
import { useAction } from '../api/use-action.ts'
import { useFocusAfter } from '../api/use-focus-after.ts'
import { useSaidAction } from '../api/use-said-action.ts'
import { Button } from '../ui/button.tsx'
import { Confirm } from '../ui/confirm.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { useTimes } from '../ui/times.ts'
import styles from './form.module.css'
import { accountsTexts } from './texts.ts'
import { useUsersChanged } from './use-users.ts'
import { factsOf } from './user-facts.ts'

type UserDialogProps = {
  user: ListedUser
  mayChange: boolean
  isProofOn: boolean
  onClose: () => void
}

const questions = {
  signOut: {
    title: (name: string) => `Sign ${name} out everywhere?`,
    yes: 'Sign them out',
    text: 'Every phone and computer on which they are signed in asks for the password again.',
  },
  disable: {
    title: (name: string) => `Disable the account of ${name}?`,
    yes: 'Disable it',
    text: 'They are signed out at once and cannot sign in until you enable it.',
  },
}

/** The actions on an account other than its roles. */
export function UserDialog({ user, mayChange, isProofOn, onClose }: UserDialogProps) {
  const { netID, isConfirmed, isDisabled, details } = user
  const isReported = (details?.strangerTo ?? null) !== null
  const times = useTimes()
  const [url, setUrl] = useState('')
  const [asking, setAsking] = useState<keyof typeof questions | null>(null)
  const onSettled = useUsersChanged()
  const facts = useRef<HTMLParagraphElement>(null)
  const focusAfter = useFocusAfter(`${isConfirmed} ${isReported}`, () => facts.current)
  const { run, busy, message, say, clear } = useSaidAction({
    act: async (what: 'confirm' | 'doubt' | 'disable' | 'enable' | 'signOut') => {
      if (what === 'confirm' || what === 'doubt') {
        await focusAfter(() => call('confirmUser', { netID, value: what === 'confirm' }))
      }
      if (what === 'disable' || what === 'enable') {
        await call('disableUser', { netID, value: what === 'disable' })
      }
      // A link to a new password ends with it.
      if (what === 'disable') setUrl('')
      const ended = what === 'signOut' && (await call('endSessions', { netID }))
      if (!ended) return
      return ended.sessions === 0 ? accountsTexts.wasNotSignedIn : accountsTexts.signedOutEverywhere
    },
    failed: dashboardMessages.roleFailed,
    unanswered: accountsTexts.manyUnanswered,
    onSettled,
    hideAfterMs: null,
  })
  const link = useAction({
    act: async () => {
      clear()
      setUrl((await call('makeResetLink', { netID })).url)
    },
    failed: dashboardMessages.roleFailed,
    // No list shows whether it is made.
    unanswered: accountsTexts.linkUnanswered,
    say,
    onSettled,
  })
  // One after the other: a late link would show one that Disable has ended.
  const isBusy = busy || link.busy
  const question = asking && questions[asking]
  return (
    <Dialog title={`${fullName(user)} (${netID})`} onClose={onClose} hasClose>
      <div className={styles['form']}>
        <p ref={facts}>{factsOf(user, isProofOn, times).join(' · ')}</p>
        {message}
        {((isProofOn && !isConfirmed) || isReported) && (
          <Button variant="quiet" busy={isBusy} onClick={() => run('confirm')}>
            Confirm that the netID is theirs
          </Button>
        )}
        {isProofOn && isConfirmed && (
          <Button variant="quiet" busy={isBusy} onClick={() => run('doubt')}>
            Take the confirmation back
          </Button>
        )}
        {mayChange && !isDisabled && (
          <Button variant="quiet" busy={isBusy} onClick={() => link.run()}>
            Make a password reset link
          </Button>
        )}
        {url !== '' && (
          <>
            <p role="status">
              Hand this to {user.firstName}, and to nobody else. It is shown once and good for an
              hour: <code className={styles['link']}>{url}</code>
            </p>
            <CopyButton text={url}>Copy the link</CopyButton>
          </>
        )}
        {mayChange && !isDisabled && (
          <Button variant="quiet" busy={isBusy} onClick={() => setAsking('signOut')}>
            Sign out everywhere
          </Button>
        )}
        {mayChange && (
          <Button
            variant={isDisabled ? 'quiet' : 'danger'}
            busy={isBusy}
            onClick={() => (isDisabled ? run('enable') : setAsking('disable'))}
          >
            {isDisabled ? 'Enable the account' : 'Disable the account'}
          </Button>
        )}
      </div>
      {question && asking && (
        <Confirm
          title={question.title(fullName(user))}
          yes={question.yes}
          no="Leave it"
          onYes={() => {
            setAsking(null)
            run(asking)
          }}
          onNo={() => setAsking(null)}
        >
          {question.text}
        </Confirm>
      )}
    </Dialog>
  )
}
