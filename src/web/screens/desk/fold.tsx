import { type ReactNode, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import styles from './desk.module.css'

type FoldProps = {
  id: string
  title: string
  /** How it stands, in one line: what one would open it for. */
  state: ReactNode
  children: ReactNode
}

/** A part that is folded until somebody opens it, or follows a link to it; then it is there. */
export function Fold({ id, title, state, children }: FoldProps) {
  // Another one each time that a link is followed, the same link again as well.
  const location = useLocation()
  const [isOpen, setOpen] = useState(false)
  const [wasOpened, setOpened] = useState(false)
  useEffect(() => {
    if (location.hash === `#${id}`) setOpen(true)
  }, [location, id])
  useEffect(() => {
    if (isOpen) setOpened(true)
  }, [isOpen])
  return (
    <section id={id} aria-labelledby={`${id}-title`} className={styles['fold']}>
      <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>
          <h3 id={`${id}-title`}>{title}</h3>
          {!isOpen && <span className={styles['state']}>{state}</span>}
        </summary>
        {wasOpened && <div className={styles['folded']}>{children}</div>}
      </details>
    </section>
  )
}
