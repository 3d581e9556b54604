import { type Static, Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { instant, orNull } from '../schemas.ts'

/** What waits to be done, how much of it is overdue, and since when the oldest is; null: nothing. */
const queue = Type.Object({
  waiting: Type.Integer(),
  oldestSince: orNull(instant),
})
export type Queue = Static<typeof queue>

/** A request that failed by a fault of the server; `id` is its `x-request-id`, as in the log. */
const failedRequest = Type.Object({
  id: Type.String(),
  at: instant,
  method: Type.String(),
  /** The pattern of the route, without anything that was sent. */
  route: Type.String(),
  error: Type.String(),
})
export type FailedRequest = Static<typeof failedRequest>

/**
 * How well the server that answers is, and what it knows of the others. `disk`: where the embedded
 * database lies, else the server's own; null where it cannot be asked. `backup`: the newest that the
 * server made by itself; null: none yet, or none is made, because PostgreSQL is backed up by its own
 * means (`backsUp` false). `failed`: of the last day, newest first, at most 100 of this server.
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
  /** The versions of all servers that are up on this database, this one among them. */
  servers: Type.Array(Type.String()),
})
export type Health = Static<typeof health>

/**
 * What a season needs before its first night, and whether it is there. `address`: `PUBLIC_URL` is
 * set; `proof`: netIDs are proven; `rules`: saved here, for a season that is not over; `trial`: a
 * check was started at some time.
 */
const setUp = Type.Object({
  address: Type.Boolean(),
  proof: Type.Boolean(),
  roster: Type.Boolean(),
  rules: Type.Boolean(),
  policy: Type.Boolean(),
  calendar: Type.Boolean(),
  signUp: Type.Boolean(),
  monitors: Type.Boolean(),
  trial: Type.Boolean(),
})
export type SetUp = Static<typeof setUp>

export const operationsApi = {
  setUp: endpoint({
    method: 'GET',
    path: '/api/set-up',
    access: 'superUser',
    body: null,
    response: setUp,
  }),
  health: endpoint({
    method: 'GET',
    path: '/api/health',
    access: 'superUser',
    body: null,
    response: health,
  }),
  /** Everything in the database as it is now, as `cli restore` takes it. */
  makeBackup: endpoint({
    method: 'POST',
    path: '/api/backup',
    access: 'superUser',
    body: null,
    response: 'file',
  }),
}
