import type { ComponentProps, ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './night-panel.module.css'

/** A night in either theme, for what matters most on a screen: what is lit and live is amber. */
export function NightPanel({ className, ...rest }: ComponentProps<'section'>) {
  return <section {...rest} className={classNames(styles['night'], className)} />
}

/** What a part of it tells; `live`: a word for what goes on right now. */
export function NightLabel({ live, children }: { live?: string | false; children: ReactNode }) {
  return (
    <span className={styles['label']}>
      {live && <span className={styles['live']}>{live}</span>}
      {children}
    </span>
  )
}
