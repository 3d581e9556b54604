import { type Static, Type } from 'typebox'
import { person } from '../accounts/contract.ts'
import { endpoint, ok } from '../endpoint.ts'
import { instant } from '../schemas.ts'

/** A local time of the season's zone, without an offset: `2026-01-28T07:00`. */
const localTime = Type.String()
/** A clock time of 24 hours: `01:00`. */
const clockTime = Type.String()

/** `day` and `night`: how many members a tent must show; 0 and 0: there are no checks in it. */
const period = Type.Object({
  name: Type.String(),
  from: localTime,
  day: Type.Integer(),
  night: Type.Integer(),
})
export type Period = Static<typeof period>

/**
 * `days` are the weekdays of the morning, 0 = Sunday. A `from` later than its `to` is the evening
 * before that morning; at `to` it is day.
 */
const night = Type.Object({
  days: Type.Array(Type.Integer()),
  from: clockTime,
  to: clockTime,
})
export type Night = Static<typeof night>

/**
 * The rules of a season. The periods stand in order, each until the next one begins, the last one
 * until `ends`. What may stand in each field is said by `seasonProblems`.
 */
const seasonRules = Type.Object({
  /** Grows by one with each save; 0: nobody has saved any. */
  version: Type.Integer(),
  name: Type.String(),
  inSeason: Type.Boolean(),
  timeZone: Type.String(),
  periods: Type.Array(period),
  ends: localTime,
  nights: Type.Array(night),
  /** A tent's own day or night number goes before the period's. */
  tentNumbersWin: Type.Boolean(),
  /** How long there is grace after a check that ended. */
  graceMinutes: Type.Integer(),
  /** Misses of a tent that have no consequence, in each period. */
  missesAllowed: Type.Integer(),
  /** How often absent tents are called before a check ends. */
  calls: Type.Integer(),
  /** From the last call to the end. */
  closingMinutes: Type.Integer(),
  /** For how long after a check its Misses may be disputed. */
  disputeHours: Type.Integer(),
})
export type SeasonRules = Static<typeof seasonRules>

export const clock = Type.Union([Type.Literal('day'), Type.Literal('night')])
export type Clock = Static<typeof clock>

/** A time in which no check should start. */
export const grace = Type.Object({ from: instant, until: instant, reason: Type.String() })
export type Grace = Static<typeof grace>

/**
 * What the rules say of a moment. `period`: its name, null outside of all periods; `required`: the
 * period's number, or null; `grace`: of those that hold, the one that ends last.
 */
export const seasonNow = Type.Object({
  at: instant,
  period: Type.Union([Type.String(), Type.Null()]),
  clock,
  required: Type.Union([Type.Integer(), Type.Null()]),
  grace: Type.Union([grace, Type.Null()]),
})
export type SeasonNow = Static<typeof seasonNow>

const season = Type.Object({ ...seasonRules.properties, now: seasonNow })
export type Season = Static<typeof season>

const savedVersion = Type.Object({ version: Type.Integer(), savedAt: instant, by: person })
export type SavedVersion = Static<typeof savedVersion>

const declaredGrace = Type.Object({ id: Type.String(), ...grace.properties })
export type DeclaredGrace = Static<typeof declaredGrace>

export const seasonApi = {
  getSeason: endpoint({
    method: 'GET',
    path: '/api/season',
    access: 'public',
    body: null,
    response: season,
  }),
  /**
   * `version` is the one that these rules were made from: 409 `seasonChanged` where it is not the
   * newest any more. 400 `seasonInvalid` names the field that is wrong.
   */
  saveSeason: endpoint({
    method: 'PUT',
    path: '/api/season',
    access: 'superUser',
    body: seasonRules,
    bodyRefusal: 'seasonInvalid',
    response: season,
  }),
  /** Newest first; version 0, which nobody saved, is not among them. */
  listSeasonVersions: endpoint({
    method: 'GET',
    path: '/api/season/versions',
    access: 'lineMonitor',
    body: null,
    response: Type.Object({ versions: Type.Array(savedVersion) }),
  }),
  /** Version 0, too; 404 where there is no such version. */
  getSeasonVersion: endpoint({
    method: 'GET',
    path: '/api/season/versions/:version',
    access: 'lineMonitor',
    params: Type.Object({ version: Type.Integer() }),
    body: null,
    response: seasonRules,
  }),
  /** Those that were declared and are not over yet; a check's own grace is in `now` alone. */
  listGraces: endpoint({
    method: 'GET',
    path: '/api/grace',
    access: 'public',
    body: null,
    response: Type.Object({ graces: Type.Array(declaredGrace) }),
  }),
  /**
   * `from` is now where it is left out; `until` is after it, by 14 days at most; the reason has 1 to
   * 200 characters.
   */
  declareGrace: endpoint({
    method: 'POST',
    path: '/api/grace',
    access: 'superUser',
    body: Type.Object({
      from: Type.Optional(instant),
      until: instant,
      reason: Type.String(),
    }),
    bodyRefusal: 'graceInvalid',
    response: Type.Object({ ok: Type.Literal(true), id: Type.String() }),
  }),
  /** Ends it now; one that has not begun never begins. One that is over stays so: 200. */
  endGrace: endpoint({
    method: 'DELETE',
    path: '/api/grace/:id',
    access: 'superUser',
    params: Type.Object({ id: Type.String() }),
    body: null,
    response: ok,
  }),
}
