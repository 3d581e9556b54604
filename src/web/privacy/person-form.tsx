import { type FormEvent, useRef, useState } from 'react'
import { normalNetID } from '../../shared/accounts/rules.ts'
import { texts } from '../../shared/messages.ts'
import { call } from '../api/call.ts'
import { failureText } from '../api/failure-text.ts'
import { Button } from '../ui/button.tsx'
import { Confirm } from '../ui/confirm.tsx'
import { Field } from '../ui/field.tsx'
import { formText } from '../ui/form-text.ts'
import { Notice } from '../ui/notice.tsx'
import { useMessage } from '../ui/use-message.ts'
import styles from './privacy.module.css'
import { saveJson } from './save-file.ts'

/**
 * What a super user may do about one person: hand out all that is kept, and sign them out
 * everywhere. `onSignedOut` hears of whom, as it may be oneself.
 */
export function PersonForm({ onSignedOut }: { onSignedOut: (netID: string) => void }) {
  const form = useRef<HTMLFormElement>(null)
  const [busy, setBusy] = useState(false)
  const [asking, setAsking] = useState<string | null>(null)
  const { message, say, clear } = useMessage()

  const act = async (ifUnsaid: string, work: () => Promise<string>) => {
    if (busy) return
    setBusy(true)
    clear()
    try {
      say('ok', await work())
    } catch (error) {
      say('danger', failureText(error, ifUnsaid, texts.unexpected))
    } finally {
      setBusy(false)
    }
  }

  const download = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const netID = normalNetID(formText(event.currentTarget, 'about'))
    void act(texts.exportFailed, async () => {
      saveJson(`${netID}.json`, await call('exportPerson', { netID }))
      return texts.exported(netID)
    })
  }

  const signOut = (netID: string) => {
    setAsking(null)
    void act(texts.endFailed, async () => {
      const { sessions } = await call('endSessions', { netID })
      onSignedOut(netID)
      return sessions === 0 ? texts.wasNotSignedIn(netID) : texts.signedOut(netID)
    })
  }

  return (
    <form ref={form} className={styles['form']} onSubmit={download}>
      <p>Hand out all that is kept about a netID, or sign that person out wherever they are.</p>
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
      {message && (
        <Notice key={message.id} tone={message.tone} onHide={clear}>
          {message.text}
        </Notice>
      )}
      <div className={styles['choices']}>
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
          onYes={() => signOut(asking)}
          onNo={() => setAsking(null)}
        >
          Every phone and computer on which {asking} is signed in asks for the password again.
        </Confirm>
      )}
    </form>
  )
}
