import type { FormEvent, ReactNode } from 'react'
import { Button } from './button.tsx'
import styles from './dialog.module.css'
import { Dialog } from './dialog.tsx'
import { uiTexts } from './texts.ts'

type DialogFormProps = {
  /** Whoever renders it stays there meanwhile, so that opening it again shows what was written. */
  isOpen: boolean
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

/** A form in a dialog, which cannot be closed while it is being sent. */
export function DialogForm({
  isOpen,
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
  if (!isOpen) return null
  return (
    <Dialog title={title} onClose={() => !busy && onClose()}>
      <form className={styles['form']} onSubmit={submit}>
        {children}
        {message}
        {busy && <p role="status">{uiTexts.beingSent}</p>}
        <div className={styles['ways']}>
          <Button variant="quiet" busy={busy} onClick={onClose}>
            Close
          </Button>
          <Button type="submit" busy={busy} disabled={isHeld}>
            {send}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
