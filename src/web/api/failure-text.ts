import { dateText } from '../../shared/date-text.ts'
import { minuteMs } from '../../shared/durations.ts'
import { CallError } from './call.ts'

/**
 * What to tell the person: the server's own text; `defaultText` if it refused without one,
 * `ifUnanswered` if there was no answer.
 */
export function failureText(error: unknown, defaultText: string, ifUnanswered: string): string {
  if (!(error instanceof CallError)) return ifUnanswered
  const text = error.message || defaultText
  if (error.code !== 'tooManyAttempts' || error.retryAfterS === null) return text
  return `${text} ${nextAttemptText(Date.now(), error.retryAfterS)}`
}

/** As `failureText`, after what failed, which is always told: `Failed to save link: It is too long.` */
export function failureAndReason(error: unknown, failed: string, ifUnanswered: string): string {
  const reason = failureText(error, '', '')
  if (reason === '') return failureText(error, failed, ifUnanswered)
  return `${failed}${failed.endsWith('.') ? '' : ':'} ${reason}`
}

/**
 * From when the next attempt is allowed, rounded up to the minute. `now` in ms; by the clock of the
 * device, or of the zone that is given.
 */
export function nextAttemptText(now: number, waitS: number, timeZone?: string): string {
  const at = Math.ceil((now + waitS * 1000) / minuteMs) * minuteMs
  const clock = dateText({ hour: 'numeric', minute: '2-digit', timeZone })
  return `The next attempt is possible at ${clock(at)}.`
}
