/** The longest grace that can be declared. */
export const graceDaysAtMost = 14
export const graceMsAtMost = graceDaysAtMost * 86_400_000

/** The longest reason of a grace, in characters. */
export const graceReasonAtMost = 200
