import { type ReactNode, useState } from 'react'
import { Button } from './button.tsx'
import styles from './dialog.module.css'
import { Dialog } from './dialog.tsx'
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
  const [typed, setTyped] = useState('')
  return (
    <Dialog title={title} onClose={onNo}>
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
    </Dialog>
  )
}
