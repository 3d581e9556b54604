import type { FormEvent, ReactNode } from 'react'
import { Button } from './button.tsx'
import styles from './dialog.module.css'
import { Dialog } from './dialog.tsx'

type DialogFormProps = {
  title: string
  children: ReactNode
  message: ReactNode
  /** The text of the submit button. */
  send: string
  busy: boolean
  /** It can't be sent any more. */
  isHeld?: boolean
  onSend: () => void
  onClose: () => void
}

/** A form in a dialog. */
export function DialogForm({
  title,
  children,
  message,
  send,
  busy,
  isHeld = false,
  onSend,
  onClose,
}: DialogFormProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSend()
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <form className={styles['form']} onSubmit={submit}>
        {children}
        {message}
        <div className={styles['ways']}>
          <Button variant="quiet" onClick={onClose}>
            Leave it
          </Button>
          <Button type="submit" busy={busy} disabled={isHeld}>
            {send}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
