import { type Static, Type } from 'typebox'
import { instant, oneOf, orNull } from '../schemas.ts'

/** A day of the season's zone: `2026-01-28`. */
export const localDay = Type.String({ pattern: '^2[0-9]{3}-[0-9]{2}-[0-9]{2}$' })
/** The id of a member's row on the roster. */
const memberId = Type.String()

/** Half hours of a day; a week begins on Sunday at midnight. */
export const slotsOfDay = 48
export const slotsOfWeek = 336
/** The most days that are stored as exceptions, shown or planned at once. */
export const daysAtMost = 42

/** One sign per half hour: 0 unavailable, 1 available, 2 preferred. */
const week = Type.String({ pattern: `^[012]{${slotsOfWeek}}$` })
/** The signs of one day; `-` means as in the week. */
const exception = Type.Object({
  date: localDay,
  free: Type.String({ pattern: `^[-012]{${slotsOfDay}}$` }),
})
export type Exception = Static<typeof exception>

/** When a person is free, by the season's clock; an hour that occurs twice counts twice. */
export const availability = Type.Object({
  week,
  exceptions: Type.Array(exception, { maxItems: 120 }),
})
export type Availability = Static<typeof availability>

/** A half hour: its start, also by the season's clock, and how many people are needed. */
const slot = Type.Object({
  at: instant,
  local: Type.String(),
  need: Type.Integer(),
  night: Type.Boolean(),
})
export type Slot = Static<typeof slot>

/** In half hours; a night hour counts as `nightWeight` day hours. */
const limits = Type.Object({
  minSlots: Type.Integer({ minimum: 0, maximum: 48 }),
  maxDaySlots: Type.Integer({ minimum: 1, maximum: 48 }),
  breakSlots: Type.Integer({ minimum: 0, maximum: 48 }),
  nightWeight: Type.Number({ minimum: 0, maximum: 10 }),
})

/**
 * The captain's settings. `deadline`: when everyone should have answered; later answers are still
 * accepted. `approvesSwaps`: a planner must approve swaps.
 */
export const shiftSettings = Type.Object({
  deadline: orNull(instant),
  approvesSwaps: Type.Boolean(),
  limits,
})
export type ShiftSettings = Static<typeof shiftSettings>

/**
 * `hasAccount`: somebody linked the row. `answeredAt` null: not answered, which counts as
 * unavailable. `free`: one sign for each slot of `slots`; it and `availability` are null where the
 * reader may not see them: members see their own, planners see all.
 */
const shiftPerson = Type.Object({
  id: memberId,
  name: Type.String(),
  isMe: Type.Boolean(),
  hasAccount: Type.Boolean(),
  isCaptain: Type.Boolean(),
  isDeputy: Type.Boolean(),
  answeredAt: orNull(instant),
  free: orNull(Type.String()),
  availability: orNull(availability),
})
export type ShiftPerson = Static<typeof shiftPerson>

/** A range of equal slots: `needed` people, `there` free or on shift, `until` excluded. */
const shortRange = Type.Object({
  from: instant,
  until: instant,
  need: Type.Integer(),
  there: Type.Integer(),
})
export type ShortRange = Static<typeof shortRange>

const span = { from: instant, until: instant }

/** Who is on shift from when until when (excluded), in half hours. */
export const assignment = Type.Object({ memberId, ...span })
export type Assignment = Static<typeof assignment>

/** A shift of the plan in use. `memberId` null: open, because its member left the roster. */
export const shift = Type.Object({
  id: Type.String(),
  memberId: orNull(memberId),
  ...span,
  /** When the member said "I'm here"; else its start, if they stayed on from the shift before. */
  arrivedAt: orNull(instant),
})
export type Shift = Static<typeof shift>

const figures = Type.Object({
  uncoveredHours: Type.Number(),
  nightSpreadHours: Type.Number(),
  daySpreadHours: Type.Number(),
  shifts: Type.Integer(),
  shiftsUnderTwoHours: Type.Integer(),
  preferredShare: Type.Number(),
})
export type PlanFigures = Static<typeof figures>

/**
 * A search for better plans. `queued`: `place` others come first; `waitsForCheck`: none runs during
 * a tent check. `running`: until `endsAt` at the latest. `failed`: the solver failed, and the draft
 * is the best plan until then. The draft exists in every state.
 */
const shiftJob = Type.Object({
  state: oneOf(['queued', 'waitsForCheck', 'running', 'done', 'stopped', 'failed']),
  place: Type.Integer(),
  endsAt: orNull(instant),
})
export type ShiftJob = Static<typeof shiftJob>

/**
 * A plan that only planners see. `short`: where too few people are on shift, not counting who is not
 * free any more, unless it is locked. `added` and `removed`: what publishing would change in the plan
 * in use, without what is past.
 */
const draft = Type.Object({
  from: localDay,
  days: Type.Integer(),
  madeAt: instant,
  how: oneOf(['greedy', 'solver']),
  figures,
  shifts: Type.Array(assignment),
  short: Type.Array(shortRange),
  added: Type.Array(assignment),
  removed: Type.Array(assignment),
})
export type Draft = Static<typeof draft>

/** While a search runs, the app asks for this every second, so it is cheap. */
export const draftProgress = Type.Object({ job: orNull(shiftJob), figures: orNull(figures) })

export const swapKind = oneOf(['give', 'ask', 'exchange'])
export type SwapKind = Static<typeof swapKind>

/**
 * `give`: `by` gives `shift` away, only to `to`, or (null) to whoever takes it first. `ask`: `by`
 * asks its owner for `shift`. `exchange`: `by` gives `shift` for its owner's `forShift`. `open`
 * until taken; `waits` for a planner's approval. Listed are only offers in these two states whose
 * shifts have not begun, and of others' open ones only what the one person it is for can still take.
 * `canTake`: by the reader.
 */
const swap = Type.Object({
  id: Type.String(),
  kind: swapKind,
  by: memberId,
  to: orNull(memberId),
  shift,
  forShift: orNull(shift),
  state: oneOf(['open', 'waits']),
  takenBy: orNull(memberId),
  at: instant,
  canTake: Type.Boolean(),
  isMine: Type.Boolean(),
})
export type Swap = Static<typeof swap>

/** Hours of the plan in use: all planned so far, and those really done ("I'm here", and over). */
const hours = Type.Object({ day: Type.Number(), night: Type.Number() })
const fairness = Type.Object({ memberId, planned: hours, done: hours })
export type Fairness = Static<typeof fairness>

/** What somebody is to a tent's planning; all but members plan. */
const actsAs = oneOf(['captain', 'deputy', 'superUser', 'member'])
export type ActsAs = Static<typeof actsAs>

/**
 * An action of a planner or of a super user, or a member's swap. `by`: a first name; `who`: the
 * member's name, or ''.
 * `moves`: the shifts that changed hands by it, `was` and `becomes` names like `who`.
 */
const logged = Type.Object({
  at: instant,
  by: Type.String(),
  as: actsAs,
  what: oneOf([
    'settings',
    'deputyNamed',
    'deputyEnded',
    'unlinked',
    'answered',
    'linked',
    'locked',
    'stopped',
    'planned',
    'published',
    'swapApproved',
    'swapDeclined',
    'swapTaken',
    'swapOffered',
    'swapWithdrawn',
    'substitute',
    'substituteEnded',
    'arrived',
    'arrivalTakenBack',
    'feedMade',
    'feedEnded',
  ]),
  who: Type.String(),
  moves: Type.Array(
    Type.Object({ from: instant, until: instant, was: Type.String(), becomes: Type.String() }),
  ),
})
export type Logged = Static<typeof logged>

/** A tent's whole planning, as far as this person may see it. */
export const tentShifts = Type.Object({
  tent: Type.Object({ id: Type.String(), order: Type.String(), name: Type.String() }),
  timeZone: Type.String(),
  /** The server's own time. */
  now: instant,
  /**
   * `memberId`: the row that I linked; null: none, and `suggested` is the row next to my netID, if
   * any. `canPlan`: captain, deputies, and super users who help.
   */
  me: Type.Object({
    memberId: orNull(memberId),
    suggested: orNull(memberId),
    as: actsAs,
    canPlan: Type.Boolean(),
  }),
  settings: shiftSettings,
  /** The first day shown, and how many days. A day has 46, 48 or 50 slots. */
  from: localDay,
  days: Type.Integer(),
  slots: Type.Array(slot),
  people: Type.Array(shiftPerson),
  /** Where fewer people are free than needed in the days shown, before any plan. */
  cannotCover: Type.Array(shortRange),
  /**
   * The plan in use for the days shown, in order. `short`: where it has too few people from now on.
   */
  plan: Type.Object({ shifts: Type.Array(shift), short: Type.Array(shortRange) }),
  /** The plan in use has a shift that is not over, also outside the days shown. */
  isPlanned: Type.Boolean(),
  /** My current or next shift, also outside the days shown. */
  nextShift: orNull(shift),
  /** Who else is on shift during `nextShift`. */
  nextShiftWith: Type.Array(memberId),
  /** null for people who may not plan, as is `locks`. */
  draft: orNull(draft),
  /** Shifts that a new plan must contain, also at unavailable times. Without past ones. */
  locks: orNull(Type.Array(assignment)),
  job: orNull(shiftJob),
  swaps: Type.Array(swap),
  /** Who can be called in a night (from noon of `date` to the next); today's and later nights. */
  substitutes: Type.Array(Type.Object({ memberId, date: localDay })),
  /**
   * `required`: how many members a check would require now, null where no number is known, and
   * outside of all periods while no check with this tent is on; `shifts`: who should be there by the plan; `checkIsOn`: a check with this tent is on.
   * `leaveUntil`: during grace, while no such check is on, one may leave until then.
   */
  atThisMoment: Type.Object({
    required: orNull(Type.Integer()),
    shifts: Type.Array(shift),
    checkIsOn: Type.Boolean(),
    leaveUntil: orNull(instant),
  }),
  fairness: Type.Array(fairness),
  /** Does my calendar have an address? It is shown only when it is made. */
  hasFeed: Type.Boolean(),
  /** Newest first, at most 50. */
  log: Type.Array(logged),
})
export type TentShifts = Static<typeof tentShifts>

/** What a file says, for people to check before it is saved by `saveAvailability`. */
export const readAvailability = Type.Object({
  people: Type.Array(
    Type.Object({
      /** The name in the file; '' where the file is about one person. */
      name: Type.String(),
      /** The member with that name; null: none, or several. */
      memberId: orNull(memberId),
      exceptions: Type.Array(exception),
    }),
  ),
  /** Sentences about what was left out. */
  remarks: Type.Array(Type.String()),
})
export type ReadAvailability = Static<typeof readAvailability>
