/** Lengths of time in milliseconds. A day of a calendar may be 23 or 25 hours long: see local-time.ts. */
export const secondMs = 1000
export const minuteMs = 60 * secondMs
export const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs
export const weekMs = 7 * dayMs
