import { type ComponentProps, useId } from 'react'
import styles from './field.module.css'

type TextAreaProps = ComponentProps<'textarea'> & {
  label: string
  hint?: string
}

/** A labelled field for some sentences. */
export function TextArea({ label, hint, ...rest }: TextAreaProps) {
  const id = useId()
  return (
    <div className={styles['field']}>
      <label className={styles['label']} htmlFor={id}>
        {label}
      </label>
      <textarea
        rows={4}
        {...rest}
        id={id}
        className={styles['input']}
        aria-describedby={hint && `${id}-hint`}
      />
      {hint && (
        <p id={`${id}-hint`} className={styles['hint']}>
          {hint}
        </p>
      )}
    </div>
  )
}
