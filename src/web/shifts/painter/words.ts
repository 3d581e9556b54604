import { groupedBy } from '../../../shared/grouped.ts'
import { slotsOfDay } from '../../../shared/shifts/tent-shifts.ts'
import { halfHourText, rangeText } from '../words/time-words.ts'
import { type Cell, type Run, runsIn, type Sign, type Stroke, type Week } from './week.ts'

/** In the order in which people choose from them. */
export const signs: readonly Sign[] = ['1', '2', '0']

export const signWords: Record<Sign, string> = {
  '0': 'unavailable',
  '1': 'available',
  '2': 'preferred',
}

/** A day, without when it is unavailable: `1:00–7:00 AM available; 9:00–11:00 PM preferred`. */
export function dayRunsText(signs: string): string {
  return runsIn([signs]).map(runText).join('; ')
}

function runText({ from, to, sign }: Run): string {
  const range =
    from === 0 && to === slotsOfDay ? 'all day' : rangeText(halfHourText(from), halfHourText(to))
  return `${range} ${signWords[sign]}`
}

/** The text of a half hour for screen readers: `Mon 1:00–1:30 AM, available`. */
export function cellText(day: string, { halfHour }: Cell, sign: Sign): string {
  return `${day} ${rangeText(halfHourText(halfHour), halfHourText(halfHour + 1))}, ${signWords[sign]}`
}

/** `Mon to Wed, 1:00–7:00 AM`. */
export function strokeText(days: readonly string[], { from, to }: Stroke): string {
  const [first, last] = [Math.min(from.day, to.day), Math.max(from.day, to.day)]
  const [begin, end] = [Math.min(from.halfHour, to.halfHour), Math.max(from.halfHour, to.halfHour)]
  const names = first === last ? days[first] : `${days[first]} to ${days[last]}`
  return `${names}, ${rangeText(halfHourText(begin), halfHourText(end + 1))}`
}

/** One line per day, equal days together: `Mon, Tue: 1:00–7:00 AM available`. */
export function weekLines(week: Week, days: readonly string[]): { days: string; runs: string }[] {
  return [...groupedBy(days.keys(), (day) => dayRunsText(week[day] ?? ''))]
    .filter(([text]) => text !== '')
    .map(([text, alike]) => ({ days: alike.map((day) => days[day]).join(', '), runs: text }))
}
