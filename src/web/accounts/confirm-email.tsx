import { useState } from 'react'
import { texts } from '../../shared/messages.ts'
import { screens } from '../../shared/screens.ts'
import { call } from '../api/call.ts'
import { useSaidAction } from '../api/use-said-action.ts'
import { Link } from '../routing/link.tsx'
import { Button } from '../ui/button.tsx'
import styles from './form.module.css'
import { useMayBeUsed } from './one-time-link.ts'
import { useSession } from './session.tsx'
import { accountsTexts } from './texts.ts'

/** Confirms a new e-mail address with the token of the mailed link. */
export function ConfirmEmail({ token }: { token: string }) {
  const { user, verify } = useSession()
  const [email, setEmail] = useState('')
  const [isPerhaps, setPerhaps] = useState(false)
  const mayBeUsed = useMayBeUsed()
  const { run, busy, message } = useSaidAction({
    act: async () => {
      setEmail((await call('confirmEmail', { token })).email)
      if (user !== null) await verify()
    },
    failed: texts.actionFailed,
    unanswered: accountsTexts.linkUnanswered,
    onFailed: (error) => {
      if (!mayBeUsed(error)) return
      setPerhaps(true)
      if (user !== null) void verify()
    },
    hideAfterMs: null,
  })
  if (email !== '') {
    return (
      <p role="status">
        Your address is now <strong>{email}</strong>.
      </p>
    )
  }
  if (isPerhaps) {
    return (
      <>
        <p role="status">{accountsTexts.emailMayBeYours}</p>
        <Link to={screens.profile.path}>See your profile</Link>
      </>
    )
  }
  return (
    <div className={styles['form']}>
      <p>Use this address for your account from now on?</p>
      {message}
      <Button busy={busy} onClick={() => run()}>
        Use this address
      </Button>
    </div>
  )
}
