import { hourMs } from '../durations.ts'
import type { SeasonRules } from '../season/contract.ts'

/**
 * Until when a Miss may be disputed, in milliseconds since 1970. `endedAt`: its check's end, ISO
 * 8601. The hours are those of the rules that the check began under.
 */
export function disputableUntil(
  endedAt: string,
  { disputeHours }: Pick<SeasonRules, 'disputeHours'>,
): number {
  return Date.parse(endedAt) + disputeHours * hourMs
}
