import type { TextForm } from './contract.ts'

/** The longest texts, in UTF-16 units, as a text field counts them. */
export const lengthAtMost = { page: 20_000, announcement: 2000 } as const satisfies Record<
  TextForm,
  number
>

/**
 * What is wrong with a text's length, as the end of a sentence that begins with its name; null:
 * nothing.
 */
export function lengthProblem(form: TextForm, markdown: string): string | null {
  const most = lengthAtMost[form]
  const fits = markdown.trim() !== '' && markdown.length <= most
  return fits ? null : `must have 1 to ${most.toLocaleString('en-US')} characters.`
}
