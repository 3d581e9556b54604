import { useState } from 'react'
import { texts } from '../../shared/messages.ts'
import { screens } from '../../shared/screens.ts'
import { call } from '../api/call.ts'
import { useSaidAction } from '../api/use-said-action.ts'
import { Link } from '../routing/link.tsx'
import { Button } from '../ui/button.tsx'
import { Loading } from '../ui/loading.tsx'
import { cameFrom } from './came-from.ts'
import styles from './form.module.css'
import { isLinkOver } from './one-time-link.ts'
import { useSession } from './session.tsx'
import { accountsTexts } from './texts.ts'
import { useLogout } from './use-logout.ts'

/** Confirms a netID with the token of the mailed link; only for the person signed in with it. */
export function ConfirmNetID({ token }: { token: string }) {
  const { state, user, verify } = useSession()
  const { logout, busy: leaving } = useLogout()
  const [confirmed, setConfirmed] = useState('')
  const { run, busy, message } = useSaidAction({
    act: async () => {
      const { netID } = await call('confirm', { token }).catch(async (error) => {
        // An attempt whose answer was lost may have confirmed it.
        const person = isLinkOver(error) ? await call('verifyToken') : undefined
        if (person?.isConfirmed) return person
        throw error
      })
      await verify()
      setConfirmed(netID)
    },
    failed: texts.actionFailed,
    unanswered: accountsTexts.linkUnanswered,
    hideAfterMs: null,
  })

  if (confirmed !== '') {
    return (
      <>
        <p role="status">
          It is confirmed that <strong>{confirmed}</strong> is yours.
        </p>
        <Link to={screens.profile.path}>See your tent</Link>
      </>
    )
  }
  if (state === 'loading') return <Loading height="8rem" />
  if (user === null) {
    return (
      <>
        <p>Log in with the netID that this link was mailed to, then confirm it.</p>
        <Link to={screens.login.path} state={cameFrom(`${screens.confirm.path}#${token}`)}>
          Log in
        </Link>
        <SomebodyElse />
      </>
    )
  }
  return (
    <div className={styles['form']}>
      <p>
        You are signed in as <strong>{user.netID}</strong>.
      </p>
      {message}
      <Button busy={busy} onClick={() => run()}>
        Confirm that {user.netID} is mine
      </Button>
      <Button variant="quiet" busy={leaving} onClick={logout}>
        Logout
      </Button>
      <SomebodyElse />
    </div>
  )
}

/**
 * Shown when another account is signed in: one click of the netID's owner must not confirm whoever
 * registered it.
 */
function SomebodyElse() {
  return (
    <p>
      You never registered? Then somebody else did, with your netID.{' '}
      <Link to={screens.forgotPassword.path}>Choose a new password</Link>, and the account is yours.
    </p>
  )
}
