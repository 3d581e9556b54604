import type { Season } from '../../src/shared/season/contract.ts'
import { defaultRules } from '../../src/shared/season/default-rules.ts'
import { seasonNow } from '../../src/shared/season/rules.ts'

/** The usual season, of a place in this time zone, on Sun Jan 18, 2026, at 10:04 PM in Durham. */
export function seasonIn(timeZone: string): Season {
  const rules = { ...defaultRules, timeZone }
  return { ...rules, now: seasonNow(rules, [], Date.parse('2026-01-19T03:04:00.000Z')) }
}
