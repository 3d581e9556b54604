import type { Times } from '../../ui/times.ts'
import type { Connection } from '../live/live-check.ts'
import type { Check } from '../live/picture.ts'
import { type ClockText, callName, closingText } from './call-words.ts'

/** `Live`, `Sending 2`, `Offline · 6`. */
export function connectionText(connection: Connection, waiting: number): string {
  if (connection === 'live') return waiting === 0 ? 'Live' : `Sending ${waiting}`
  const state = connection === 'offline' ? 'Offline' : 'Reconnecting'
  return waiting === 0 ? state : `${state} · ${waiting}`
}

/** `Connected`, `No connection, 6 waiting`: what is announced, which no mark changes while it is live. */
export function announcedConnection(connection: Connection, waiting: number): string {
  if (connection === 'live') return 'Connected'
  const state = connection === 'offline' ? 'No connection' : 'Connecting again'
  return waiting === 0 ? state : `${state}, ${waiting} waiting`
}

/**
 * `2nd call 2:14 AM`, after the last call `closes in 1:32`; null before the first. `now`: the
 * server's.
 */
export function callClockText(
  { calls, callsAtMost, closesAt }: Pick<Check, 'calls' | 'callsAtMost' | 'closesAt'>,
  now: number,
  { clock }: Pick<Times, 'clock'>,
): ClockText | null {
  if (closesAt !== null) return closingText(Date.parse(closesAt) - now)
  const latest = calls.at(-1)
  if (latest === undefined) return null
  return { before: '', short: callName(latest.call, callsAtMost), after: ` ${clock(latest.at)}` }
}

/**
 * `Final call 2:14 AM, closes at 2:19 AM`, or `2nd call was taken back` where `takenBack` is not null:
 * what is announced, which no second changes; '' before the first. `zoneAfter`: what follows a time,
 * ` Eastern` or nothing.
 */
export function announcedCall(
  { calls, callsAtMost, closesAt }: Pick<Check, 'calls' | 'callsAtMost' | 'closesAt'>,
  takenBack: number | null,
  { clock }: Pick<Times, 'clock'>,
  zoneAfter: (at: string) => string,
): string {
  if (takenBack !== null) return `${callName(takenBack, callsAtMost)} was taken back`
  const latest = calls.at(-1)
  if (latest === undefined) return ''
  const closes = closesAt === null ? '' : `, closes at ${clock(closesAt)}`
  return `${callName(latest.call, callsAtMost)} ${clock(latest.at)}${closes}${zoneAfter(latest.at)}`
}
