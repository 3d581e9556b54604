import { type Static, Type } from 'typebox'
import { endpoint, ok } from '../endpoint.ts'
import { tent } from '../tents/contract.ts'

/** A tent of a running check; `groupIndex` is its checker page, from 0. */
const activeTent = Type.Object({ ...tent.properties, groupIndex: Type.Integer() })
export type ActiveTent = Static<typeof activeTent>

export const outcome = Type.Union([Type.Literal('miss'), Type.Literal('make')])
export type Outcome = Static<typeof outcome>

/**
 * Where a client's picture of a check stands in the ledger.
 * `number`: the last event it holds. `previous`: the last event that this audience was told
 * before this one; a client whose own number is lower has missed something and asks anew.
 */
export const position = Type.Object({
  checkId: Type.String(),
  number: Type.Integer(),
  previous: Type.Integer(),
})

/** How a tent of a check was marked: by whom (first name) and when (Eastern time). */
export const markFacts = Type.Object({
  id: Type.String(),
  outcome,
  by: Type.String(),
  at: Type.String(),
  numberOfMisses: Type.Integer(),
})
export type MarkFacts = Static<typeof markFacts>

/** A tent of the check that is marked already, and how. */
const markedTent = Type.Object({ tent: activeTent, mark: markFacts })
export type MarkedTent = Static<typeof markedTent>

/** A checker page: the labels of its first and last tent, and how many it began with. */
const checkerPage = Type.Object({
  first: Type.String(),
  last: Type.String(),
  tentCount: Type.Integer(),
})
export type CheckerPage = Static<typeof checkerPage>

/** A running check as a page needs it to show all of it. */
export const checkPicture = Type.Object({
  /**
   * Of the server's ledger: another one whenever it may know less than it did, after a restore or
   * where the database went back in time. What was shown under another epoch is void.
   */
  epoch: Type.String(),
  /** The tents that remain, in order. */
  activeTents: Type.Array(activeTent),
  numCheckers: Type.Integer(),
  /** The number of the last event of the check that this picture knows of. */
  number: Type.Integer(),
  /** By groupIndex; pages without a tent are not in it. */
  pages: Type.Array(checkerPage),
  /** For line monitors, in order; empty for anyone else. */
  marked: Type.Array(markedTent),
})

/** `checkId` null: no check is on, and all else but the epoch is empty or 0. */
const checkStatus = Type.Object({
  ...checkPicture.properties,
  isCheckInProgress: Type.Boolean(),
  /** For line monitors: a check is on that cannot be read, and is not shown. Cancel it. */
  isUnreadable: Type.Optional(Type.Boolean()),
  checkId: Type.Union([Type.String(), Type.Null()]),
  startedBy: Type.String(),
  startedAt: Type.String(),
  /** For line monitors; empty for anyone else. */
  excludedNames: Type.Array(Type.String()),
})
export type CheckStatus = Static<typeof checkStatus>

const id = Type.String({ minLength: 1, maxLength: 200 })
const uuid = Type.String({ pattern: '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$' })

/** How long the names of a Make may be in all, in characters. */
export const lastCheckAtMost = 4000

/**
 * What one phone says of one tent: a Miss carries `misses`, a Make carries `lastCheck`; both or
 * neither is refused. `lastMissLM` and the dates are taken from the server's own knowledge.
 */
const markBody = Type.Object({
  id,
  /** Value ignored beyond its range: a Miss adds exactly 1. */
  misses: Type.Optional(Type.Integer({ minimum: 0, maximum: 1000 })),
  lastMissLM: Type.Optional(Type.String({ maxLength: 1000 })),
  dateOfLastMiss: Type.Optional(Type.String({ maxLength: 1000 })),
  lastCheck: Type.Optional(Type.String({ maxLength: lastCheckAtMost })),
  dateOfLastCheck: Type.Optional(Type.String({ maxLength: 1000 })),
  /** The client's own id of this mark: sent again, it gets the first answer. */
  markId: Type.Optional(uuid),
  /** The check that is meant; without it, the one in progress. */
  checkId: Type.Optional(uuid),
  /** The phone's own clock at the tap, kept in the ledger beside the server's. ISO 8601. */
  deviceTime: Type.Optional(Type.String({ maxLength: 40 })),
})
export type MarkBody = Static<typeof markBody>

export const tentCheckApi = {
  checkStatus: endpoint({
    method: 'GET',
    path: '/api/check-status',
    access: 'public',
    body: null,
    response: checkStatus,
  }),
  /** 400 for no or unknown tents; 409 "A check is already in progress." */
  startCheck: endpoint({
    method: 'POST',
    path: '/api/start-check',
    access: 'lineMonitor',
    body: Type.Object({
      tents: Type.Array(Type.Object({ id, groupIndex: Type.Optional(Type.Integer()) }), {
        maxItems: 5000,
      }),
      numCheckers: Type.Integer({ minimum: 1, maximum: 200 }),
    }),
    response: Type.Object({ ok: Type.Literal(true), checkId: Type.String() }),
  }),
  /** `ifEmpty`: end it only if no tent is left, as the automatic end asks. Idle: 200. */
  endCheck: endpoint({
    method: 'POST',
    path: '/api/end-check',
    access: 'lineMonitor',
    body: Type.Object({ ifEmpty: Type.Optional(Type.Boolean()) }),
    response: ok,
  }),
  cancelCheck: endpoint({
    method: 'POST',
    path: '/api/cancel-check',
    access: 'lineMonitor',
    body: null,
    response: ok,
  }),
  /**
   * Marks a tent. 200 with how the tent is marked (also when a colleague said the same before);
   * 409 when a colleague said the opposite, when the check is another, or when none is on.
   */
  mark: endpoint({
    method: 'POST',
    path: '/api/tent-checks/update',
    access: 'lineMonitor',
    body: markBody,
    response: Type.Object({ ok: Type.Literal(true), mark: markFacts }),
    provesSession: true,
  }),
}
