import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { Api } from '../../shared/api.ts'
import type { BodyOf, ResponseOf } from '../../shared/endpoint.ts'
import { texts } from '../../shared/messages.ts'
import { call } from '../api/call.ts'
import { useAction } from '../api/use-action.ts'
import { Button } from '../ui/button.tsx'
import { focusFirstWrong } from '../ui/focus-first-wrong.ts'
import { formText } from '../ui/form-text.ts'
import { PasswordField } from '../ui/password-field.tsx'
import styles from './form.module.css'
import { NetIDField } from './net-id-field.tsx'
import { useSession } from './session.tsx'
import { accountsTexts } from './texts.ts'

type LoginFormProps = {
  /** Filled in for somebody who has just registered. */
  netID: string
  onSignedIn: (login: ResponseOf<Api['login']>) => void
  onStart: () => void
  onFail: (text: string) => void
}

export function LoginForm({ netID, onSignedIn, onStart, onFail }: LoginFormProps) {
  const { signIn } = useSession()
  const [empty, setEmpty] = useState<string[]>([])
  const errorOf = (name: string) => (empty.includes(name) ? accountsTexts.fillIn : undefined)

  const { run, busy } = useAction({
    act: async (given: BodyOf<Api['login']>) => {
      const login = await call('login', given)
      signIn(login)
      onSignedIn(login)
    },
    say: (_tone, text) => onFail(text),
    failed: texts.tryAgain,
    unanswered: texts.tryAgainLater,
  })

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy) return
    const form = event.currentTarget
    const given = { netID: formText(form, 'netID').trim(), password: formText(form, 'password') }
    onStart()
    const missing = Object.entries(given).flatMap(([name, text]) => (text === '' ? [name] : []))
    setEmpty(missing)
    if (missing.length > 0) return focusFirstWrong(form, missing)
    run(given)
  }

  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    // Not on a phone, whose keyboard would cover the screen.
    if (!matchMedia('(pointer: fine)').matches) return
    if (document.activeElement instanceof HTMLInputElement) return
    const field = form.current?.elements.namedItem('netID')
    if (field instanceof HTMLElement) field.focus({ preventScroll: true })
  }, [])

  return (
    <form ref={form} className={styles['form']} onSubmit={submit} noValidate>
      <NetIDField defaultValue={netID} error={errorOf('netID')} />
      <PasswordField
        label="Password"
        name="password"
        autoComplete="current-password"
        error={errorOf('password')}
        required
      />
      <Button type="submit" busy={busy}>
        Login
      </Button>
    </form>
  )
}
