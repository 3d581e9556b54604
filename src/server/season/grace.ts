import { graceDaysAtMost, graceMsAtMost, graceReasonAtMost } from '../../shared/season/limits.ts'
import { Refusal } from '../http/refusal.ts'
import { timeField } from '../http/time-field.ts'

/** A requested grace; times in ISO 8601 in UTC, `from` left out means now. */
type AskedGrace = { from?: string; until: string; reason: string }

/** The validated grace, or a refusal that names the wrong field. */
export function graceOf(asked: AskedGrace, now: Date) {
  const from = asked.from === undefined ? now : timeField('graceInvalid', 'from', asked.from)
  const until = timeField('graceInvalid', 'until', asked.until)
  const reason = asked.reason.trim()
  if (until <= from) throw invalid('until must be after from, which is now where it is left out.')
  if (until.getTime() - from.getTime() > graceMsAtMost) {
    throw invalid(`until must be at most ${graceDaysAtMost} days after from.`)
  }
  if (reason === '' || Array.from(reason).length > graceReasonAtMost) {
    throw invalid(`reason must have 1 to ${graceReasonAtMost} characters.`)
  }
  return { from, until, reason }
}

function invalid(text: string): Refusal {
  return new Refusal('graceInvalid', { text })
}
