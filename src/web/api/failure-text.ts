import { CallError } from './call.ts'

/**
 * What to tell the person: the server's own text; `defaultText` if it refused without one,
 * `ifUnanswered` if there was no answer.
 */
export function failureText(error: unknown, defaultText: string, ifUnanswered: string): string {
  if (!(error instanceof CallError)) return ifUnanswered
  if (error.code === 'tooManyAttempts' && error.retryAfterS !== null) {
    return `Too many attempts. Try again at ${timeIn(error.retryAfterS)}.`
  }
  return error.message || defaultText
}

/** The time on the person's own device, rounded up to the minute. */
function timeIn(seconds: number): string {
  const at = Math.ceil((Date.now() + seconds * 1000) / 60_000) * 60_000
  return new Date(at).toLocaleTimeString([], { hour: 'numeric', minute: '2-digit' })
}
