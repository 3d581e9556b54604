import { useId } from 'react'
import { classNames } from './class-names.ts'
import styles from './field.module.css'
import { Labelled } from './labelled.tsx'

type SelectFieldProps = {
  label: string
  value: string
  options: readonly (readonly [value: string, text: string])[]
  onChange: (value: string) => void
}

/** A labelled choice of a few values. */
export function SelectField({ label, value, options, onChange }: SelectFieldProps) {
  const id = useId()
  return (
    <Labelled id={id} label={label}>
      <div className={styles['choice']}>
        <select
          id={id}
          className={classNames(styles['input'], styles['select'])}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        >
          {options.map(([optionValue, text]) => (
            <option key={optionValue} value={optionValue}>
              {text}
            </option>
          ))}
        </select>
      </div>
    </Labelled>
  )
}
