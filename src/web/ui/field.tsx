import { type ComponentProps, type ReactNode, useId } from 'react'
import { classNames } from './class-names.ts'
import styles from './field.module.css'

type FieldProps = ComponentProps<'input'> & {
  label: string
  hint?: string
  error?: string | undefined
  /** Shown beside the input, such as a button that shows the password. */
  beside?: ReactNode
}

/** A labelled input. Screen readers read its error with it; errors are texts, not only colours. */
export function Field({ label, hint, error, beside, id, className, ...rest }: FieldProps) {
  const ownId = useId()
  const inputId = id ?? ownId
  const described = classNames(hint && `${inputId}-hint`, error && `${inputId}-error`)
  return (
    <div className={classNames(styles['field'], className)}>
      <label className={styles['label']} htmlFor={inputId}>
        {label}
      </label>
      <div className={styles['row']}>
        <input
          {...rest}
          id={inputId}
          className={styles['input']}
          aria-invalid={error ? true : undefined}
          aria-describedby={described || undefined}
        />
        {beside}
      </div>
      {hint && (
        <p id={`${inputId}-hint`} className="muted">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${inputId}-error`} className={styles['error']}>
          {error}
        </p>
      )}
    </div>
  )
}
