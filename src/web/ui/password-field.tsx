import { type ComponentProps, useState } from 'react'
import styles from './field.module.css'
import { Field } from './field.tsx'

/** A password field whose text can be shown. */
export function PasswordField(props: Omit<ComponentProps<typeof Field>, 'type' | 'beside'>) {
  const [isShown, setShown] = useState(false)
  return (
    <Field
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      {...props}
      type={isShown ? 'text' : 'password'}
      beside={
        <button
          type="button"
          className={styles['show']}
          aria-pressed={isShown}
          onClick={() => setShown(!isShown)}
        >
          {isShown ? 'Hide' : 'Show'}
        </button>
      }
    />
  )
}
