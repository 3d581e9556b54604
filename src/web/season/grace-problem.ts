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
  if (Number.isNaN(ends)) return { field: 'until', text: 'Choose when it ends.' }
  if (ends <= begins) return { field: 'until', text: 'It must end after it begins.' }
  if (ends <= now) return { field: 'until', text: 'That time has already passed.' }
  if (ends - begins > graceMsAtMost) {
    return { field: 'until', text: `It may last at most ${graceDaysAtMost} days.` }
  }
  return null
}
