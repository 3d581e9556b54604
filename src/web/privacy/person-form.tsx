import { type FormEvent, useRef, useState } from 'react'
import { normalNetID } from '../../shared/accounts/rules.ts'
import { texts } from '../../shared/messages.ts'
import { call } from '../api/call.ts'
import { useAction } from '../api/use-action.ts'
import { Button } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { Confirm } from '../ui/confirm.tsx'
import { Field } from '../ui/field.tsx'
import forms from '../ui/form.module.css'
import { formText } from '../ui/form-text.ts'
import { saveJson } from '../ui/save-file.ts'
import { useMessage } from '../ui/use-message.tsx'
import styles from './privacy.module.css'
import { privacyTexts } from './texts.ts'

/** Exports everything stored about a person, or signs them out everywhere. */
export function PersonForm({ onSignedOut }: { onSignedOut: () => void }) {
  const form = useRef<HTMLFormElement>(null)
  const [asking, setAsking] = useState<string | null>(null)
  const { message, say, clear } = useMessage()

  const download = useAction({
    act: async (netID: string) => {
      clear()
      saveJson(`${netID}.json`, await call('exportPerson', { netID }))
      return privacyTexts.exported(netID)
    },
    say,
    failed: privacyTexts.exportFailed,
    unanswered: texts.unexpected,
  })
  const signOut = useAction({
    act: async (netID: string) => {
      clear()
      const { sessions } = await call('endSessions', { netID })
      onSignedOut()
      return sessions === 0 ? privacyTexts.wasNotSignedIn(netID) : privacyTexts.signedOut(netID)
    },
    say,
    failed: privacyTexts.endFailed,
    unanswered: texts.unexpected,
  })
  const busy = download.busy || signOut.busy

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!busy) download.run(normalNetID(formText(event.currentTarget, 'about')))
  }

  return (
    <form ref={form} className={classNames(forms['form'], styles['narrow'])} onSubmit={submit}>
      <p>Download everything kept about a netID, or sign that person out everywhere.</p>
      <Field
        label="NetID"
        name="about"
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        maxLength={32}
        required
      />
      {message}
      <div className={forms['choices']}>
        <Button type="submit" variant="quiet" busy={busy}>
          Download everything kept
        </Button>
        <Button
          variant="quiet"
          busy={busy}
          onClick={() => {
            if (form.current?.reportValidity()) {
              setAsking(normalNetID(formText(form.current, 'about')))
            }
          }}
        >
          Sign out everywhere
        </Button>
      </div>
      {asking && (
        <Confirm
          title={`Sign ${asking} out everywhere?`}
          yes="Sign them out"
          no="Leave them"
          onYes={() => {
            setAsking(null)
            signOut.run(asking)
          }}
          onNo={() => setAsking(null)}
        >
          Every phone and computer on which {asking} is signed in asks for the password again.
        </Confirm>
      )}
    </form>
  )
}
