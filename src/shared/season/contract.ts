import { type Static, Type } from 'typebox'
import { person } from '../accounts/contract.ts'
import { endpoint, ok } from '../endpoint.ts'
import { instant, oneOf, orNull } from '../schemas.ts'

/** A local time of the season's zone, without an offset: `2026-01-28T07:00`. */
const localTime = Type.String()
/** A time of 24 hours: `01:00`. */
const clockTime = Type.String()

/** `day` and `night`: how many members a tent must show; 0 and 0: no checks. */
const period = Type.Object({
  name: Type.String(),
  from: localTime,
  day: Type.Integer(),
  night: Type.Integer(),
})
export type Period = Static<typeof period>

/**
 * `days`: the weekdays of the morning, 0 = Sunday. A `from` later than its `to` is on the evening
 * before that morning; at `to` day begins.
 */
const night = Type.Object({
  days: Type.Array(Type.Integer()),
  from: clockTime,
  to: clockTime,
})
export type Night = Static<typeof night>

/**
 * The rules of a season. The periods are in order, each lasts until the next one begins, the last
 * one until `ends`. `seasonProblems` says which values are valid.
 */
const seasonRules = Type.Object({
  /** One more with each save; 0: nobody has saved any. */
  version: Type.Integer(),
  name: Type.String(),
  inSeason: Type.Boolean(),
  timeZone: Type.String(),
  periods: Type.Array(period),
  ends: localTime,
  nights: Type.Array(night),
  /** A tent's own day or night number takes precedence over the period's. */
  tentNumbersWin: Type.Boolean(),
  /** How long grace lasts after a check that ended. */
  graceMinutes: Type.Integer(),
  /** How many Misses in a period have no consequence. */
  missesAllowed: Type.Integer(),
  /** How often absent tents are called before a check ends. */
  calls: Type.Integer(),
  /** The time from the last call to the end. */
  closingMinutes: Type.Integer(),
  /** For how long after a check its Misses may be disputed. */
  disputeHours: Type.Integer(),
})
export type SeasonRules = Static<typeof seasonRules>

export const clock = oneOf(['day', 'night'])
export type Clock = Static<typeof clock>

/** A time in which no check should start. */
export const grace = Type.Object({ from: instant, until: instant, reason: Type.String() })
export type Grace = Static<typeof grace>

/**
 * What the rules say about a moment. `period`: its name, null outside of all periods; `required`:
 * the period's number, or null; `grace`: the one that ends last of those that apply.
 */
export const seasonNow = Type.Object({
  at: instant,
  period: orNull(Type.String()),
  clock,
  required: orNull(Type.Integer()),
  grace: orNull(grace),
})
export type SeasonNow = Static<typeof seasonNow>

const season = Type.Object({ ...seasonRules.properties, now: seasonNow })
export type Season = Static<typeof season>

const savedVersion = Type.Object({ version: Type.Integer(), savedAt: instant, by: person })
export type SavedVersion = Static<typeof savedVersion>

const declaredGrace = Type.Object({ id: Type.String(), ...grace.properties })
export type DeclaredGrace = Static<typeof declaredGrace>

export const seasonApi = {
  /**
   * The newest rules, or those of version 0 where nobody has saved any, and what they say now,
   * grace after checks included.
   */
  getSeason: endpoint({
    method: 'GET',
    path: '/api/season',
    access: 'public',
    body: null,
    response: season,
  }),
  /**
   * `version`: the one that was edited; 409 `seasonChanged` if it is not the newest any more. 400
   * `seasonInvalid` names the wrong field.
   */
  saveSeason: endpoint({
    method: 'PUT',
    path: '/api/season',
    access: 'superUser',
    body: seasonRules,
    bodyRefusal: 'seasonInvalid',
    response: season,
  }),
  /** Newest first; without version 0, which nobody saved. */
  listSeasonVersions: endpoint({
    method: 'GET',
    path: '/api/season/versions',
    access: 'lineMonitor',
    body: null,
    response: Type.Object({ versions: Type.Array(savedVersion) }),
  }),
  /** Also version 0; 404 for an unknown version. */
  getSeasonVersion: endpoint({
    method: 'GET',
    path: '/api/season/versions/:version',
    access: 'lineMonitor',
    params: Type.Object({ version: Type.Integer() }),
    body: null,
    response: seasonRules,
  }),
  /** Declared graces that are not over; the grace after a check is only in `now`. */
  listGraces: endpoint({
    method: 'GET',
    path: '/api/grace',
    access: 'public',
    body: null,
    response: Type.Object({ graces: Type.Array(declaredGrace) }),
  }),
  /**
   * `from` left out means now; `until` is after it, by at most 14 days; the reason has 1 to 200
   * characters.
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
  /** Ends it now; one that has not begun never begins. 200 also if it is already over. */
  endGrace: endpoint({
    method: 'DELETE',
    path: '/api/grace/:id',
    access: 'superUser',
    params: Type.Object({ id: Type.String() }),
    body: null,
    response: ok,
  }),
}
