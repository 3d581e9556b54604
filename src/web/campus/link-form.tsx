import type { FormEvent } from 'react'
import type { Api } from '../../shared/api.ts'
import type { ResponseOf } from '../../shared/endpoint.ts'
import { texts } from '../../shared/messages.ts'
import { call, hasCode } from '../api/call.ts'
import { useAction } from '../api/use-action.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { formText } from '../ui/form-text.ts'
import styles from './link-form.module.css'
import { campusTexts } from './texts.ts'

type LinkFormProps = {
  ticket: string
  onLinked: (login: ResponseOf<Api['login']>) => void
  /** The ticket is good no longer: only the campus gives another one. */
  onOver: () => void
  onStart: () => void
  onFail: (text: string) => void
}

/** For somebody from the campus whose netID has an account already: asks for its password, once. */
export function LinkForm({ ticket, onLinked, onOver, onStart, onFail }: LinkFormProps) {
  const { run, busy } = useAction({
    act: async (password: string) => onLinked(await call('linkCampus', { ticket, password })),
    say: (_tone, text) => onFail(text),
    failed: texts.tryAgain,
    unanswered: texts.tryAgainLater,
    onFailed: (error) => {
      if (hasCode(error, 'linkOver')) onOver()
    },
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    onStart()
    run(formText(event.currentTarget, 'password'))
  }
  return (
    <form className={styles['form']} onSubmit={submit}>
      <p>{campusTexts.campusLink}</p>
      <Field
        label="Password of that account"
        name="password"
        type="password"
        autoComplete="current-password"
        required
      />
      <Button type="submit" busy={busy}>
        This is my account
      </Button>
      <p className="muted">{campusTexts.campusLinkElse}</p>
    </form>
  )
}
