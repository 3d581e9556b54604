import { type Static, Type } from 'typebox'
import { instant, orNull } from '../schemas.ts'

/** A day of the season's zone: `2026-01-28`. */
export const localDay = Type.String({ pattern: '^2[0-9]{3}-[0-9]{2}-[0-9]{2}$' })
/** Of a member's row on the roster. */
const memberId = Type.String()

/** Half hours of a day, and of a week that begins on Sunday at midnight. */
export const slotsOfDay = 48
export const slotsOfWeek = 336
/** As many days of one answer are kept, seen and planned at once. */
export const daysAtMost = 42

/** One sign a half hour: 0 unavailable, 1 available, 2 preferred. */
const week = Type.String({ pattern: `^[012]{${slotsOfWeek}}$` })
/** The same for one day; `-` is as in the week. */
const exception = Type.Object({
  date: localDay,
  free: Type.String({ pattern: `^[-012]{${slotsOfDay}}$` }),
})
export type Exception = Static<typeof exception>

/** When somebody can be there, by the clock of the season's zone; an hour that comes twice counts twice. */
export const availability = Type.Object({
  week,
  exceptions: Type.Array(exception, { maxItems: 120 }),
})
export type Availability = Static<typeof availability>

/** A half hour: when it begins, also by the season's clock; how many must be there. */
const slot = Type.Object({
  at: instant,
  local: Type.String(),
  need: Type.Integer(),
  night: Type.Boolean(),
})
export type Slot = Static<typeof slot>

/** In slots of half an hour; a night hour counts `nightWeight` hours of the day. */
const limits = Type.Object({
  minSlots: Type.Integer({ minimum: 0, maximum: 48 }),
  maxDaySlots: Type.Integer({ minimum: 1, maximum: 48 }),
  breakSlots: Type.Integer({ minimum: 0, maximum: 48 }),
  nightWeight: Type.Number({ minimum: 0, maximum: 10 }),
})

/**
 * What the captain decides. `deadline`: until when everyone should have answered; nothing is closed
 * then. `approvesSwaps`: a swap that was taken waits for a planner's yes.
 */
const settings = Type.Object({
  deadline: orNull(instant),
  approvesSwaps: Type.Boolean(),
  limits,
})
export type ShiftSettings = Static<typeof settings>
export const shiftSettings = settings

/**
 * `hasAccount`: somebody said "that is me". `answeredAt` null: not answered, which counts as
 * unavailable. `free`: one sign for each slot of `slots`; it and `availability` are null where they
 * are not for the reader: a member sees their own, whoever plans sees all.
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

/** Adjoining slots that are alike: so many needed, `there` free or on shift, `until` exclusive. */
const shortRange = Type.Object({
  from: instant,
  until: instant,
  need: Type.Integer(),
  there: Type.Integer(),
})
export type ShortRange = Static<typeof shortRange>

const span = { from: instant, until: instant }

/** Who is there from when until when (exclusive), on half hours. */
export const assignment = Type.Object({ memberId, ...span })
export type Assignment = Static<typeof assignment>

/** A shift of the plan in use. `memberId` null: open, its member left the roster. */
export const shift = Type.Object({
  id: Type.String(),
  memberId: orNull(memberId),
  ...span,
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

/**
 * Better plans are looked for. `queued`: `place` others come first; `waitsForCheck`: no search goes on
 * while a tent check is on. `running`: until `endsAt` at the latest. `failed`: the solver failed, the
 * draft is the best that was found until then. The draft is there in every state.
 */
const shiftJob = Type.Object({
  state: Type.Union([
    Type.Literal('queued'),
    Type.Literal('waitsForCheck'),
    Type.Literal('running'),
    Type.Literal('done'),
    Type.Literal('stopped'),
    Type.Literal('failed'),
  ]),
  place: Type.Integer(),
  endsAt: orNull(instant),
})
export type ShiftJob = Static<typeof shiftJob>

/**
 * A plan that only those who plan see. `short`: where fewer are on shift than needed. `added` and
 * `removed`: what publishing it would change of the plan in use, what is over left out.
 */
const draft = Type.Object({
  from: localDay,
  days: Type.Integer(),
  madeAt: instant,
  how: Type.Union([Type.Literal('greedy'), Type.Literal('solver')]),
  figures,
  shifts: Type.Array(assignment),
  short: Type.Array(shortRange),
  added: Type.Array(assignment),
  removed: Type.Array(assignment),
})
export type Draft = Static<typeof draft>

/** While a job is on, cheap to ask for again every second. */
export const draftProgress = Type.Object({ job: orNull(shiftJob), figures: orNull(figures) })

export const swapKind = Type.Union([
  Type.Literal('give'),
  Type.Literal('ask'),
  Type.Literal('exchange'),
])
export type SwapKind = Static<typeof swapKind>

/**
 * `give`: `by` gives `shift` away, to `to` alone or (null) to whoever takes it first. `ask`: `by`
 * asks its owner for `shift`. `exchange`: `by` gives `shift` for `forShift` of its owner. `open` until
 * taken; `waits` for a planner's yes. Only these two are listed, and only as long as they are
 * possible. `canTake`: by the reader, with one tap.
 */
const swap = Type.Object({
  id: Type.String(),
  kind: swapKind,
  by: memberId,
  to: orNull(memberId),
  shift,
  forShift: orNull(shift),
  state: Type.Union([Type.Literal('open'), Type.Literal('waits')]),
  takenBy: orNull(memberId),
  at: instant,
  canTake: Type.Boolean(),
  isMine: Type.Boolean(),
})
export type Swap = Static<typeof swap>

/** Hours of the plan in use: all that is planned so far, and what was really done ("I'm here", over). */
const hours = Type.Object({ day: Type.Number(), night: Type.Number() })
const fairness = Type.Object({ memberId, planned: hours, done: hours })
export type Fairness = Static<typeof fairness>

/** Something that somebody who plans did. `by`: a first name. `who`: the member it is about, or ''. */
const logged = Type.Object({
  at: instant,
  by: Type.String(),
  as: Type.Union([Type.Literal('captain'), Type.Literal('deputy'), Type.Literal('superUser')]),
  what: Type.Union([
    Type.Literal('settings'),
    Type.Literal('deputyNamed'),
    Type.Literal('deputyEnded'),
    Type.Literal('unlinked'),
    Type.Literal('answered'),
    Type.Literal('locked'),
    Type.Literal('planned'),
    Type.Literal('published'),
    Type.Literal('swapApproved'),
    Type.Literal('swapDeclined'),
  ]),
  who: Type.String(),
})
export type Logged = Static<typeof logged>

/** All of a tent's planning, as this person may see it. */
export const tentShifts = Type.Object({
  tent: Type.Object({ id: Type.String(), order: Type.String(), name: Type.String() }),
  timeZone: Type.String(),
  /** The server's own time. */
  now: instant,
  /**
   * `memberId`: the row that is mine; null: not linked yet, and `suggested` is the row that my netID
   * stands beside, if there is one. `canPlan`: captain, deputies, and super users who help.
   */
  me: Type.Object({
    memberId: orNull(memberId),
    suggested: orNull(memberId),
    as: Type.Union([
      Type.Literal('member'),
      Type.Literal('deputy'),
      Type.Literal('captain'),
      Type.Literal('superUser'),
    ]),
    canPlan: Type.Boolean(),
  }),
  settings,
  /** What is shown: so many days from this one on. A day has 46, 48 or 50 slots. */
  from: localDay,
  days: Type.Integer(),
  slots: Type.Array(slot),
  people: Type.Array(shiftPerson),
  /** Of the days shown: where fewer are free than needed, before any plan. */
  cannotCover: Type.Array(shortRange),
  /** The plan in use, of the days shown, in order. `short`: from now on, where it has too few. */
  plan: Type.Object({ shifts: Type.Array(shift), short: Type.Array(shortRange) }),
  /** My shift that is on or comes next, whatever days are shown. */
  nextShift: orNull(shift),
  /** null for those who may not plan, as is `locks`. */
  draft: orNull(draft),
  /** What a new plan must keep; on unavailable time, too. Those that are over are left out. */
  locks: orNull(Type.Array(assignment)),
  job: orNull(shiftJob),
  swaps: Type.Array(swap),
  /** Who can be called on such a night (from noon of `date` to the next): today's and later ones. */
  substitutes: Type.Array(Type.Object({ memberId, date: localDay })),
  /**
   * `required`: how many a check would ask for at this moment, null where no number is known;
   * `shifts`: who of the plan should be there; `checkIsOn`: a check with this tent is on.
   * `leaveUntil`: grace holds now, so one may leave until then.
   */
  atThisMoment: Type.Object({
    required: orNull(Type.Integer()),
    shifts: Type.Array(shift),
    checkIsOn: Type.Boolean(),
    leaveUntil: orNull(instant),
  }),
  fairness: Type.Array(fairness),
  /** Has my calendar an address? It is told once, when it is made. */
  hasFeed: Type.Boolean(),
  /** Newest first, at most 50. */
  log: Type.Array(logged),
})
export type TentShifts = Static<typeof tentShifts>

/** What a file says of people, to be looked at and then saved by `saveAvailability`. */
export const readAvailability = Type.Object({
  people: Type.Array(
    Type.Object({
      /** As the file calls them; '' where it is one person's own. */
      name: Type.String(),
      /** The member of that name; null: none, or more than one. */
      memberId: orNull(memberId),
      exceptions: Type.Array(exception),
    }),
  ),
  /** Sentences about what was left out. */
  remarks: Type.Array(Type.String()),
})
export type ReadAvailability = Static<typeof readAvailability>
