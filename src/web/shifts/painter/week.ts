/**
 * A painted week: each day has 48 signs, one per half hour: 0 unavailable, 1 available, 2
 * preferred.
 */
export type Week = readonly string[]

export type Sign = '0' | '1' | '2'

/** A half hour of a day; `day` counts the columns shown, from 0. */
export type Cell = { day: number; halfHour: number }

/** A rectangle of half hours, including both corners. */
export type Stroke = { from: Cell; to: Cell }

export function signAt(week: Week, { day, halfHour }: Cell): Sign {
  return (week[day]?.[halfHour] ?? '0') as Sign
}

export function isIn({ from, to }: Stroke, { day, halfHour }: Cell): boolean {
  return isBetween(day, from.day, to.day) && isBetween(halfHour, from.halfHour, to.halfHour)
}

/** The week after painting a stroke; the same object if nothing changes. */
export function painted(week: Week, stroke: Stroke, sign: Sign): Week {
  return paintedWhere(week, (cell) => isIn(stroke, cell), sign)
}

/** As `painted`, for any cells. */
export function paintedWhere(week: Week, isMeant: (cell: Cell) => boolean, sign: Sign): Week {
  const next = week.map((signs, day) =>
    Array.from(signs, (before, halfHour) => (isMeant({ day, halfHour }) ? sign : before)).join(''),
  )
  return next.every((signs, day) => signs === week[day]) ? week : next
}

/** The sign that a tap gives a cell: the brush's, or 0 if it has that already. */
export function tapSign(week: Week, cell: Cell, brush: Sign): Sign {
  if (signAt(week, cell) !== brush) return brush
  return brush === '0' ? '1' : '0'
}

/** Consecutive half hours of one sign; `to` is excluded. */
export type Run = { day: number; from: number; to: number; sign: Sign }

/** All runs that are not unavailable, in order. */
export function runsIn(week: Week): Run[] {
  return week.flatMap((signs, day) => {
    const runs: Run[] = []
    for (let from = 0; from < signs.length; ) {
      const sign = signs[from] as Sign
      let to = from
      while (to < signs.length && signs[to] === sign) to += 1
      if (sign !== '0') runs.push({ day, from, to, sign })
      from = to
    }
    return runs
  })
}

export function hoursIn(week: Week): number {
  return runsIn(week).reduce((sum, { from, to }) => sum + (to - from) / 2, 0)
}

/** The painted week, and its states before each stroke, the last stroke first. */
export type History = { week: Week; before: readonly Week[] }

const strokesKept = 100

export function withStroke({ week, before }: History, next: Week): History {
  return next === week
    ? { week, before }
    : { week: next, before: [...before, week].slice(-strokesKept) }
}

export function undone(history: History): History {
  const last = history.before.at(-1)
  return last === undefined ? history : { week: last, before: history.before.slice(0, -1) }
}

function isBetween(value: number, one: number, other: number): boolean {
  return Math.min(one, other) <= value && value <= Math.max(one, other)
}
