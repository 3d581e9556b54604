import { type ReactNode, useEffect, useId, useRef } from 'react'
import { Button } from './button.tsx'
import styles from './confirm.module.css'

type ConfirmProps = {
  title: string
  children: ReactNode
  /** What the button says that goes ahead. */
  yes: string
  no: string
  busy?: boolean
  onYes: () => void
  onNo: () => void
}

/** Asks before something that can't be taken back. Escape means no. */
export function Confirm({ title, children, yes, no, busy = false, onYes, onNo }: ConfirmProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  useEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog
      ref={dialog}
      className={styles['dialog']}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault()
        onNo()
      }}
    >
      <h2 id={titleId}>{title}</h2>
      <div>{children}</div>
      <div className={styles['choice']}>
        <Button variant="quiet" className={styles['button']} onClick={onNo}>
          {no}
        </Button>
        <Button variant="danger" className={styles['button']} busy={busy} onClick={onYes}>
          {yes}
        </Button>
      </div>
    </dialog>
  )
}
