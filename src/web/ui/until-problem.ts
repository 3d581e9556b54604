/**
 * What is wrong with the end of a time from `begins` to `ends`; null: nothing. In milliseconds since
 * 1970; `ends` NaN: missing.
 */
export function untilProblem(begins: number, ends: number, now: number): string | null {
  if (Number.isNaN(ends)) return 'Choose when it ends.'
  if (ends <= begins) return 'It must end after it begins.'
  if (ends <= now) return 'That time has already passed.'
  return null
}
