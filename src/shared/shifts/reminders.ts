/** When a member is reminded of a shift and when others are told, in minutes from its start. */
const remindedAt = { hour: -60, quarter: -15, absent: 10, captain: 15 } as const
export type Reminder = keyof typeof remindedAt

/** How late a reminder may still be sent. */
const lateMinutes = { hour: 30, quarter: 15, absent: 60, captain: 60 } as const
/** Only shifts that begin within this time before or after now are read. */
export const remindedWithinMs = 76 * 60_000

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
 * The reminders of these shifts that are due and not yet sent. `hour` and `quarter` go to the
 * member, unless they are there already, `absent` to the others of that shift, `captain` to the
 * captain; these two wait while grace holds. A shift that directly follows another one of the same
 * member needs none, nor does that of a member without an account.
 */
export function remindersDue(
  shifts: readonly RemindedShift[],
  now: Date,
  isGrace: boolean,
): { shift: RemindedShift; reminder: Reminder }[] {
  const due = (shift: RemindedShift, reminder: Reminder) => {
    const at = shift.from.getTime() + remindedAt[reminder] * 60_000
    const isTime = at <= now.getTime() && now.getTime() < at + lateMinutes[reminder] * 60_000
    return isTime && now < shift.until && !shift.told.includes(reminder)
  }
  const goesOn = ({ memberId, from }: RemindedShift) =>
    shifts.some((other) => other.memberId === memberId && other.until.getTime() === from.getTime())
  return shifts
    .filter((shift) => shift.arrivedAt === null && shift.hasAccount && !goesOn(shift))
    .flatMap((shift) =>
      (Object.keys(remindedAt) as Reminder[])
        .filter((reminder) => due(shift, reminder) && !(isGrace && isOfAbsence(reminder)))
        .map((reminder) => ({ shift, reminder })),
    )
}

/**
 * What still counts as told once a shift begins at another time: a reminder whose time comes again
 * is told again.
 */
export function stillTold(told: readonly string[], from: Date, now: Date): string[] {
  const times: Readonly<Record<string, number | undefined>> = remindedAt
  return told.filter(
    (reminder) => from.getTime() + (times[reminder] ?? 0) * 60_000 <= now.getTime(),
  )
}

/** Who else is on shift with this one after its start. */
export function othersOf(
  shift: Pick<RemindedShift, 'memberId' | 'from'>,
  shifts: readonly RemindedShift[],
): string[] {
  const late = shift.from.getTime() + remindedAt.absent * 60_000
  const there = shifts.filter(
    ({ memberId, from, until }) =>
      memberId !== shift.memberId && from.getTime() <= late && late < until.getTime(),
  )
  return [...new Set(there.map(({ memberId }) => memberId))]
}
