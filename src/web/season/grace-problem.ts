/** In milliseconds since 1970; NaN: missing. */
type TypedGrace = { begins: number; ends: number; reason: string }

const longestMs = 14 * 86_400_000

/** Why a grace cannot be declared yet; null: it can. */
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
