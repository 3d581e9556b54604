import { type ReactNode, useState } from 'react'
import { Button } from './button.tsx'
import styles from './dialog.module.css'
import { Dialog } from './dialog.tsx'
import { Field } from './field.tsx'
import { uiTexts } from './texts.ts'

type ConfirmProps = {
  title: string
  children: ReactNode
  /** The text of the confirming button. */
  yes: string
  no: string
  /** A word to be typed before confirming; by default none. */
  word?: string
  busy?: boolean
  /** It can't be confirmed yet. */
  isHeld?: boolean
  /** A further answer; after the others, as the first that can be pressed gets the focus. */
  other?: ReactNode
  onYes: () => void
  onNo: () => void
}

/**
 * Asks before something that cannot be undone. Escape means no, but cannot while it is under way. The
 * focus returns to where it was.
 */
export function Confirm({
  title,
  children,
  yes,
  no,
  word,
  busy = false,
  isHeld = false,
  other,
  onYes,
  onNo,
}: ConfirmProps) {
  const [typed, setTyped] = useState('')
  return (
    <Dialog title={title} onClose={() => !busy && onNo()}>
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
      {busy && <p role="status">{uiTexts.beingSent}</p>}
      <div className={styles['choice']}>
        <Button variant="quiet" className={styles['button']} busy={busy} onClick={onNo}>
          {no}
        </Button>
        <Button
          variant="danger"
          className={styles['button']}
          disabled={isHeld || (word !== undefined && typed.trim() !== word)}
          busy={busy}
          onClick={onYes}
        >
          {yes}
        </Button>
      </div>
      {other}
    </Dialog>
  )
}
