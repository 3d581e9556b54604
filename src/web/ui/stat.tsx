import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './stat.module.css'

type StatProps = {
  label: string
  value: ReactNode
  note?: ReactNode
  /** Without its own box, inside a group. */
  isPlain?: boolean
}

/** A number with its name. */
export function Stat({ label, value, note, isPlain = false }: StatProps) {
  return (
    <dl className={classNames(styles['stat'], !isPlain && styles['box'])}>
      <dt className={styles['label']}>{label}</dt>
      <dd className={styles['value']}>{value}</dd>
      {note && <dd className={styles['note']}>{note}</dd>}
    </dl>
  )
}
