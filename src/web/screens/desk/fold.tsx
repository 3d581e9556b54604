import { type ReactNode, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import styles from './desk.module.css'

type FoldProps = {
  id: string
  title: string
  /** A summary in one line, shown while it is closed. */
  state: ReactNode
  children: ReactNode
}

/** A part that is closed until somebody opens it or follows a link to it. */
export function Fold({ id, title, state, children }: FoldProps) {
  // Changes each time a link is followed, even the same one again.
  const location = useLocation()
  const [isOpen, setOpen] = useState(false)
  const [wasOpened, setOpened] = useState(false)
  useEffect(() => {
    const [part] = location.hash.split('/')
    if (part === `#${id}`) setOpen(true)
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
