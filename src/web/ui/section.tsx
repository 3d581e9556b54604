import type { ReactNode } from 'react'
import { Card } from './card.tsx'
import styles from './section.module.css'

/** A titled part of a screen that can be linked to. */
export function Section({
  id,
  title,
  children,
}: {
  id: string
  title: string
  children: ReactNode
}) {
  return (
    <Card id={id} aria-labelledby={`${id}-title`} className={styles['section']}>
      <h2 id={`${id}-title`}>{title}</h2>
      {children}
    </Card>
  )
}
