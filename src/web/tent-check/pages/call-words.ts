/** `1st call`, `2nd call`, …, `Final call`: a season has at most ten. */
export function callName(call: number, callsAtMost: number): string {
  if (call === callsAtMost && call > 1) return 'Final call'
  return `${call}${['', 'st', 'nd', 'rd'][call] ?? 'th'} call`
}

/** The time until the check should close: `closes in 1:32`. */
export function closingText(leftMs: number): string {
  const seconds = Math.ceil(leftMs / 1000)
  if (seconds <= 0) return 'is due to close'
  return `closes in ${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
