import type { ReactNode } from 'react'
import { Card } from '../../ui/card.tsx'
import styles from './desk.module.css'

type GroupProps = { id: string; title: string; children: ReactNode }

/** One of the desk's few places: what belongs together, under one heading. */
export function Group({ id, title, children }: GroupProps) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className={styles['group']}>
      <h2 id={`${id}-title`}>{title}</h2>
      <Card className={styles['surface']}>{children}</Card>
    </section>
  )
}

/** What is always in sight. */
export function Part({ id, title, children }: GroupProps) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className={styles['part']}>
      <h3 id={`${id}-title`}>{title}</h3>
      {children}
    </section>
  )
}

/** A part in one line: how it stands, where it is, or which role it takes. */
export function Line({ id, title, children }: GroupProps) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className={styles['line']}>
      <h3 id={`${id}-title`}>{title}</h3>
      <p>{children}</p>
    </section>
  )
}
