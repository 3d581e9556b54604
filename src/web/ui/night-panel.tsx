import type { ComponentProps, ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './night-panel.module.css'

/** A dark panel in either theme, for what matters most on a screen; amber means live. */
export function NightPanel({ className, ...rest }: ComponentProps<'section'>) {
  return <section {...rest} className={classNames(styles['night'], className)} />
}

/** The label of a part; `live`: a word for what is happening now. */
export function NightLabel({ live, children }: { live?: string | false; children: ReactNode }) {
  return (
    <span className={styles['label']}>
      {live && <span className={styles['live']}>{live}</span>}
      {children}
    </span>
  )
}
