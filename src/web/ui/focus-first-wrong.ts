/** Focuses the first of these fields in a form. */
export function focusFirstWrong(form: HTMLFormElement, names: readonly string[]): void {
  for (const field of form.elements) {
    if (!(field instanceof HTMLInputElement) || !names.includes(field.name)) continue
    field.focus()
    return
  }
}
