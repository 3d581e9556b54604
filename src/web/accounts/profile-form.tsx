import { type FormEvent, useRef, useState } from 'react'
import type { User } from '../../shared/accounts/contract.ts'
import { texts } from '../../shared/messages.ts'
import { call } from '../api/call.ts'
import { useAction } from '../api/use-action.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { formText } from '../ui/form-text.ts'
import { Notice } from '../ui/notice.tsx'
import { PasswordField } from '../ui/password-field.tsx'
import { type Say, useMessage } from '../ui/use-message.tsx'
import styles from './form.module.css'
import { useSession } from './session.tsx'
import { accountsTexts } from './texts.ts'
import { useSessionsChanged } from './use-sessions.ts'

type Given = {
  form: HTMLFormElement
  email: string
  newPassword: string
  known: { currentPassword?: string }
}

/** Changes the e-mail, the password or both. Specification 5, Profile update. */
export function ProfileForm({ user }: { user: User }) {
  const { changeEmail } = useSession()
  const sessionsChanged = useSessionsChanged()
  const { message, say, clear } = useMessage()
  const [pendingEmail, setPending] = useState<string>()
  const isPasswordChanged = useRef(false)
  const sayOfEmail: Say = (tone, text) => {
    const isHalfDone = tone === 'danger' && isPasswordChanged.current
    say(tone, isHalfDone ? `${accountsTexts.passwordChanged} ${text}` : text)
  }

  const email = useAction({
    act: async (given: Given) => {
      const changed = await call('updateEmail', { email: given.email, ...given.known })
      changeEmail(changed.email)
      given.form.reset()
      setPending(changed.pending)
      const isDone = changed.pending === undefined || given.newPassword !== ''
      return isDone ? texts.profileUpdated : undefined
    },
    say: sayOfEmail,
    failed: texts.emailFailed,
    unanswered: texts.unexpected,
  })
  // Before the e-mail: a new password ends a pending link to a new address.
  const password = useAction({
    act: async (given: Given) => {
      const { form, newPassword, known } = given
      await call('updatePassword', { newPassword, ...known })
      setPending(undefined)
      isPasswordChanged.current = true
      // This has ended all other sessions.
      void sessionsChanged()
      if (given.email === '') {
        form.reset()
        return texts.profileUpdated
      }
      // Done, even if the e-mail is then refused: the password must not be sent twice.
      for (const name of ['newPassword', 'confirmPassword', 'currentPassword']) {
        emptyField(form, name)
      }
      const isKnown = known.currentPassword !== undefined
      email.run({ ...given, known: isKnown ? { currentPassword: newPassword } : {} })
    },
    say,
    failed: texts.passwordFailed,
    unanswered: texts.unexpected,
  })
  const busy = email.busy || password.busy

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy) return
    const form = event.currentTarget
    const currentPassword = formText(form, 'currentPassword')
    const given: Given = {
      form,
      email: formText(form, 'email').trim(),
      newPassword: formText(form, 'newPassword'),
      // People who use the campus sign-in may have no password; the server decides whether it is
      // needed.
      known: currentPassword === '' ? {} : { currentPassword },
    }
    clear()
    isPasswordChanged.current = false
    if (given.newPassword !== formText(form, 'confirmPassword')) {
      return say('danger', texts.passwordsDoNotMatchOnProfile)
    }
    if (given.newPassword !== '') password.run(given)
    else if (given.email !== '') email.run(given)
    else say('danger', accountsTexts.nothingToUpdate)
  }

  return (
    <form className={styles['form']} onSubmit={submit}>
      {/* Tells password managers to whom the password belongs. */}
      <input type="text" autoComplete="username" value={user.netID} readOnly hidden />
      <Field
        label="New email"
        name="email"
        type="email"
        autoComplete="email"
        {...(user.email && { hint: `Now: ${user.email}` })}
      />
      <PasswordField
        label="New password"
        name="newPassword"
        autoComplete="new-password"
        hint="At least 8 characters."
      />
      <PasswordField
        label="Confirm new password"
        name="confirmPassword"
        autoComplete="new-password"
      />
      <PasswordField
        label="Current password"
        name="currentPassword"
        autoComplete="current-password"
        hint="Keeps others from changing these on your phone. Not needed if you just signed in."
      />
      {pendingEmail && <Notice tone="ok">{accountsTexts.emailPending(pendingEmail)}</Notice>}
      {message}
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
