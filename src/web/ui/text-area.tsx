import { type ComponentProps, useId } from 'react'
import styles from './field.module.css'
import { describedBy, Labelled } from './labelled.tsx'

type TextAreaProps = ComponentProps<'textarea'> & {
  label: string
  hint?: string
  error?: string | undefined
}

/** A labelled field for some sentences. Screen readers read its error with it. */
export function TextArea({ label, hint, error, ...rest }: TextAreaProps) {
  const id = useId()
  const told = { hint, error }
  return (
    <Labelled id={id} label={label} {...told}>
      <textarea rows={4} {...rest} id={id} className={styles['input']} {...describedBy(id, told)} />
    </Labelled>
  )
}
