import { Field } from '../ui/field.tsx'

type NumberFieldProps = {
  label: string
  unit?: string
  /** NaN: not a number yet. */
  value: number
  range: readonly [min: number, max: number]
  error?: string | undefined
  onChange: (value: number) => void
}

/** A field for a whole number, which shows the allowed range. */
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
