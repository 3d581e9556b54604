import { Type } from 'typebox'
import { endpoint, ok } from '../endpoint.ts'
import { uuid } from '../tent-check/contract.ts'
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
} from './picture.ts'

/** The tent, by any id that it ever had. */
const ofTent = Type.Object({ tentId: Type.String({ maxLength: 200 }) })
const ofMember = Type.Object({ ...ofTent.properties, memberId: uuid })
const ofShift = Type.Object({ ...ofTent.properties, shiftId: uuid })
const ofSwap = Type.Object({ ...ofTent.properties, swapId: uuid })

const days = Type.Integer({ minimum: 1, maximum: daysAtMost })
const someDays = Type.Object({ from: Type.Optional(localDay), days: Type.Optional(days) })

/**
 * Who sleeps when. Every call of a tent refuses alike: 404 `unknownTentRecord` where there is no such
 * tent; 403 `notYourShifts` for whoever is no member of it, line monitors too; 403 `needsPlanner`
 * where only captain, deputies and super users may. "Mine" is what belongs to the row that I linked:
 * without one 409 `notLinked`.
 */
export const shiftsApi = {
  /** Without `from` today and 6 days more, by the season's clock. */
  getShifts: endpoint({
    method: 'GET',
    path: '/api/tents/:tentId/shifts',
    access: 'signedIn',
    params: ofTent,
    query: someDays,
    body: null,
    response: tentShifts,
  }),
  /** "I am …": once, 409 `linkedAlready` where I am somebody or they are somebody else's. */
  linkMember: endpoint({
    method: 'POST',
    path: '/api/tents/:tentId/shifts/link',
    access: 'signedIn',
    params: ofTent,
    body: Type.Object({ memberId: uuid }),
    response: ok,
  }),
  /** By whoever plans: the row is nobody's account any more, nor a deputy, and can be taken anew. */
  unlinkMember: endpoint({
    method: 'DELETE',
    path: '/api/tents/:tentId/shifts/people/:memberId/link',
    access: 'signedIn',
    params: ofMember,
    body: null,
    response: ok,
  }),
  /**
   * By the captain or a super user, not by deputies (403 `needsCaptain`). Only of a member with an
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
  saveShiftSettings: endpoint({
    method: 'PUT',
    path: '/api/tents/:tentId/shifts/settings',
    access: 'signedIn',
    params: ofTent,
    body: shiftSettings,
    response: ok,
  }),
  /**
   * The whole. By the member; by whoever plans only for a row without an account (403
   * `answersThemself`). Exceptions of days that are long over may be dropped.
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
   * Reads a file and saves nothing. `sheet`: text pasted from a spreadsheet (tabs or commas), times
   * down, people or days across, marked cells are free. `calendar`: an ICS file, busy is unavailable,
   * all else available. `when2meet`: the saved page. Only the days from `from` on are said of. 400
   * `availabilityUnreadable` with a sentence (as plain text, like all refusals of uploads).
   */
  readAvailability: endpoint({
    method: 'POST',
    path: '/api/tents/:tentId/shifts/read-availability',
    access: 'signedIn',
    params: ofTent,
    query: Type.Object({
      kind: Type.Union([
        Type.Literal('sheet'),
        Type.Literal('calendar'),
        Type.Literal('when2meet'),
      ]),
      from: localDay,
      days,
    }),
    body: 'file',
    response: readAvailability,
  }),
  /**
   * By whoever plans. A first plan is the draft at once; a better one is looked for until 10 seconds
   * after its turn came. `keep`: of the plan in use, all that still can be stays. 409 `planInPast`
   * where the days are over, `nothingToPlan` where nobody is needed.
   */
  planShifts: endpoint({
    method: 'POST',
    path: '/api/tents/:tentId/shifts/draft',
    access: 'signedIn',
    params: ofTent,
    body: Type.Object({ from: localDay, days, keep: Type.Boolean() }),
    response: ok,
  }),
  getDraftProgress: endpoint({
    method: 'GET',
    path: '/api/tents/:tentId/shifts/draft/progress',
    access: 'signedIn',
    params: ofTent,
    body: null,
    response: draftProgress,
  }),
  /** The search ends, the best so far stays; 200 where none is on. */
  stopPlanning: endpoint({
    method: 'POST',
    path: '/api/tents/:tentId/shifts/draft/stop',
    access: 'signedIn',
    params: ofTent,
    body: null,
    response: ok,
  }),
  /** The whole list. Half hours, of members, none in both of two: 400 `locksInvalid`. */
  saveLocks: endpoint({
    method: 'PUT',
    path: '/api/tents/:tentId/shifts/locks',
    access: 'signedIn',
    params: ofTent,
    body: Type.Object({ locks: Type.Array(assignment, { maxItems: 500 }) }),
    response: ok,
  }),
  /**
   * The draft is the plan in use for its days from now on; 409 `noDraft`, and `draftChanged` where it
   * is not the one made at `madeAt` any more.
   */
  publishShifts: endpoint({
    method: 'POST',
    path: '/api/tents/:tentId/shifts/publish',
    access: 'signedIn',
    params: ofTent,
    body: Type.Object({ madeAt: Type.String() }),
    response: ok,
  }),
  /** The plan in use: a row a shift, its times by the season's clock, what is day and what night. */
  exportShifts: endpoint({
    method: 'GET',
    path: '/api/tents/:tentId/shifts/plan.csv',
    access: 'signedIn',
    params: ofTent,
    query: someDays,
    body: null,
    response: 'csv',
  }),
  /** My shifts at a secret address, told this once; one made before is no good any more. */
  makeShiftFeed: endpoint({
    method: 'POST',
    path: '/api/tents/:tentId/shifts/feed',
    access: 'signedIn',
    params: ofTent,
    body: null,
    response: Type.Object({ ok: Type.Literal(true), path: Type.String() }),
  }),
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
    params: Type.Object({ token: Type.String({ maxLength: 200 }) }),
    body: null,
    response: 'calendar',
  }),
  /** To whom I can give this shift of mine, and which shifts I can have for it. */
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
   * `exchange`, `to` only with `give`. What cannot be taken is
   * refused by what is in its way: 409 `swapOver`, `swapNotYours`, `swapOnShift`, `swapNotFree`,
   * `swapShort`, `swapGone`.
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
  /** One of many takers gets it: 409 `swapGone`. `waits`: a planner still has to say yes. */
  takeSwap: endpoint({
    method: 'POST',
    path: '/api/tents/:tentId/shifts/swaps/:swapId/take',
    access: 'signedIn',
    params: ofSwap,
    body: null,
    response: Type.Object({ ok: Type.Literal(true), waits: Type.Boolean() }),
  }),
  /** By whoever plans, of one that waits; a no makes it open again to others. */
  approveSwap: endpoint({
    method: 'POST',
    path: '/api/tents/:tentId/shifts/swaps/:swapId/approve',
    access: 'signedIn',
    params: ofSwap,
    body: Type.Object({ value: Type.Boolean() }),
    response: ok,
  }),
  /** By whoever offered it, or plans. */
  withdrawSwap: endpoint({
    method: 'DELETE',
    path: '/api/tents/:tentId/shifts/swaps/:swapId',
    access: 'signedIn',
    params: ofSwap,
    body: null,
    response: ok,
  }),
  /** "Call me tonight": my name on the list of substitutes of that night, or off it. */
  saveSubstitute: endpoint({
    method: 'PUT',
    path: '/api/tents/:tentId/shifts/substitutes',
    access: 'signedIn',
    params: ofTent,
    body: Type.Object({ date: localDay, value: Type.Boolean() }),
    response: ok,
  }),
  /** "I'm here": at a shift of mine, from an hour before it to its end (409 `notYourTurn`). */
  arriveAtShift: endpoint({
    method: 'POST',
    path: '/api/tents/:tentId/shifts/:shiftId/here',
    access: 'signedIn',
    params: ofShift,
    body: null,
    response: ok,
  }),
}
