import { type ComponentProps, type ReactNode, useId } from 'react'
import { classNames } from './class-names.ts'
import styles from './field.module.css'

type FieldProps = Omit<ComponentProps<'input'>, 'id'> & {
  label: string
  hint?: string
  error?: string | undefined
  /** Shown beside the input, such as a button that shows the password. */
  beside?: ReactNode
}

/** A labelled input. Screen readers read its error with it; errors are texts, not only colours. */
export function Field({ label, hint, error, beside, className, ...rest }: FieldProps) {
  const id = useId()
  const described = classNames(hint && `${id}-hint`, error && `${id}-error`)
  return (
    <div className={classNames(styles['field'], className)}>
      <label className={styles['label']} htmlFor={id}>
        {label}
      </label>
      <div className={styles['row']}>
        <input
          {...rest}
          id={id}
          className={styles['input']}
          aria-invalid={error ? true : undefined}
          aria-describedby={described || undefined}
        />
        {beside}
      </div>
      {hint && (
        <p id={`${id}-hint`} className={styles['hint']}>
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
