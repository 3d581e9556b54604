import { type FormEvent, useRef, useState } from 'react'
import type { Registration } from '../../shared/accounts/rules.ts'
import { texts } from '../../shared/messages.ts'
import { call } from '../api/call.ts'
import { useAction } from '../api/use-action.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { focusFirstWrong } from '../ui/focus-first-wrong.ts'
import { formText } from '../ui/form-text.ts'
import { PasswordField } from '../ui/password-field.tsx'
import styles from './form.module.css'
import { NetIDField } from './net-id-field.tsx'
import { errorsAfter, errorsBefore, type FieldErrors } from './registration-errors.ts'

type RegisterFormProps = {
  /** The token of the one-time link that makes the first super user; null: an ordinary account. */
  setupToken: string | null
  onRegistered: (netID: string) => void
  onStart: () => void
  onFail: (text: string) => void
}

export function RegisterForm({ setupToken, onRegistered, onStart, onFail }: RegisterFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const [errors, setErrors] = useState<FieldErrors>({})
  const show = (found: FieldErrors) => {
    setErrors(found)
    if (form.current) focusFirstWrong(form.current, Object.keys(found))
  }
  const { run, busy } = useAction({
    act: async (given: Registration) => {
      await call('register', { ...given, ...(setupToken === null ? {} : { setupToken }) })
      onRegistered(given.netID)
    },
    say: (_tone, text) => onFail(text),
    failed: texts.tryAgain,
    unanswered: texts.tryAgainLater,
    onFailed: (error) => show(errorsAfter(error)),
  })

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy) return
    const { currentTarget } = event
    const given = {
      netID: formText(currentTarget, 'netID').trim(),
      firstName: formText(currentTarget, 'firstName').trim(),
      lastName: formText(currentTarget, 'lastName').trim(),
      email: formText(currentTarget, 'email').trim(),
      password: formText(currentTarget, 'password'),
    }
    const confirmed = formText(currentTarget, 'confirmPassword')
    onStart()
    const wrong = errorsBefore(given, confirmed)
    show(wrong)
    if (given.password !== confirmed) onFail(texts.passwordsDoNotMatch)
    if (Object.keys(wrong).length === 0) run(given)
  }

  return (
    <form ref={form} className={styles['form']} onSubmit={submit} noValidate>
      <NetIDField error={errors.netID} />
      <div className={styles['pair']}>
        <Field
          label="First name"
          name="firstName"
          autoComplete="given-name"
          error={errors.firstName}
          required
        />
        <Field
          label="Last name"
          name="lastName"
          autoComplete="family-name"
          error={errors.lastName}
          required
        />
      </div>
      <Field
        label="Email"
        name="email"
        type="email"
        autoComplete="email"
        error={errors.email}
        required
      />
      <PasswordField
        label="Password"
        name="password"
        autoComplete="new-password"
        hint="At least 8 characters."
        error={errors.password}
        required
      />
      <PasswordField
        label="Confirm password"
        name="confirmPassword"
        autoComplete="new-password"
        error={errors.confirmPassword}
        required
      />
      <Button type="submit" busy={busy}>
        Register
      </Button>
    </form>
  )
}
