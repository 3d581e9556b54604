import { Field } from '../ui/field.tsx'

type NetIDFieldProps = { error?: string | undefined; defaultValue?: string }

export function NetIDField(more: NetIDFieldProps) {
  return (
    <Field
      label="NetID"
      name="netID"
      autoComplete="username"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      maxLength={1000}
      required
      {...more}
    />
  )
}
