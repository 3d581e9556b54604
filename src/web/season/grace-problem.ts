/** In milliseconds since 1970; NaN: not said yet. */
type TypedGrace = { begins: number; ends: number; reason: string }

const longestMs = 14 * 86_400_000

/** What is missing before a grace can be declared; null: nothing. */
export function graceProblem({
  begins,
  ends,
  reason,
}: TypedGrace): { field: 'reason' | 'until'; text: string } | null {
  if (reason.trim() === '') return { field: 'reason', text: 'Say why.' }
  if (Number.isNaN(ends)) return { field: 'until', text: 'Say until when.' }
  if (ends <= begins) return { field: 'until', text: 'It must end after it begins.' }
  if (ends - begins > longestMs) return { field: 'until', text: 'It may last at most 14 days.' }
  return null
}
