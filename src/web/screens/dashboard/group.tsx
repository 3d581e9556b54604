import type { ReactNode } from 'react'
import { Card } from '../../ui/card.tsx'
import styles from './dashboard.module.css'

type GroupProps = { id: string; title: string; children: ReactNode }

/** A place of the dashboard: related parts under one heading. */
export function Group({ id, title, children }: GroupProps) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className={styles['group']}>
      <h2 id={`${id}-title`}>{title}</h2>
      <Card className={styles['surface']}>{children}</Card>
    </section>
  )
}

export type PartProps = GroupProps & {
  /** false: only `refused` is shown, as a line. */
  may?: boolean
  refused?: string
}

/** A part that is always visible. */
export function Part(props: PartProps) {
  const { id, title, may = true, children } = props
  if (!may) return <Line {...props} />
  return (
    <section id={id} aria-labelledby={`${id}-title`} className={styles['part']}>
      <h3 id={`${id}-title`}>{title}</h3>
      {children}
    </section>
  )
}

/** A part of one line: its state, its link, or the role that it needs. */
export function Line({ id, title, may = true, refused, children }: PartProps) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className={styles['line']}>
      <h3 id={`${id}-title`}>{title}</h3>
      <p>{may ? children : refused}</p>
    </section>
  )
}
