import { capital } from '../../shared/capital.ts'
import { counted } from '../../shared/counted.ts'
import { dateText } from '../../shared/date-text.ts'
import type { Night, Period, Season, SeasonRules } from '../../shared/season/contract.ts'
import { weekdayNames } from '../../shared/season/local-time.ts'
import { momentOf, requiredOf, type SeasonMoment } from '../../shared/season/rules.ts'
import { isWithoutChecks } from '../../shared/season/without-checks.ts'
import { clockText } from '../ui/time-words.ts'

const shortDay = dateText({ timeZone: 'UTC', month: 'short', day: 'numeric' })

/** `2026-01-28T07:00` as `Jan 28`. */
export function dayText(localTime: string): string {
  const ms = Date.parse(`${localTime}Z`)
  return Number.isNaN(ms) ? '' : shortDay(ms)
}

/** `Mon, Tue, Wed: 1:00 AM to 7:00 AM`. */
export function nightText({ days, from, to }: Night): string {
  const names = [...days].sort((a, b) => a - b).map((day) => weekdayNames[day])
  return `${names.join(', ')}: ${clockText(from)}${from > to ? ' the evening before' : ''} to ${clockText(to)}`
}

/** `2 by day, 10 by night`. */
export function requiredText(period: Pick<Period, 'day' | 'night'>): string {
  if (isWithoutChecks(period)) return 'no checks'
  return `${period.day} by day, ${period.night} by night`
}

/** `Blue, night, 6 required`. */
export function momentText(rules: SeasonRules, moment: SeasonMoment): string {
  const { period, clock } = moment
  if (period === null) return `outside of all periods, ${clock}`
  if (isWithoutChecks(period)) return `${period.name}, ${clock}, no checks`
  return `${period.name}, ${clock}, ${requiredOf(rules, moment, null)} required`
}

/** The state now: `Blue, night, 6 required`, or that it is off season. */
export function nowText(season: Season): string {
  if (!season.inSeason) return 'It is off season'
  return momentText(season, momentOf(season, Date.parse(season.now.at)))
}

/** A problem's text as a complete sentence. */
export function sentence(text: string): string {
  return `${capital(text)}.`
}

/** The number fields of the rules, in the order in which they are shown, and the unit of one. */
export const numberInputs = [
  ['graceMinutes', 'Grace after a check', 'minute'],
  ['missesAllowed', 'Misses allowed in a period', ''],
  ['calls', 'Calls before a check ends', ''],
  ['closingMinutes', 'From the last call to the end', 'minute'],
  ['disputeHours', 'To dispute a Miss', 'hour'],
] as const

/** `60 minutes`, `1 minute`; without a unit `3`. */
export function numberText(count: number, unit: string): string {
  return unit === '' ? String(count) : counted(count, unit)
}

export const switchTexts = {
  inSeason: (isOn: boolean) => (isOn ? 'The season is on' : 'It is off season'),
  tentNumbersWin: (isOn: boolean) =>
    isOn
      ? 'A tent’s own number overrides the period’s'
      : 'The period’s number counts, whatever a tent’s own is',
}
