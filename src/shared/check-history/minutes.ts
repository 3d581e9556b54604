import { minuteMs } from '../durations.ts'

/** How many minutes a check took; 0 if the clock was set back before its start meanwhile. */
export function minutesOf({ startedAt, endedAt }: { startedAt: string; endedAt: string }): number {
  return Math.max(0, (Date.parse(endedAt) - Date.parse(startedAt)) / minuteMs)
}
