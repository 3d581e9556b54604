import { type ComponentProps, type ReactNode, useId } from 'react'
import styles from './field.module.css'
import { describedBy, Labelled } from './labelled.tsx'

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
  const told = { hint, error }
  return (
    <Labelled id={inputId} label={label} className={className} {...told}>
      <div className={styles['row']}>
        <input {...rest} id={inputId} className={styles['input']} {...describedBy(inputId, told)} />
        {beside}
      </div>
    </Labelled>
  )
}
