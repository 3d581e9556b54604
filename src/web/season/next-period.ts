import type { SeasonRules } from '../../shared/season/contract.ts'
import { instantOf } from '../../shared/season/local-time.ts'
import { textInZone } from './local-time-text.ts'
import { requiredText } from './words.ts'

/**
 * `Blue from Wed, Jan 28, 2026, 11:00 PM: 1 by day, 6 by night`; in the last period, the season's
 * end, `The season ends on Tue, Dec 1, 2026, 10:50 PM`; null once it is over. The season's zone is
 * named where a clock of `deviceZone` shows another time.
 */
export function nextPeriodText(rules: SeasonRules, now: number, deviceZone: string): string | null {
  const { timeZone } = rules
  const text = (localTime: string) => textInZone(localTime, timeZone, deviceZone)
  const isAhead = (localTime: string) => instantOf(localTime, timeZone) > now
  const next = rules.periods.find(({ from }) => isAhead(from))
  if (next) return `${next.name} from ${text(next.from)}: ${requiredText(next)}`
  return isAhead(rules.ends) ? `The season ends on ${text(rules.ends)}` : null
}
