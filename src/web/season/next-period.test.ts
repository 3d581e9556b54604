import { expect, it } from 'vitest'
import { defaultRules } from '../../shared/season/default-rules.ts'
import { instantOf } from '../../shared/season/local-time.ts'
import { nextPeriodText } from './next-period.ts'

const [first, second] = defaultRules.periods
const at = (localTime: string) => instantOf(localTime, defaultRules.timeZone)

it('names the period that comes next, then the end of the season, then nothing', () => {
  const text = (localTime: string, laterMs = 0) =>
    nextPeriodText(defaultRules, at(localTime) + laterMs, defaultRules.timeZone)
  expect(text(first?.from ?? '', -1)).toMatch(new RegExp(`^${first?.name} from `))
  expect(text(first?.from ?? '')).toMatch(
    new RegExp(`^${second?.name} from .+: ${second?.day} by day, ${second?.night} by night$`),
  )
  expect(text(defaultRules.ends, -1)).toMatch(/^The season ends on /)
  expect(text(defaultRules.ends)).toBe(null)
})
