import type { SeasonRules } from '../../shared/season/contract.ts'
import { instantOf } from '../../shared/season/local-time.ts'
import { localTimeText } from './local-time-text.ts'
import { requiredText } from './words.ts'

/**
 * `Blue from Wed, Jan 28, 2026, 11:00 PM: 1 by day, 6 by night`; in the last period, the season's
 * end, `The season ends on Tue, Dec 1, 2026, 10:50 PM`; null once it is over.
 */
export function nextPeriodText(rules: SeasonRules, now: number): string | null {
  const isAhead = (localTime: string) => instantOf(localTime, rules.timeZone) > now
  const next = rules.periods.find(({ from }) => isAhead(from))
  if (next) return `${next.name} from ${localTimeText(next.from)}: ${requiredText(next)}`
  return isAhead(rules.ends) ? `The season ends on ${localTimeText(rules.ends)}` : null
}
