import { type ComponentProps, type ReactNode, useId } from 'react'
import { classNames } from './class-names.ts'
import styles from './field.module.css'

type FieldProps = ComponentProps<'input'> & {
  label: string
  hint?: string
  error?: string | undefined
  /** Stands beside the input, like a button that shows what is typed. */
  beside?: ReactNode
}

/** A labelled input. Its error is read out with it, and shown in words, not by colour alone. */
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
        <p id={`${inputId}-hint`} className={styles['hint']}>
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
