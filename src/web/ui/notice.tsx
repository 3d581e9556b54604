import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { classNames } from './class-names.ts'
import styles from './notice.module.css'

export type NoticeProps = {
  tone?: 'info' | 'ok' | 'danger'
  children: ReactNode
  /** Called after `hideAfterMs` and when dismissed; without it, the message stays. */
  onHide?: (() => void) | undefined
  /** null: it stays until dismissed. By default 3 s. */
  hideAfterMs?: number | null | undefined
  /** Shows a button that hides it. */
  dismissible?: boolean | undefined
}

/**
 * A message that screen readers announce and that hides itself. Give each message its own `key`, so
 * that the same text again restarts its time.
 */
export function Notice({
  tone = 'info',
  children,
  onHide,
  hideAfterMs = 3000,
  dismissible = false,
}: NoticeProps) {
  const hide = useEffectEvent(() => onHide?.())
  useEffect(() => {
    if (hideAfterMs === null) return
    const timer = setTimeout(() => hide(), hideAfterMs)
    return () => clearTimeout(timer)
  }, [hideAfterMs])
  return (
    <div role="alert" className={classNames(styles['notice'], styles[tone])}>
      <div className={styles['text']}>{children}</div>
      {dismissible && (
        <button type="button" className={styles['dismiss']} onClick={onHide} aria-label="Dismiss">
          <span aria-hidden="true">×</span>
        </button>
      )}
    </div>
  )
}
