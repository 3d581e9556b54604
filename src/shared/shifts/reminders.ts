import { minuteMs } from '../durations.ts'
import { groupedBy } from '../grouped.ts'
import type { Grace } from '../season/contract.ts'

/**
 * When a member is reminded of a shift and when others are told, and how late that may still be, in
 * minutes from when the member has to be there.
 */
const times = { hour: [-60, -30], quarter: [-15, 0], absent: [10, 60], captain: [15, 60] } as const
export type Reminder = keyof typeof times

/** Only shifts that end after this time before now and begin within it after now are read. */
export const remindedWithinMs = 61 * minuteMs

export type RemindedShift = {
  id: string
  memberId: string
  from: Date
  until: Date
  arrivedAt: Date | null
  told: readonly string[]
  /** Has somebody linked the member's row? Without that nobody can say that they are there. */
  hasAccount: boolean
}

/** Does it tell others that a member is not there? In grace that may be so, and nobody is told. */
export function isOfAbsence(reminder: Reminder): boolean {
  return reminder === 'absent' || reminder === 'captain'
}

/**
 * The time in which a reminder may be sent: `from` included, `until` not; empty: it is not sent.
 * News of an absence is timed from the shift's start, or from the end of the last grace that has
 * begun by now, if that is later: until then members may be away. `graces`: all that end later than
 * an hour before now.
 */
export function timeOf(
  reminder: Reminder,
  shift: Pick<RemindedShift, 'from' | 'until'>,
  graces: readonly Grace[],
  now: Date,
): { from: Date; until: Date } {
  const begun = isOfAbsence(reminder) ? graces.filter(({ from }) => Date.parse(from) <= +now) : []
  const there = Math.max(+shift.from, ...begun.map(({ until }) => Date.parse(until)))
  const [first, last] = times[reminder]
  return {
    from: new Date(there + first * minuteMs),
    until: new Date(Math.min(there + last * minuteMs, +shift.until)),
  }
}

/**
 * Does a shift directly follow another one of the same member, among these? They are there, and need
 * no word, unless others were told that they did not come to that one, or could not be told because of
 * grace.
 */
export function goesOnAmong(
  shifts: readonly RemindedShift[],
  graces: readonly Grace[],
  now: Date,
): (shift: Pick<RemindedShift, 'memberId' | 'from'>) => boolean {
  const momentOf = (memberId: string, at: Date) => `${+at} ${memberId}`
  const byEnd = groupedBy(shifts, ({ memberId, until }) => momentOf(memberId, until))
  const isUntold = (other: RemindedShift) => {
    const time = timeOf('absent', other, graces, now)
    return time.until <= time.from && !goesOn(other)
  }
  const isAway = (other: RemindedShift) =>
    other.arrivedAt === null && (other.told.includes('absent') || isUntold(other))
  const goesOn = ({ memberId, from }: Pick<RemindedShift, 'memberId' | 'from'>): boolean =>
    (byEnd.get(momentOf(memberId, from)) ?? []).some((other) => !isAway(other))
  return goesOn
}

/**
 * The reminders of these shifts that are due and not yet sent. `hour` and `quarter` go to the
 * member, unless they are there already, `absent` to the others of that shift, `captain` to the
 * captain. A shift that goes on from another one needs none, nor does that of a member without an
 * account.
 */
export function remindersDue(
  shifts: readonly RemindedShift[],
  now: Date,
  graces: readonly Grace[],
): { shift: RemindedShift; reminder: Reminder }[] {
  const isDue = (shift: RemindedShift, reminder: Reminder) => {
    const { from, until } = timeOf(reminder, shift, graces, now)
    return from <= now && now < until && !shift.told.includes(reminder)
  }
  const goesOn = goesOnAmong(shifts, graces, now)
  return shifts
    .filter((shift) => shift.arrivedAt === null && shift.hasAccount && !goesOn(shift))
    .flatMap((shift) =>
      (Object.keys(times) as Reminder[])
        .filter((reminder) => isDue(shift, reminder))
        .map((reminder) => ({ shift, reminder })),
    )
}

/**
 * What still counts as told once a shift begins at another time: a reminder whose time comes again
 * is told again.
 */
export function stillTold(told: readonly string[], from: Date, now: Date): string[] {
  const known: Readonly<Record<string, readonly [number, number] | undefined>> = times
  return told.filter(
    (reminder) => from.getTime() + (known[reminder]?.[0] ?? 0) * minuteMs <= now.getTime(),
  )
}

/** Who else is on shift at this moment. */
export function othersOf(
  { memberId }: Pick<RemindedShift, 'memberId'>,
  shifts: readonly RemindedShift[],
  at: Date,
): string[] {
  const there = shifts.filter(
    (other) => other.memberId !== memberId && other.from <= at && at < other.until,
  )
  return [...new Set(there.map((other) => other.memberId))]
}
