import { instantOf, isLocalTime } from '../../shared/season/local-time.ts'

/** In milliseconds since 1970; NaN: no valid time is typed. */
export type TypedSpan = { now: number; begins: number; ends: number }

/** A span as it is typed in a time zone; one without a beginning begins now. */
export function typedSpan(from: string, until: string, now: number, timeZone: string): TypedSpan {
  const typed = (text: string) => (isLocalTime(text) ? instantOf(text, timeZone) : Number.NaN)
  return { now, begins: from === '' ? now : typed(from), ends: typed(until) }
}

/** Why nothing can begin and end so; null: it can. */
export function spanProblem({
  now,
  begins,
  ends,
}: TypedSpan): { field: 'from' | 'until'; text: string } | null {
  if (Number.isNaN(begins)) return { field: 'from', text: 'Check the year.' }
  if (Number.isNaN(ends)) return { field: 'until', text: 'Choose when it ends.' }
  if (ends <= begins) return { field: 'until', text: 'It must end after it begins.' }
  if (ends <= now) return { field: 'until', text: 'That time has already passed.' }
  return null
}
