import { useState } from 'react'
import { texts } from '../../shared/messages.ts'
import { call } from '../api/call.ts'
import { useAction } from '../api/use-action.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { useMessage } from '../ui/use-message.ts'
import styles from './form.module.css'
import { useSession } from './session.tsx'
import { accountsTexts } from './texts.ts'

/** Confirms a new e-mail address with the token of the mailed link. */
export function ConfirmEmail({ token }: { token: string }) {
  const { user, verify } = useSession()
  const { message, say, clear } = useMessage()
  const [email, setEmail] = useState('')
  const { run, busy } = useAction({
    act: async () => {
      clear()
      setEmail((await call('confirmEmail', { token })).email)
      if (user !== null) await verify()
    },
    say,
    failed: texts.actionFailed,
    unanswered: accountsTexts.linkUnanswered,
  })
  if (email !== '') {
    return (
      <p role="status">
        Your address is now <strong>{email}</strong>.
      </p>
    )
  }
  return (
    <div className={styles['form']}>
      <p>This address is to belong to your account from now on.</p>
      {message && (
        <Notice key={message.id} tone={message.tone} hideAfterMs={null} onHide={clear}>
          {message.text}
        </Notice>
      )}
      <Button busy={busy} onClick={() => run()}>
        Use this address
      </Button>
    </div>
  )
}
