import { instantIn } from '../../shared/instant.ts'
import type { RefusalCode } from '../../shared/refusals.ts'
import { Refusal } from './refusal.ts'

/** Parses a field's time, in ISO 8601 in UTC; any other text is refused with this code. */
export function timeField(code: RefusalCode, field: string, text: string): Date {
  const time = instantIn(text)
  if (time !== null) return time
  throw new Refusal(code, { text: `${field} must be a time in UTC, like 2026-01-19T08:16:00Z.` })
}
