import { type FormEvent, useState } from 'react'
import type { User } from '../../shared/accounts/contract.ts'
import { texts } from '../../shared/messages.ts'
import { call } from '../api/call.ts'
import { failureText } from '../api/failure-text.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { formText } from '../ui/form-text.ts'
import { Notice } from '../ui/notice.tsx'
import { useMessage } from '../ui/use-message.ts'
import styles from './form.module.css'
import { useSession } from './session.tsx'
import { useSessionsChanged } from './use-sessions.ts'

/** E-mail alone, password alone, or both. Specification 5, Profile update. */
export function ProfileForm({ user }: { user: User }) {
  const { changeEmail } = useSession()
  const sessionsChanged = useSessionsChanged()
  const { message, say, clear } = useMessage()
  const [busy, setBusy] = useState(false)

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy) return
    const form = event.currentTarget
    const email = formText(form, 'email').trim()
    const newPassword = formText(form, 'newPassword')
    const confirmed = formText(form, 'confirmPassword')
    clear()
    if (newPassword !== confirmed) return say('danger', texts.passwordsDoNotMatchOnProfile)
    if (email === '' && newPassword === '') return say('danger', texts.nothingToUpdate)

    setBusy(true)
    let ifUnsaid: string = texts.emailFailed
    try {
      if (email !== '') {
        changeEmail((await call('updateEmail', { email })).email)
        // Done, even if the password is refused: it need not be sent again.
        emptyField(form, 'email')
      }
      ifUnsaid = texts.passwordFailed
      if (newPassword !== '') {
        await call('updatePassword', { newPassword })
        // It ended all other sessions.
        void sessionsChanged()
      }
      form.reset()
      say('ok', texts.profileUpdated)
    } catch (error) {
      say('danger', failureText(error, ifUnsaid, texts.unexpected))
    } finally {
      setBusy(false)
    }
  }

  return (
    <form className={styles['form']} onSubmit={submit}>
      {/* Tells a password manager whose password this is. */}
      <input type="text" autoComplete="username" value={user.netID} readOnly hidden />
      <Field
        label="New email"
        name="email"
        type="email"
        autoComplete="email"
        {...(user.email && { hint: `Now: ${user.email}` })}
      />
      <Field
        label="New password"
        name="newPassword"
        type="password"
        autoComplete="new-password"
        hint="At least 8 characters."
      />
      <Field
        label="Confirm new password"
        name="confirmPassword"
        type="password"
        autoComplete="new-password"
      />
      {message && (
        <Notice key={message.id} tone={message.tone} onHide={clear}>
          {message.text}
        </Notice>
      )}
      <Button type="submit" busy={busy}>
        Update profile
      </Button>
    </form>
  )
}

function emptyField(form: HTMLFormElement, name: string): void {
  const field = form.elements.namedItem(name)
  if (field instanceof HTMLInputElement) field.value = ''
}
