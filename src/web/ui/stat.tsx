import type { ReactNode } from 'react'
import styles from './stat.module.css'

type StatProps = { label: string; value: ReactNode; note?: ReactNode }

/** One figure with its name. */
export function Stat({ label, value, note }: StatProps) {
  return (
    <dl className={styles['stat']}>
      <dt className={styles['label']}>{label}</dt>
      <dd className={styles['value']}>{value}</dd>
      {note && <dd className={styles['note']}>{note}</dd>}
    </dl>
  )
}
