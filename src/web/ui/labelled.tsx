import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './field.module.css'

/** What is told with an input: `hint` always, `error` while its value is wrong. */
type Told = { hint?: string | undefined; error?: string | undefined }

type LabelledProps = Told & {
  /** Of the input. */
  id: string
  label: string
  className?: string | undefined
  children: ReactNode
}

/** An input with its label above, its hint and its error below. */
export function Labelled({ id, label, hint, error, className, children }: LabelledProps) {
  return (
    <div className={classNames(styles['field'], className)}>
      <label className={styles['label']} htmlFor={id}>
        {label}
      </label>
      {children}
      {hint && (
        <p id={`${id}-hint`} className="muted">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className={styles['error']}>
          {error}
        </p>
      )}
    </div>
  )
}

/** The attributes by which screen readers read the hint and the error with the input. */
export function describedBy(id: string, { hint, error }: Told) {
  return {
    'aria-invalid': error ? true : undefined,
    'aria-describedby': classNames(hint && `${id}-hint`, error && `${id}-error`) || undefined,
  }
}
