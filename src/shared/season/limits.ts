import { dayMs } from '../durations.ts'

/** The longest grace that can be declared. */
export const graceDaysAtMost = 14
export const graceMsAtMost = graceDaysAtMost * dayMs

/** The longest reason of a grace, in characters. */
export const graceReasonAtMost = 200
