import { Field } from '../ui/field.tsx'

export function NetIDField() {
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
    />
  )
}
