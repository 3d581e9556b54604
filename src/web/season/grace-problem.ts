import { graceDaysAtMost, graceMsAtMost } from '../../shared/season/limits.ts'
import { spanProblem, type TypedSpan } from '../ui/typed-span.ts'

/** Why a grace cannot be declared yet; null: it can. */
export function graceProblem(
  span: TypedSpan,
  reason: string,
): { field: 'reason' | 'from' | 'until'; text: string } | null {
  if (reason.trim() === '') return { field: 'reason', text: 'Say why.' }
  const problem = spanProblem(span)
  if (problem !== null) return problem
  if (span.ends - span.begins > graceMsAtMost) {
    return { field: 'until', text: `It may last at most ${graceDaysAtMost} days.` }
  }
  return null
}
