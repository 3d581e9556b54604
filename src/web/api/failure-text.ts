import { CallError } from './call.ts'

/** The server's own words; `ifUnsaid` if it refused without any, `ifUnanswered` if it is mute. */
export function failureText(error: unknown, ifUnsaid: string, ifUnanswered: string): string {
  if (!(error instanceof CallError)) return ifUnanswered
  if (error.code === 'tooManyAttempts' && error.retryAfterS !== null) {
    return `Too many attempts. Try again at ${timeIn(error.retryAfterS)}.`
  }
  return error.message || ifUnsaid
}

/** By the clock of the person's own device, to the minute in which it may be tried. */
function timeIn(seconds: number): string {
  const at = Math.ceil((Date.now() + seconds * 1000) / 60_000) * 60_000
  return new Date(at).toLocaleTimeString([], { hour: 'numeric', minute: '2-digit' })
}
