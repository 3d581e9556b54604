import { Type } from 'typebox'
import { endpoint, ok } from '../endpoint.ts'
import { oneOf, uuid } from '../schemas.ts'
import {
  assignment,
  availability,
  daysAtMost,
  draftProgress,
  localDay,
  readAvailability,
  shift,
  shiftSettings,
  swapKind,
  tentShifts,
} from './tent-shifts.ts'

/** The tent, by any id that it ever had. */
const ofTent = Type.Object({ tentId: Type.String({ maxLength: 200 }) })
const ofMember = Type.Object({ ...ofTent.properties, memberId: uuid })
const ofShift = Type.Object({ ...ofTent.properties, shiftId: uuid })
const ofSwap = Type.Object({ ...ofTent.properties, swapId: uuid })

const days = Type.Integer({ minimum: 1, maximum: daysAtMost })
const locks = Type.Array(assignment, { maxItems: 500 })
const someDays = Type.Object({ from: Type.Optional(localDay), days: Type.Optional(days) })

/**
 * Planning of a tent's shifts. Every call of a tent refuses alike: 404 `unknownTentRecord` for an
 * unknown tent; 403 `notYourShifts` for people who are no members, line monitors too; 403
 * `needsPlanner` where only captain, deputies and super users may. "Mine" means of the row that I
 * linked: without one 409 `notLinked`.
 */
export const shiftsApi = {
  /** `from` left out means today, with the 6 days after it, by the season's clock. */
  getShifts: endpoint({
    method: 'GET',
    path: '/api/tents/:tentId/shifts',
    access: 'signedIn',
    params: ofTent,
    query: someDays,
    body: null,
    response: tentShifts,
  }),
  /** "I am …": once; 409 `linkedAlready` if I have a row already, or the row is somebody else's. */
  linkMember: endpoint({
    method: 'POST',
    path: '/api/tents/:tentId/shifts/link',
    access: 'signedIn',
    params: ofTent,
    body: Type.Object({ memberId: uuid }),
    response: ok,
  }),
  /**
   * By a planner, of the captain and of another deputy only by the captain or a super user (403
   * `needsCaptain`): the row has no account, no times and no offers any more, is no deputy,
   * and can be linked again; what it took and waits for a yes is open again.
   */
  unlinkMember: endpoint({
    method: 'DELETE',
    path: '/api/tents/:tentId/shifts/people/:memberId/link',
    access: 'signedIn',
    params: ofMember,
    body: null,
    response: ok,
  }),
  /**
   * By the captain or a super user, not by deputies (403 `needsCaptain`). Only for a member with an
   * account: 409 `notLinked`.
   */
  nameDeputy: endpoint({
    method: 'PUT',
    path: '/api/tents/:tentId/shifts/people/:memberId/deputy',
    access: 'signedIn',
    params: ofMember,
    body: Type.Object({ value: Type.Boolean() }),
    response: ok,
  }),
  /** By a planner; what is left out stays. 400 `timeInvalid` for a deadline that is no time. */
  saveShiftSettings: endpoint({
    method: 'PUT',
    path: '/api/tents/:tentId/shifts/settings',
    access: 'signedIn',
    params: ofTent,
    body: Type.Partial(shiftSettings, { minProperties: 1 }),
    response: ok,
  }),
  /**
   * The complete answer. By the member; a planner may do it only for a row without an account (403
   * `answersThemself`). Exceptions for days long past may be dropped.
   */
  saveAvailability: endpoint({
    method: 'PUT',
    path: '/api/tents/:tentId/shifts/people/:memberId/availability',
    access: 'signedIn',
    params: ofMember,
    body: availability,
    response: ok,
  }),
  /**
   * Reads a file and saves nothing. `sheet`: text from a spreadsheet (tabs or commas), times down,
   * people or days across, marked cells are free. `calendar`: an ICS file, busy is unavailable,
   * everything else available. `when2meet`: the saved page. Only about days from `from` on. 400
   * `availabilityUnreadable` with a sentence.
   */
  readAvailability: endpoint({
    method: 'POST',
    path: '/api/tents/:tentId/shifts/read-availability',
    access: 'signedIn',
    params: ofTent,
    query: Type.Object({
      kind: oneOf(['sheet', 'calendar', 'when2meet']),
      from: localDay,
      days,
    }),
    body: 'file',
    response: readAvailability,
  }),
  /**
   * By a planner. A first plan becomes the draft at once; better ones are searched for 10 seconds
   * once it is the tent's turn. `keep`: as much as possible of the plan in use stays. 409
   * `planInPast` for past days, `nothingToPlan` if nobody is needed.
   */
  planShifts: endpoint({
    method: 'POST',
    path: '/api/tents/:tentId/shifts/draft',
    access: 'signedIn',
    params: ofTent,
    body: Type.Object({ from: localDay, days, keep: Type.Boolean() }),
    response: ok,
  }),
  /**
   * For planners. `job` null: nothing was ever searched for; `figures`: of the newest draft, by
   * the members of when it was made; null without one.
   */
  getDraftProgress: endpoint({
    method: 'GET',
    path: '/api/tents/:tentId/shifts/draft/progress',
    access: 'signedIn',
    params: ofTent,
    body: null,
    response: draftProgress,
  }),
  /** Ends the search and keeps the best plan so far; 200 also without a search. */
  stopPlanning: endpoint({
    method: 'POST',
    path: '/api/tents/:tentId/shifts/draft/stop',
    access: 'signedIn',
    params: ofTent,
    body: null,
    response: ok,
  }),
  /**
   * The complete list; those of people who are no members are left out. Half hours, nobody in two at
   * once: 400 `locksInvalid`. `was`: the locks as the planner saw them; 409 `locksChanged` if they
   * are not so any more.
   */
  saveLocks: endpoint({
    method: 'PUT',
    path: '/api/tents/:tentId/shifts/locks',
    access: 'signedIn',
    params: ofTent,
    body: Type.Object({ locks, was: Type.Optional(locks) }),
    bodyBytes: 131_072,
    response: ok,
  }),
  /**
   * Puts the draft to use for its days from now on; 409 `noDraft`, and `draftChanged` if it is not
   * the one made at `madeAt` any more. `removed`: the draft's, as the planner saw it; `draftChanged`,
   * too, if anything else would be removed, because shifts have changed hands since.
   */
  publishShifts: endpoint({
    method: 'POST',
    path: '/api/tents/:tentId/shifts/publish',
    access: 'signedIn',
    params: ofTent,
    body: Type.Object({
      madeAt: Type.String(),
      removed: Type.Optional(Type.Array(assignment, { maxItems: 5000 })),
    }),
    bodyBytes: 655_360,
    response: ok,
  }),
  /** The plan in use: one row per shift, with times by the season's clock, and day or night. */
  exportShifts: endpoint({
    method: 'GET',
    path: '/api/tents/:tentId/shifts/plan.csv',
    access: 'signedIn',
    params: ofTent,
    query: someDays,
    body: null,
    response: 'csv',
  }),
  /** My shifts at a secret address, shown only this once; it replaces an earlier one. */
  makeShiftFeed: endpoint({
    method: 'POST',
    path: '/api/tents/:tentId/shifts/feed',
    access: 'signedIn',
    params: ofTent,
    body: null,
    response: Type.Object({ ok: Type.Literal(true), path: Type.String() }),
  }),
  /** Ends that address. 200 also if there is none; 409 if the person has not chosen their row. */
  endShiftFeed: endpoint({
    method: 'DELETE',
    path: '/api/tents/:tentId/shifts/feed',
    access: 'signedIn',
    params: ofTent,
    body: null,
    response: ok,
  }),
  /** For calendar programs, without a session. */
  shiftFeed: endpoint({
    method: 'GET',
    path: '/api/shift-feeds/:token',
    access: 'public',
    isPersonal: true,
    params: Type.Object({ token: Type.String({ maxLength: 200 }) }),
    body: null,
    response: 'calendar',
  }),
  /** To whom I can give this shift of mine, and which shifts I can get for it. */
  swapOptions: endpoint({
    method: 'GET',
    path: '/api/tents/:tentId/shifts/:shiftId/swap-options',
    access: 'signedIn',
    params: ofShift,
    body: null,
    response: Type.Object({ takers: Type.Array(Type.String()), shifts: Type.Array(shift) }),
  }),
  /**
   * `shiftId` is mine for `give` and `exchange`, somebody else's for `ask`; `forShiftId` only with
   * `exchange`, `to` only with `give`. A swap that is not possible is refused with the cause: 409
   * `swapOver`, `swapNotYours`, `swapNoAccount`, `swapOnShift`, `swapNotFree`, `swapShort`,
   * `swapGone`.
   */
  offerSwap: endpoint({
    method: 'POST',
    path: '/api/tents/:tentId/shifts/swaps',
    access: 'signedIn',
    params: ofTent,
    body: Type.Object({
      kind: swapKind,
      shiftId: uuid,
      forShiftId: Type.Optional(uuid),
      to: Type.Optional(uuid),
    }),
    response: Type.Object({ ok: Type.Literal(true), id: Type.String() }),
  }),
  /** The first taker gets it, others 409 `swapGone`. `waits`: a planner must still approve it. */
  takeSwap: endpoint({
    method: 'POST',
    path: '/api/tents/:tentId/shifts/swaps/:swapId/take',
    access: 'signedIn',
    params: ofSwap,
    body: null,
    response: Type.Object({ ok: Type.Literal(true), waits: Type.Boolean() }),
  }),
  /**
   * By a planner, for one that waits; a refused one is open to others again. `takenBy`: who takes it,
   * as the planner saw it; 409 `swapGone` if that is somebody else by now.
   */
  approveSwap: endpoint({
    method: 'POST',
    path: '/api/tents/:tentId/shifts/swaps/:swapId/approve',
    access: 'signedIn',
    params: ofSwap,
    body: Type.Object({ value: Type.Boolean(), takenBy: Type.Optional(uuid) }),
    response: ok,
  }),
  /** By the person who offered it, or a planner. */
  withdrawSwap: endpoint({
    method: 'DELETE',
    path: '/api/tents/:tentId/shifts/swaps/:swapId',
    access: 'signedIn',
    params: ofSwap,
    body: null,
    response: ok,
  }),
  /** "Call me tonight": adds my name to the substitutes of a night, or removes it. */
  saveSubstitute: endpoint({
    method: 'PUT',
    path: '/api/tents/:tentId/shifts/substitutes',
    access: 'signedIn',
    params: ofTent,
    body: Type.Object({ date: localDay, value: Type.Boolean() }),
    response: ok,
  }),
  /** "I'm here": at my own shift, from an hour before it to its end (409 `notYourTurn`). */
  arriveAtShift: endpoint({
    method: 'POST',
    path: '/api/tents/:tentId/shifts/:shiftId/here',
    access: 'signedIn',
    params: ofShift,
    body: null,
    response: ok,
  }),
  /** Takes "I'm here" back, within the same time: reminders and news of who is missing come again. */
  takeBackArrival: endpoint({
    method: 'DELETE',
    path: '/api/tents/:tentId/shifts/:shiftId/here',
    access: 'signedIn',
    params: ofShift,
    body: null,
    response: ok,
  }),
}
