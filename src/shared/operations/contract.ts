import { type Static, Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { instant, orNull } from '../schemas.ts'

/** How many wait, and since when the oldest of them does; null: none waits. */
const queue = Type.Object({
  waiting: Type.Integer(),
  oldestSince: orNull(instant),
})
export type Queue = Static<typeof queue>

/** A request that failed by a fault of the server; `id` is its `x-request-id`, also in the log. */
const failedRequest = Type.Object({
  id: Type.String(),
  at: instant,
  method: Type.String(),
  /** The route's pattern, without values. */
  route: Type.String(),
  error: Type.String(),
})
export type FailedRequest = Static<typeof failedRequest>

/**
 * The state of the server that answers, and what it knows of the others. `disk`: where the embedded
 * database is, else the server's own; null if unknown. `backup`: the server's newest backup; null:
 * none yet, or PostgreSQL is backed up by its own tools (`backsUp` false). `failed`: of the last
 * day on this server, newest first, at most 100.
 */
const health = Type.Object({
  at: instant,
  startedAt: instant,
  version: Type.String(),
  engine: Type.String(),
  disk: orNull(Type.Object({ freeBytes: Type.Integer(), totalBytes: Type.Integer() })),
  backsUp: Type.Boolean(),
  backup: orNull(Type.Object({ at: instant, bytes: Type.Integer() })),
  queues: Type.Object({ airtable: queue, mails: queue, pushes: queue }),
  failed: Type.Array(failedRequest),
  /** The versions of all running servers of this database, including this one. */
  servers: Type.Array(Type.String()),
})
export type Health = Static<typeof health>

/**
 * Which set-up steps of a season are done. `address`: `PUBLIC_URL` is set; `proof`: it is decided
 * whether netIDs are proven; `hadTents`: also those that left the roster; `rules`: saved here, for a
 * season that is not over; `trial`: a check is over, of a season that is not closed.
 */
const setUp = Type.Object({
  address: Type.Boolean(),
  proof: Type.Boolean(),
  roster: Type.Boolean(),
  hadTents: Type.Boolean(),
  rules: Type.Boolean(),
  policy: Type.Boolean(),
  calendar: Type.Boolean(),
  signUp: Type.Boolean(),
  monitors: Type.Boolean(),
  trial: Type.Boolean(),
})
export type SetUp = Static<typeof setUp>

export const operationsApi = {
  /** Read anew each time. */
  setUp: endpoint({
    method: 'GET',
    path: '/api/set-up',
    access: 'superUser',
    body: null,
    response: setUp,
  }),
  /**
   * Read anew each time, but for `failed`, which this server keeps in memory. Mails and pushes count
   * once they are due.
   */
  health: endpoint({
    method: 'GET',
    path: '/api/health',
    access: 'superUser',
    body: null,
    response: health,
  }),
  /** A backup of the whole database for `cli restore`. */
  makeBackup: endpoint({
    method: 'POST',
    path: '/api/backup',
    access: 'superUser',
    body: null,
    response: 'file',
  }),
}
