/** Puts the cursor into the first field of a form that is among these. */
export function focusFirstWrong(form: HTMLFormElement, names: readonly string[]): void {
  for (const field of form.elements) {
    if (!(field instanceof HTMLInputElement) || !names.includes(field.name)) continue
    field.focus()
    return
  }
}
