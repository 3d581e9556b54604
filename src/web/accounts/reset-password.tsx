import { type FormEvent, useState } from 'react'
import { checkPassword } from '../../shared/accounts/rules.ts'
import { texts } from '../../shared/messages.ts'
import { screens } from '../../shared/screens.ts'
import { call } from '../api/call.ts'
import { useSaidAction } from '../api/use-said-action.ts'
import { Link } from '../routing/link.tsx'
import { Button } from '../ui/button.tsx'
import { focusFirstWrong } from '../ui/focus-first-wrong.ts'
import { formText } from '../ui/form-text.ts'
import { PasswordField } from '../ui/password-field.tsx'
import styles from './form.module.css'
import { useMayBeUsed } from './one-time-link.ts'
import { useSession } from './session.tsx'
import { accountsTexts } from './texts.ts'

type Errors = { newPassword?: string; confirmPassword?: string }

/** Sets a new password with the token of a one-time link. */
export function ResetPassword({ token }: { token: string }) {
  const { user, verify } = useSession()
  const [errors, setErrors] = useState<Errors>({})
  const [done, setDone] = useState('')
  const mayBeUsed = useMayBeUsed()
  const { run, busy, message } = useSaidAction({
    act: async (newPassword: string) => {
      await call('resetPassword', { token, newPassword })
      setDone(accountsTexts.passwordReset)
      // This browser's session may have ended, too.
      if (user !== null) await verify()
    },
    failed: texts.passwordFailed,
    unanswered: accountsTexts.linkUnanswered,
    onFailed: (error) => {
      if (!mayBeUsed(error)) return
      setDone(accountsTexts.passwordMayBeReset)
      if (user !== null) void verify()
    },
    hideAfterMs: null,
  })

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const newPassword = formText(form, 'newPassword')
    const found: Errors = {
      ...(checkPassword(newPassword) === null ? {} : { newPassword: texts.passwordInvalid }),
      ...(newPassword === formText(form, 'confirmPassword')
        ? {}
        : { confirmPassword: accountsTexts.notTheSame }),
    }
    setErrors(found)
    const wrong = Object.keys(found)
    if (wrong.length > 0) return focusFirstWrong(form, wrong)
    run(newPassword)
  }

  if (done !== '') {
    return (
      <>
        <p role="status">{done}</p>
        <Link to={screens.login.path}>Log in</Link>
      </>
    )
  }
  return (
    <form className={styles['form']} onSubmit={submit} noValidate>
      <PasswordField
        label="New password"
        name="newPassword"
        autoComplete="new-password"
        hint="At least 8 characters."
        error={errors.newPassword}
        required
      />
      <PasswordField
        label="Confirm new password"
        name="confirmPassword"
        autoComplete="new-password"
        error={errors.confirmPassword}
        required
      />
      {message}
      <Button type="submit" busy={busy}>
        Set the new password
      </Button>
    </form>
  )
}
