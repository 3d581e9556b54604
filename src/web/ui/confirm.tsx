import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Button } from './button.tsx'
import styles from './confirm.module.css'
import { Field } from './field.tsx'

type ConfirmProps = {
  title: string
  children: ReactNode
  /** What the button says that goes ahead. */
  yes: string
  no: string
  /** To be typed before one can go ahead; without it, a press is enough. */
  word?: string
  busy?: boolean
  onYes: () => void
  onNo: () => void
}

/** Asks before something that can't be taken back. Escape means no. The focus goes back to what asked. */
export function Confirm({
  title,
  children,
  yes,
  no,
  word,
  busy = false,
  onYes,
  onNo,
}: ConfirmProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  const [typed, setTyped] = useState('')
  // Taken away while it is open, the dialog does not give the focus back by itself.
  useEffect(() => {
    const { activeElement } = document
    dialog.current?.showModal()
    return () => {
      if (activeElement instanceof HTMLElement) activeElement.focus({ preventScroll: true })
    }
  }, [])
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
      {word !== undefined && (
        <Field
          label={`Type ${word} to go on`}
          value={typed}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          onChange={(event) => setTyped(event.target.value)}
        />
      )}
      <div className={styles['choice']}>
        <Button variant="quiet" className={styles['button']} onClick={onNo}>
          {no}
        </Button>
        <Button
          variant="danger"
          className={styles['button']}
          disabled={word !== undefined && typed.trim() !== word}
          busy={busy}
          onClick={onYes}
        >
          {yes}
        </Button>
      </div>
    </dialog>
  )
}
