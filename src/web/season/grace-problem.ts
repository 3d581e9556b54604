import { graceDaysAtMost, graceMsAtMost } from '../../shared/season/limits.ts'
import { untilProblem } from '../ui/until-problem.ts'

/** In milliseconds since 1970; `ends` NaN: missing. */
type TypedGrace = { now: number; begins: number; ends: number; reason: string }

/** Why a grace cannot be declared yet; null: it can. */
export function graceProblem({
  now,
  begins,
  ends,
  reason,
}: TypedGrace): { field: 'reason' | 'until'; text: string } | null {
  if (reason.trim() === '') return { field: 'reason', text: 'Say why.' }
  const text =
    untilProblem(begins, ends, now) ??
    (ends - begins > graceMsAtMost ? `It may last at most ${graceDaysAtMost} days.` : null)
  return text === null ? null : { field: 'until', text }
}
