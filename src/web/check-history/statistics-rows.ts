import type { CheckStatistics } from '../../shared/check-history/contract.ts'
import { weekdayNames, weekFromMonday } from '../../shared/season/local-time.ts'
import type { BarRow } from './bar-table.tsx'
import { periodText } from './words.ts'

/** How many checks began in each hour of the day, from midnight. */
export function hourRows(byHour: readonly number[]): BarRow[] {
  return countRows(byHour.map((count, hour) => [hourText(hour), count]))
}

/** How many checks began on each weekday, Monday first. */
export function weekdayRows(byWeekday: readonly number[]): BarRow[] {
  return countRows(weekFromMonday.map((day) => [weekdayNames[day] ?? '', byWeekday[day] ?? 0]))
}

/** How long checks took: half of them, and 9 of 10, at most so many minutes. */
export function minuteRows({ median, p90 }: CheckStatistics['minutes']): BarRow[] {
  const most = Math.max(1, median ?? 0, p90 ?? 0)
  const row = (name: string, minutes: number | null): BarRow => ({
    name,
    parts: [{ share: (minutes ?? 0) / most, look: 'make' }],
    text: minutes === null ? '–' : `${Math.round(minutes)}`,
  })
  return [row('Half took at most', median), row('9 of 10 took at most', p90)]
}

function countRows(counts: readonly (readonly [name: string, count: number])[]): BarRow[] {
  const most = Math.max(1, ...counts.map(([, count]) => count))
  return counts.map(([name, count]) => ({
    name,
    parts: [{ share: count / most, look: 'count' }],
    text: `${count}`,
  }))
}

/** Each monitor's Makes and Misses, in their order. */
export function monitorRows(monitors: CheckStatistics['monitors']): BarRow[] {
  const most = Math.max(1, ...monitors.map(({ makes, misses }) => makes + misses))
  return monitors.map(({ netID, name, makes, misses }) => ({
    name: `${name} (${netID})`,
    parts: [
      { share: makes / most, look: 'make' },
      { share: misses / most, look: 'miss' },
    ],
    text: `Makes ${makes}, Misses ${misses}`,
  }))
}

/** The share of Misses among the marks, by period and day or night. */
export function missRateRows(rates: CheckStatistics['missRate']): BarRow[] {
  const shares = rates.map(({ marks, misses }) => (marks === 0 ? 0 : misses / marks))
  const most = Math.max(...shares, 0.001)
  return rates.map((rate, index) => {
    const share = shares[index] ?? 0
    return {
      name: periodText(rate) || 'before there were rules',
      parts: [{ share: share / most, look: 'miss' }],
      text: `${(100 * share).toFixed(1)} %: ${rate.misses} of ${rate.marks}`,
    }
  })
}

/** `12 AM`, `1 PM`. */
function hourText(hour: number): string {
  return `${hour % 12 === 0 ? 12 : hour % 12} ${hour < 12 ? 'AM' : 'PM'}`
}
