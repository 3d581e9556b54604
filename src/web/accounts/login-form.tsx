import { type FormEvent, useState } from 'react'
import { texts } from '../../shared/messages.ts'
import { call } from '../api/call.ts'
import { failureText } from '../api/failure-text.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { formText } from '../ui/form-text.ts'
import styles from './form.module.css'
import { NetIDField } from './net-id-field.tsx'
import { useSession } from './session.tsx'

type LoginFormProps = {
  onSignedIn: () => void
  onStart: () => void
  onFail: (text: string) => void
}

export function LoginForm({ onSignedIn, onStart, onFail }: LoginFormProps) {
  const { signIn } = useSession()
  const [busy, setBusy] = useState(false)

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy) return
    const form = event.currentTarget
    onStart()
    setBusy(true)
    try {
      signIn(
        await call('login', {
          netID: formText(form, 'netID').trim(),
          password: formText(form, 'password'),
        }),
      )
      onSignedIn()
    } catch (error) {
      onFail(failureText(error, texts.tryAgain, texts.tryAgainLater))
    } finally {
      setBusy(false)
    }
  }

  return (
    <form className={styles['form']} onSubmit={submit}>
      <NetIDField />
      <Field
        label="Password"
        name="password"
        type="password"
        autoComplete="current-password"
        required
      />
      <Button type="submit" busy={busy}>
        Login
      </Button>
    </form>
  )
}
