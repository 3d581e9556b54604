import { hourMs } from '../durations.ts'

/** How long before their shift people can say that they are there. */
const earliestMs = hourMs

/** Can "I'm here" be said for this shift at this moment? All in milliseconds since 1970. */
export function mayArrive({ from, until }: { from: number; until: number }, at: number): boolean {
  return from - earliestMs <= at && at < until
}
