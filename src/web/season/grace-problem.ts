import { graceDaysAtMost, graceMsAtMost } from '../../shared/season/limits.ts'

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
  if (Number.isNaN(ends)) return { field: 'until', text: 'Say until when.' }
  if (ends <= begins) return { field: 'until', text: 'It must end after it begins.' }
  if (ends <= now) return { field: 'until', text: 'It would be over already.' }
  if (ends - begins > graceMsAtMost) {
    return { field: 'until', text: `It may last at most ${graceDaysAtMost} days.` }
  }
  return null
}
