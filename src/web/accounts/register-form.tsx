import { type FormEvent, useState } from 'react'
import { texts } from '../../shared/messages.ts'
import { call } from '../api/call.ts'
import { failureText } from '../api/failure-text.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { formText } from '../ui/form-text.ts'
import styles from './form.module.css'
import { NetIDField } from './net-id-field.tsx'

type RegisterFormProps = {
  /** Of the one-time link that makes the first super user; null: an account like any other. */
  setupToken: string | null
  onRegistered: () => void
  onStart: () => void
  onFail: (text: string) => void
}

export function RegisterForm({ setupToken, onRegistered, onStart, onFail }: RegisterFormProps) {
  const [busy, setBusy] = useState(false)

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy) return
    const form = event.currentTarget
    const password = formText(form, 'password')
    onStart()
    if (password !== formText(form, 'confirmPassword')) return onFail(texts.passwordsDoNotMatch)
    setBusy(true)
    try {
      await call('register', {
        netID: formText(form, 'netID').trim(),
        firstName: formText(form, 'firstName').trim(),
        lastName: formText(form, 'lastName').trim(),
        email: formText(form, 'email').trim(),
        password,
        ...(setupToken === null ? {} : { setupToken }),
      })
      onRegistered()
    } catch (error) {
      onFail(failureText(error, texts.tryAgain, texts.tryAgainLater))
    } finally {
      setBusy(false)
    }
  }

  return (
    <form className={styles['form']} onSubmit={submit}>
      <NetIDField />
      <div className={styles['pair']}>
        <Field label="First name" name="firstName" autoComplete="given-name" required />
        <Field label="Last name" name="lastName" autoComplete="family-name" required />
      </div>
      <Field label="Email" name="email" type="email" autoComplete="email" required />
      <Field
        label="Password"
        name="password"
        type="password"
        autoComplete="new-password"
        hint="At least 8 characters."
        required
      />
      <Field
        label="Confirm password"
        name="confirmPassword"
        type="password"
        autoComplete="new-password"
        required
      />
      <Button type="submit" busy={busy}>
        Register
      </Button>
    </form>
  )
}
