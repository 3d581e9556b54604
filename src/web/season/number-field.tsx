import { Field } from '../ui/field.tsx'

type NumberFieldProps = {
  label: string
  unit?: string
  /** NaN: what is typed is no number yet. */
  value: number
  range: readonly [min: number, max: number]
  error?: string | undefined
  onChange: (value: number) => void
}

/** A whole number within a range, which it names. */
export function NumberField({ label, unit = '', value, range, error, onChange }: NumberFieldProps) {
  const [min, max] = range
  return (
    <Field
      label={label}
      type="number"
      inputMode="numeric"
      min={min}
      max={max}
      step={1}
      hint={`${min} to ${max} ${unit}`.trim()}
      error={error}
      value={Number.isNaN(value) ? '' : value}
      onChange={({ target }) => onChange(target.value === '' ? Number.NaN : Number(target.value))}
    />
  )
}
