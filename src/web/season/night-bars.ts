import type { Night } from '../../shared/season/contract.ts'

/** From and to, in minutes of the day. */
export type Bar = { from: number; to: number }

const wholeDay = 1440

/** The night hours of each day of the week (0 = Sunday), from midnight to midnight, in order. */
export function nightBars(nights: readonly Night[]): Bar[][] {
  const bars: Bar[][] = Array.from({ length: 7 }, () => [])
  const add = (day: number, bar: Bar) => {
    if (Number.isFinite(bar.from) && Number.isFinite(bar.to)) bars[(day + 7) % 7]?.push(bar)
  }
  for (const { days, from, to } of nights) {
    for (const day of days) {
      if (from <= to) add(day, { from: minuteOf(from), to: minuteOf(to) })
      else {
        add(day - 1, { from: minuteOf(from), to: wholeDay })
        add(day, { from: 0, to: minuteOf(to) })
      }
    }
  }
  return bars.map(joined)
}

function minuteOf(time: string): number {
  const [hours, minutes] = time.split(':').map(Number)
  return (hours ?? Number.NaN) * 60 + (minutes ?? Number.NaN)
}

/** Joins bars that touch or overlap. */
function joined(bars: Bar[]): Bar[] {
  const result: Bar[] = []
  for (const bar of bars.filter(({ from, to }) => from < to).sort((a, b) => a.from - b.from)) {
    const last = result.at(-1)
    if (last === undefined || bar.from > last.to) result.push({ ...bar })
    else last.to = Math.max(last.to, bar.to)
  }
  return result
}
