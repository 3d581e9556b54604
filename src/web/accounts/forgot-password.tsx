import { type FormEvent, useState } from 'react'
import { texts } from '../../shared/messages.ts'
import { call } from '../api/call.ts'
import { useSaidAction } from '../api/use-said-action.ts'
import { Button } from '../ui/button.tsx'
import { formText } from '../ui/form-text.ts'
import styles from './form.module.css'
import { NetIDField } from './net-id-field.tsx'
import { accountsTexts } from './texts.ts'
import { useSignInWays } from './use-sign-in-ways.ts'

/** Requests a password reset link; does not tell whether the account exists. */
export function ForgotPassword() {
  const { data: ways } = useSignInWays()
  const [error, setError] = useState<string>()
  const { run, busy, message } = useSaidAction({
    act: async (netID: string) => {
      await call('forgotPassword', { netID })
      return accountsTexts.resetSent
    },
    failed: texts.actionFailed,
    unanswered: accountsTexts.linkUnanswered,
    hideAfterMs: null,
  })

  if (ways?.mail === false) {
    return (
      <p>
        This server sends no mail. Ask a super user in person: they can give you a link to choose a
        new password.
      </p>
    )
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const netID = formText(event.currentTarget, 'netID').trim()
    setError(netID === '' ? accountsTexts.fillIn : undefined)
    if (netID !== '') run(netID)
  }
  return (
    <form className={styles['form']} onSubmit={submit} noValidate>
      <p>
        We mail a link for a new password to{' '}
        {ways?.confirmNetIDs === 'mail' ? 'your campus address' : 'the address of your account'}.
      </p>
      <NetIDField error={error} />
      {message}
      <Button type="submit" busy={busy}>
        Mail me a link
      </Button>
      <p>No mail? A super user can make a link for you, too.</p>
    </form>
  )
}
