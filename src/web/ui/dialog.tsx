import { type ReactNode, useEffect, useId, useRef } from 'react'
import { Button } from './button.tsx'
import { classNames } from './class-names.ts'
import styles from './dialog.module.css'

type DialogProps = {
  title: string
  children: ReactNode
  onClose: () => void
  /** A button that closes it, always in sight: for what is read and not answered. */
  hasClose?: boolean
}

/** A modal dialog. Escape closes it; the focus returns to where it was. */
export function Dialog({ title, children, onClose, hasClose = false }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  // A dialog that is removed while open does not return the focus by itself.
  useEffect(() => {
    const { activeElement } = document
    dialog.current?.showModal()
    return () => {
      // A link in it may have led on already.
      if (document.activeElement !== document.body) return
      if (activeElement instanceof HTMLElement) activeElement.focus({ preventScroll: true })
    }
  }, [])
  return (
    <dialog
      ref={dialog}
      className={styles['dialog']}
      aria-labelledby={titleId}
      onCancel={(event) => {
        // React hands on what a dialog within this one heard.
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        onClose()
      }}
      // A second Escape or Back without a click in between cannot be prevented: the browser closes it.
      onClose={({ target, currentTarget }) => {
        if (target === currentTarget && currentTarget.isConnected) currentTarget.showModal()
      }}
    >
      <div className={classNames(hasClose && styles['head'])}>
        <h2 id={titleId}>{title}</h2>
        {hasClose && (
          <Button variant="quiet" onClick={onClose}>
            Close
          </Button>
        )}
      </div>
      {children}
    </dialog>
  )
}
