import { type Static, Type } from 'typebox'
import { person } from '../accounts/contract.ts'
import { endpoint } from '../endpoint.ts'
import { instant, oneOf, orNull, uuid } from '../schemas.ts'
import { clock, seasonNow } from '../season/contract.ts'
import { eventKind } from '../tent-check/contract.ts'

/** How a tent stands in a check. */
export const standingOutcome = oneOf(['make', 'miss', 'none'])
export type StandingOutcome = Static<typeof standingOutcome>

/** `correctionId`: made by the client. `from`: the outcome that the person saw. */
const correctionBody = Type.Object({
  tentId: Type.String({ minLength: 1, maxLength: 200 }),
  outcome: standingOutcome,
  reason: Type.String({ minLength: 1, maxLength: 500, pattern: '\\S' }),
  correctionId: uuid,
  from: Type.Optional(standingOutcome),
})
export type CorrectionBody = Static<typeof correctionBody>

/** `reason`: '' once the season is closed. */
const correction = { outcome: standingOutcome, at: instant, reason: Type.String() }

/**
 * That a tent disputed its Miss in a check, and whether a super user answered. `isWaiting`: nobody
 * did, and its season is not closed.
 */
const disputed = Type.Object({
  id: Type.String(),
  isAnswered: Type.Boolean(),
  isWaiting: Type.Boolean(),
})
export type Disputed = Static<typeof disputed>

/**
 * How a tent stands in a check. `order`, `name` and `id` are the current ones; `marked` (the outcome),
 * `by`, `at` and `present` (names of members) are of its standing mark (`none`, null, null and []
 * without one), and a correction does not change them. `required`: null where no number is known.
 * `undone`: how often a mark of it was undone. `dispute`: only where a check is read as a whole, and
 * there was one.
 */
const checkLine = Type.Object({
  id: Type.String(),
  order: Type.String(),
  name: Type.String(),
  outcome: standingOutcome,
  marked: standingOutcome,
  by: orNull(person),
  at: orNull(instant),
  present: Type.Array(Type.String()),
  required: orNull(Type.Integer()),
  undone: Type.Integer(),
  corrections: Type.Array(Type.Object({ ...correction, by: orNull(person) })),
  dispute: Type.Optional(disputed),
})
export type CheckLine = Static<typeof checkLine>

/**
 * A check in a list. `ending` null: it is on. `makes`, `misses` and `unmarked`: after undo and
 * corrections; `corrected`: how many corrections; `late`: how many marks came after its end. If the
 * ledger cannot be read, all numbers are 0.
 */
const checkSummary = {
  id: Type.String(),
  startedAt: instant,
  startedBy: person,
  endedAt: orNull(instant),
  ending: orNull(oneOf(['ended', 'cancelled'])),
  makes: Type.Integer(),
  misses: Type.Integer(),
  unmarked: Type.Integer(),
  late: Type.Integer(),
  corrected: Type.Integer(),
  period: orNull(Type.String()),
  clock: orNull(clock),
  inGrace: Type.Boolean(),
}
/** `tents`: how many it began with. */
const listedCheck = Type.Object({ ...checkSummary, tents: Type.Integer() })
export type ListedCheck = Static<typeof listedCheck>

/** A line monitor's marks that were not undone, before corrections. In lists, most marks first. */
const monitorMarks = Type.Object({
  ...person.properties,
  makes: Type.Integer(),
  misses: Type.Integer(),
})
export type MonitorMarks = Static<typeof monitorMarks>

/**
 * An event of a check; `by` null: the server. `outcome`: of the mark or the correction. `names`:
 * who was excluded or included again. `call`: the number of the call that was made or taken back.
 * `deviceTime`: the phone's own clock. `inGrace`, `offSeason`, `noChecks`: of a start that was none
 * the less taken in grace, off season, or in a period without checks.
 */
const historyEvent = Type.Object({
  number: Type.Integer(),
  at: instant,
  kind: eventKind,
  by: orNull(person),
  tentId: Type.Optional(Type.String()),
  outcome: Type.Optional(standingOutcome),
  names: Type.Optional(Type.Array(Type.String())),
  call: Type.Optional(Type.Integer()),
  reason: Type.Optional(Type.String()),
  note: Type.Optional(Type.String()),
  deviceTime: Type.Optional(Type.String()),
  inGrace: Type.Optional(Type.Literal(true)),
  offSeason: Type.Optional(Type.Literal(true)),
  noChecks: Type.Optional(Type.Literal(true)),
})
export type HistoryEvent = Static<typeof historyEvent>

/**
 * `rulesVersion` null: the ledger is older than the season's rules. `calls`: those that were not
 * undone. `monitors`: [] once the season is closed, which `seasonClosed` says. If the ledger cannot be
 * read, all lists are empty.
 */
const wholeCheck = Type.Object({
  ...checkSummary,
  rulesVersion: orNull(Type.Integer()),
  calls: Type.Array(Type.Object({ call: Type.Integer(), at: instant, by: orNull(person) })),
  monitors: Type.Array(monitorMarks),
  seasonClosed: Type.Optional(Type.Literal(true)),
  tents: Type.Array(checkLine),
  events: Type.Array(historyEvent),
})
export type WholeCheck = Static<typeof wholeCheck>

/**
 * `byHour` and `byWeekday` (0 = Sunday) count checks by their start in the season's zone.
 * `minutes`: from start to end, null without checks. `monitors`: marks that were not undone; none
 * of closed seasons. `missRate`: after undo and corrections.
 */
const checkStatistics = Type.Object({
  checks: Type.Integer(),
  byHour: Type.Array(Type.Integer()),
  byWeekday: Type.Array(Type.Integer()),
  minutes: Type.Object({ median: orNull(Type.Number()), p90: orNull(Type.Number()) }),
  monitors: Type.Array(monitorMarks),
  missRate: Type.Array(
    Type.Object({
      period: orNull(Type.String()),
      clock: orNull(clock),
      marks: Type.Integer(),
      misses: Type.Integer(),
    }),
  ),
})
export type CheckStatistics = Static<typeof checkStatistics>

/**
 * What a closed season came to. `tents` left the roster as it was closed. `byType`: the marks that
 * stand after undo and corrections, by the type that the tent had then; '' where there is none.
 */
const closedSeason = Type.Object({
  name: Type.String(),
  closedAt: instant,
  tents: Type.Integer(),
  checks: Type.Integer(),
  byType: Type.Array(
    Type.Object({ type: Type.String(), makes: Type.Integer(), misses: Type.Integer() }),
  ),
})
export type ClosedSeason = Static<typeof closedSeason>

/**
 * `marked`: as in a check's line. `by`: only a first name for members of the tent. `isCorrected`:
 * present only where `outcome` is that of the last correction: neither a mark nor an undo came
 * after it. `cancelled`: present only if it was.
 * `excluded`: who of `present` was excluded from the check after all; left out if nobody was.
 * `seasonClosed`: who was counted is known no more, so `present` is [].
 * `disputableUntil`: null where there is no Miss that may still be disputed, and where the reader is
 * of this tent only by a name (`notDisputable`, else left out), so that they may dispute none of it.
 * `dispute`: for line monitors only, where there was one.
 */
const recordedCheck = Type.Object({
  checkId: Type.String(),
  startedAt: instant,
  outcome: standingOutcome,
  marked: standingOutcome,
  at: orNull(instant),
  by: Type.Union([person, Type.String(), Type.Null()]),
  present: Type.Array(Type.String()),
  excluded: Type.Optional(Type.Array(Type.String())),
  required: orNull(Type.Integer()),
  corrections: Type.Array(Type.Object(correction)),
  isCorrected: Type.Optional(Type.Literal(true)),
  cancelled: Type.Optional(Type.Literal(true)),
  seasonClosed: Type.Optional(Type.Literal(true)),
  disputableUntil: orNull(instant),
  notDisputable: Type.Optional(Type.Literal(true)),
  dispute: Type.Optional(disputed),
})
export type RecordedCheck = Static<typeof recordedCheck>

/**
 * All checks of a tent that are over, newest first. `standing.misses`: its standing Misses of the
 * current period since the last season was closed, from the ledger. For line monitors only: `numberOfMisses` is the roster's column,
 * which people may edit, and `explained` says what the checks let one expect there: at least the
 * Misses of this period, at most all since the last season was closed, each with a Miss of the
 * check that is on.
 */
const tentRecord = Type.Object({
  tent: Type.Object({ id: Type.String(), order: Type.String(), name: Type.String() }),
  standing: Type.Object({
    period: orNull(Type.String()),
    misses: Type.Integer(),
    allowed: Type.Integer(),
  }),
  numberOfMisses: Type.Optional(Type.Integer()),
  explained: Type.Optional(Type.Object({ least: Type.Integer(), most: Type.Integer() })),
  checks: Type.Array(recordedCheck),
})
export type TentRecord = Static<typeof tentRecord>

/** The tent has `standing` of `allowed` Misses in this period. */
const ownTentNow = Type.Object({
  id: Type.String(),
  order: Type.String(),
  name: Type.String(),
  required: orNull(Type.Integer()),
  status: orNull(oneOf(['out', 'make', 'miss', 'none', 'notInCheck'])),
  at: orNull(instant),
  misses: Type.Object({
    period: orNull(Type.String()),
    standing: Type.Integer(),
    allowed: Type.Integer(),
  }),
})
export type OwnTentNow = Static<typeof ownTentNow>

export const checkHistoryApi = {
  /**
   * Corrects a tent's outcome in a check that is over, with a reason. 409 `checkRunning`, or
   * `nothingToCorrect` if it has that outcome already or another one than `from`; 404 for an
   * unknown check or tent; 503 `checkUnreadable`. The same correctionId again gets the first
   * answer.
   */
  correctTent: endpoint({
    method: 'POST',
    path: '/api/checks/:checkId/corrections',
    access: 'superUser',
    params: Type.Object({ checkId: uuid }),
    body: correctionBody,
    response: Type.Object({ ok: Type.Literal(true), tent: checkLine }),
  }),
  /** Newest first; `before` is a check's id, 404 if unknown. */
  listChecks: endpoint({
    method: 'GET',
    path: '/api/checks',
    access: 'lineMonitor',
    forScripts: true,
    query: Type.Object({
      before: Type.Optional(Type.String()),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
    }),
    body: null,
    response: Type.Object({ checks: Type.Array(listedCheck), more: Type.Boolean() }),
  }),
  /**
   * A check as its ledger says, also while it is on. 404 for an unknown id, and for a program also
   * for the check that is on.
   */
  getCheck: endpoint({
    method: 'GET',
    path: '/api/checks/:id',
    access: 'lineMonitor',
    forScripts: true,
    params: Type.Object({ id: uuid }),
    body: null,
    response: wholeCheck,
  }),
  /** One row per tent; `present` joined by ", ", `corrections` as a number. */
  exportCheck: endpoint({
    method: 'GET',
    path: '/api/checks/:id/results.csv',
    access: 'lineMonitor',
    forScripts: true,
    params: Type.Object({ id: uuid }),
    body: null,
    response: 'csv',
  }),
  /**
   * About checks that are over and began from `from` (inclusive) to `to` (exclusive), both in ISO
   * 8601 in UTC.
   */
  checkStatistics: endpoint({
    method: 'GET',
    path: '/api/checks/statistics',
    access: 'lineMonitor',
    query: Type.Object({ from: Type.Optional(instant), to: Type.Optional(instant) }),
    body: null,
    response: checkStatistics,
  }),
  /** Newest first. */
  closedSeasons: endpoint({
    method: 'GET',
    path: '/api/seasons/closed',
    access: 'lineMonitor',
    body: null,
    response: Type.Object({ seasons: Type.Array(closedSeason) }),
  }),
  /** For line monitors and the tent's own members (else 403), by any id that the tent ever had. */
  tentRecord: endpoint({
    method: 'GET',
    path: '/api/tents/:id/record',
    access: 'signedIn',
    params: Type.Object({ id: Type.String() }),
    body: null,
    response: tentRecord,
  }),
  /**
   * The present state for this person. `check`: the one that is on. `tent`: their own, null without
   * one; its `status` in the check that is on, else in the last one that is over (`notInCheck`: it
   * was not in it), null before the first of a season; `at`: when it was marked there. `required` does not
   * change while the tent is in a check.
   */
  now: endpoint({
    method: 'GET',
    path: '/api/now',
    access: 'signedIn',
    body: null,
    response: Type.Object({
      ...seasonNow.properties,
      check: orNull(Type.Object({ checkId: Type.String(), startedAt: instant })),
      tent: orNull(ownTentNow),
    }),
  }),
}
