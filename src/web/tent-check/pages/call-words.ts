/** `1st call`, `2nd call`, …, `Final call`: a season has at most ten. */
export function callName(call: number, callsAtMost: number): string {
  if (call === callsAtMost && call > 1) return 'Final call'
  return `${call}${['', 'st', 'nd', 'rd'][call] ?? 'th'} call`
}

/** As it is called within a sentence: `1st call`, `final call`. */
export function callInSentence(call: number, callsAtMost: number): string {
  return callName(call, callsAtMost).toLowerCase()
}

/** A text in three parts; where there is no space for all, only `short` is shown. */
export type ClockText = { before: string; short: string; after: string }

/** The time until the check should close: `closes in 1:32`. */
export function closingText(leftMs: number): ClockText {
  const seconds = Math.ceil(leftMs / 1000)
  if (seconds <= 0) return { before: 'is ', short: 'due', after: ' to close' }
  const clock = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
  return { before: 'closes in ', short: clock, after: '' }
}
