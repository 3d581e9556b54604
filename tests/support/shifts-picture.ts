import { localTimeOf } from '../../src/shared/season/local-time.ts'
import type {
  Assignment,
  Draft,
  Shift,
  ShiftPerson,
  Swap,
  TentShifts,
} from '../../src/shared/shifts/tent-shifts.ts'

const slotMs = 1_800_000
const timeZone = 'America/New_York'

/** A member who has an account and has not answered. */
export function shiftPerson(
  id: string,
  name: string,
  more: Partial<ShiftPerson> = {},
): ShiftPerson {
  return {
    id,
    name,
    isMe: false,
    hasAccount: true,
    isCaptain: false,
    isDeputy: false,
    answeredAt: null,
    free: null,
    availability: null,
    ...more,
  }
}

/** The whole night, 1 to 7 AM in Durham, of a day of January 2026. */
export function nightShift(id: string, memberId: string | null, day: string): Shift {
  return {
    id,
    memberId,
    from: `2026-01-${day}T06:00:00.000Z`,
    until: `2026-01-${day}T12:00:00.000Z`,
    arrivedAt: null,
  }
}

/** Bo gives this shift away, to whoever takes it. */
export function givenAway(shift: Shift, more: Partial<Swap> = {}): Swap {
  return {
    id: 'w1',
    kind: 'give',
    by: 'm2',
    to: null,
    shift,
    forShift: null,
    state: 'open',
    takenBy: null,
    at: '',
    canTake: true,
    isMine: false,
    ...more,
  }
}

/** A draft of the week of `shiftsPicture`, just made. */
export function draftOf(shifts: Assignment[], more: Partial<Draft> = {}): Draft {
  return {
    from: '2026-01-28',
    days: 7,
    madeAt: '2026-01-29T03:10:00.000Z',
    how: 'greedy',
    figures: {
      uncoveredHours: 0,
      nightSpreadHours: 0,
      daySpreadHours: 0,
      shifts: 0,
      shiftsUnderTwoHours: 0,
      preferredShare: 0,
    },
    shifts,
    short: [],
    added: [],
    removed: [],
    ...more,
  }
}

/**
 * A tent of three on Wed Jan 28, 2026, 10:10 PM in Durham, for a week from that day: nothing is
 * planned, I am Ann, its captain. Nights are from 1 to 7 AM; two are needed then, else one.
 */
export function shiftsPicture(more: Partial<TentShifts> = {}): TentShifts {
  const first = Date.parse('2026-01-28T05:00:00.000Z')
  const slots = Array.from({ length: 7 * 48 }, (_, index) => {
    const local = localTimeOf(first + index * slotMs, timeZone)
    const time = local.slice(11)
    const night = time >= '01:00' && time < '07:00'
    const at = new Date(first + index * slotMs).toISOString()
    return { at, local, night, need: night ? 2 : 1 }
  })
  return {
    tent: { id: 't1', order: '47', name: 'Ice' },
    timeZone,
    now: '2026-01-29T03:10:00.000Z',
    me: { memberId: 'm1', suggested: null, as: 'captain', canPlan: true },
    settings: {
      deadline: null,
      approvesSwaps: false,
      limits: { minSlots: 2, maxDaySlots: 8, breakSlots: 4, nightWeight: 1.5 },
    },
    from: '2026-01-28',
    days: 7,
    slots,
    people: [
      shiftPerson('m2', 'Bo'),
      shiftPerson('m1', 'Ann', { isMe: true, isCaptain: true }),
      shiftPerson('m3', 'Cy', { hasAccount: false }),
    ],
    cannotCover: [],
    plan: { shifts: [], short: [] },
    isPlanned: false,
    nextShift: null,
    nextShiftWith: [],
    draft: null,
    locks: [],
    job: null,
    swaps: [],
    substitutes: [],
    atThisMoment: { required: null, shifts: [], checkIsOn: false, leaveUntil: null },
    fairness: [],
    hasFeed: false,
    log: [],
    ...more,
  }
}
