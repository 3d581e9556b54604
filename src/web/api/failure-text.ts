import { CallError } from './call.ts'

/** The server's own words; `ifUnsaid` if it refused without any, `ifUnanswered` if it is mute. */
export function failureText(error: unknown, ifUnsaid: string, ifUnanswered: string): string {
  if (!(error instanceof CallError)) return ifUnanswered
  return error.message || ifUnsaid
}
