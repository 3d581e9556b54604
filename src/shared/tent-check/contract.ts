import { type Static, Type } from 'typebox'
import { person } from '../accounts/contract.ts'
import { endpoint, ok } from '../endpoint.ts'
import { instant, oneOf, orNull, uuid } from '../schemas.ts'
import { clock } from '../season/contract.ts'
import { tent } from '../tents/contract.ts'
import {
  checkersAtMost,
  excludedAtMost,
  lastCheckAtMost,
  missesAtMost,
  presentAtMost,
} from './limits.ts'

const requiredNumber = orNull(Type.Integer())

export const outcome = oneOf(['miss', 'make'])
export type Outcome = Static<typeof outcome>

/**
 * A tent of a running check; `groupIndex`: its checker page, from 0. `required`: how many members
 * it must show, null where no number is known; missing in the public form. `corrected`: for line
 * monitors, what it was corrected to in a check that was reopened after it, if it is unmarked.
 */
const activeTent = Type.Object({
  ...tent.properties,
  groupIndex: Type.Integer(),
  required: Type.Optional(requiredNumber),
  corrected: Type.Optional(outcome),
})
export type ActiveTent = Static<typeof activeTent>

/** The kinds of events of the ledger; `server/tent-check/ledger/events.ts` says what each is. */
export const eventKind = oneOf([
  'started',
  'marked',
  'undone',
  'lateMark',
  'excluded',
  'included',
  'called',
  'callUndone',
  'ended',
  'cancelled',
  'reopened',
  'corrected',
])

/**
 * A position in a check's ledger. `number`: the event's number. `previous`: the number of the event
 * that this audience was sent before; a client whose own number is lower has missed something and
 * asks for the whole check.
 */
const position = Type.Object({
  checkId: Type.String(),
  number: Type.Integer(),
  previous: Type.Integer(),
})
export type Position = Static<typeof position>

/**
 * How a tent was marked in a check: by whom (first name) and when (Eastern time); without members.
 */
export const storedMark = Type.Object({
  id: Type.String(),
  outcome,
  by: Type.String(),
  at: Type.String(),
  numberOfMisses: Type.Integer(),
})
export type StoredMark = Static<typeof storedMark>

/**
 * A `storedMark` for line monitors. `netID`: of whoever marked it. `present`: names of members, [] for a
 * Miss. `required`: how many it had to show, null where no number is known. `number`: its event's
 * number in the ledger. `corrected`: to what a correction changed the outcome, in a check that was
 * reopened after it.
 */
const markFacts = Type.Object({
  ...storedMark.properties,
  netID: orNull(Type.String()),
  present: Type.Array(Type.String()),
  required: requiredNumber,
  number: Type.Integer(),
  corrected: Type.Optional(oneOf(['make', 'miss', 'none'])),
})
export type MarkFacts = Static<typeof markFacts>

/** A marked tent of the check, and how it is marked. */
const markedTent = Type.Object({ tent: activeTent, mark: markFacts })
export type MarkedTent = Static<typeof markedTent>

/** A checker page: the labels of its first and last tent, and how many it began with. */
const checkerPage = Type.Object({
  first: Type.String(),
  last: Type.String(),
  tentCount: Type.Integer(),
})
export type CheckerPage = Static<typeof checkerPage>

/** By whom (null: the server) and when. */
const done = { by: orNull(person), at: instant }

/** Up to which event of a check something is known. */
const checkPosition = Type.Object({
  /**
   * Changes whenever the server's ledger may have lost events, after a restore or if the database
   * went back in time. Everything shown under another epoch is void.
   */
  epoch: Type.String(),
  /** null: none is on. */
  checkId: orNull(Type.String()),
  /** Of the last event of the check. */
  number: Type.Integer(),
})

/** What a page compares with its own copy when it connects. `content`: see `contentSum`. */
const positionWithContent = Type.Object({ ...checkPosition.properties, content: Type.Integer() })
export type PositionWithContent = Static<typeof positionWithContent>

/** Everything that a page needs to show a running check. */
const checkPicture = Type.Object({
  epoch: checkPosition.properties.epoch,
  number: checkPosition.properties.number,
  /** The tents that are not marked, in order. */
  activeTents: Type.Array(activeTent),
  numCheckers: Type.Integer(),
  /** By groupIndex, without empty pages. */
  pages: Type.Array(checkerPage),
  /** The season's period at the start; null outside of all periods, or without a check. */
  period: orNull(Type.String()),
  clock: orNull(clock),
  /** How many calls for absent tents the check has; 0 without a check. */
  callsAtMost: Type.Integer(),
  /** In order. */
  marked: Type.Array(markedTent),
  /** Who excluded whom. */
  exclusions: Type.Array(Type.Object({ name: Type.String(), ...done })),
  /** The calls for absent tents, in their order. */
  calls: Type.Array(Type.Object({ call: Type.Integer(), ...done })),
  /** After the last call: when the check should end; else null. */
  closesAt: orNull(instant),
})

/** Without a check, everything but the epoch is empty or 0. */
const checkStatus = Type.Object({
  ...checkPicture.properties,
  ...checkPosition.properties,
  isCheckInProgress: Type.Boolean(),
  /** For line monitors: a check is on, but its ledger cannot be read. It can only be cancelled. */
  isUnreadable: Type.Optional(Type.Boolean()),
  startedBy: Type.String(),
  startedAt: Type.String(),
  excludedNames: Type.Array(Type.String()),
})
export type CheckStatus = Static<typeof checkStatus>

/**
 * What everyone may see of a check, besides its unmarked tents and the number of its last public
 * event. In all other fields everyone except line monitors gets the value as without a check.
 */
export const fieldsForEveryone = [
  'epoch',
  'checkId',
  'isCheckInProgress',
  'numCheckers',
  'pages',
  'period',
  'clock',
  'callsAtMost',
] as const satisfies (keyof CheckStatus)[]

const id = Type.String({ minLength: 1, maxLength: 200 })

/**
 * A mark from a phone: a Miss has `misses`, a Make has `lastCheck`; both or neither is refused.
 * `lastMissLM` and the dates are ignored: the server sets them itself.
 */
const markBody = Type.Object({
  id,
  /** The value does not matter within its range: a Miss always adds exactly 1. */
  misses: Type.Optional(Type.Integer({ minimum: 0, maximum: missesAtMost })),
  lastMissLM: Type.Optional(Type.String({ maxLength: 1000 })),
  dateOfLastMiss: Type.Optional(Type.String({ maxLength: 1000 })),
  lastCheck: Type.Optional(Type.String({ maxLength: lastCheckAtMost })),
  dateOfLastCheck: Type.Optional(Type.String({ maxLength: 1000 })),
  /**
   * In addition to `lastCheck`, and used instead of its names: who is there, by the ids of the
   * tent's people. Unknown ids are ignored, and one that stands there twice counts once.
   */
  present: Type.Optional(Type.Array(id, { maxItems: presentAtMost })),
  /** The monitor's note, for the record. */
  note: Type.Optional(Type.String({ maxLength: 200 })),
  /** Made by the client; a mark sent again with the same id gets the first answer. */
  markId: Type.Optional(uuid),
  /** The check that is meant; left out, the one in progress. */
  checkId: Type.Optional(id),
  /** The phone's own clock at the tap, stored beside the server's. ISO 8601. */
  deviceTime: Type.Optional(Type.String({ maxLength: 40 })),
})
export type MarkBody = Static<typeof markBody>

/** `undoId`: made by the client. `number`: the event of the mark to undo. */
const undoBody = Type.Object({
  id,
  checkId: id,
  undoId: uuid,
  number: Type.Optional(Type.Integer()),
  reason: Type.Optional(Type.String({ maxLength: 300 })),
})
export type UndoBody = Static<typeof undoBody>

/** The first call for absent tents is 1. */
const callOf = Type.Object({ checkId: id, call: Type.Integer() })
export type CallOf = Static<typeof callOf>

/** `closesAt`: set with the last call; else null. */
const callMade = Type.Object({
  call: Type.Integer(),
  at: instant,
  closesAt: orNull(instant),
})
export type CallMade = Static<typeof callMade>

const missRestBody = Type.Object({
  checkId: id,
  ids: Type.Array(id, { minItems: 1, maxItems: 5000 }),
  restId: uuid,
})
export type MissRestBody = Static<typeof missRestBody>

const closing = { checkId: Type.Optional(uuid), number: Type.Optional(Type.Integer()) }

export const tentCheckApi = {
  /**
   * The check that is on, as the database has it: newer, perhaps, than the last event that the page
   * was sent. Who is no line monitor gets the picture of visitors: see `fieldsForEveryone`.
   */
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
      numCheckers: Type.Integer({ minimum: 1, maximum: checkersAtMost }),
    }),
    response: Type.Object({ ok: Type.Literal(true), checkId: Type.String() }),
  }),
  /**
   * `ifEmpty`: end it only if no tent is left, as the automatic end does. `checkId`: the check that
   * is meant; left out, the one in progress. `number`: of the last event that the page knows. 200 if
   * none is on, another than is meant, or one that was reopened after that event; with `ifEmpty` also
   * where a mark or an undo came after it.
   */
  endCheck: endpoint({
    method: 'POST',
    path: '/api/end-check',
    access: 'lineMonitor',
    body: Type.Object({ ifEmpty: Type.Optional(Type.Boolean()), ...closing }),
    response: ok,
  }),
  /** `checkId` and `number`: as for `endCheck`. */
  cancelCheck: endpoint({
    method: 'POST',
    path: '/api/cancel-check',
    access: 'lineMonitor',
    body: Type.Object(closing),
    response: ok,
  }),
  /**
   * Marks a tent. 200 with the mark that stands (also if a colleague made the same one before); 409
   * if a colleague made the opposite one, if another check is on, or none. The same markId again
   * gets the first answer; for another tent, outcome or check 409 `markIdReused`.
   */
  mark: endpoint({
    method: 'POST',
    path: '/api/tent-checks/update',
    access: 'lineMonitor',
    body: markBody,
    response: Type.Object({ ok: Type.Literal(true), mark: markFacts }),
    provesSession: true,
  }),
  /**
   * Undoes a mark during its check: by the person who made it, or a super user (else 403
   * `notYourMark`). 409 `notMarked`, also if another mark than `number` stands; 409 `checkOver`.
   * The same undoId again gets the first answer; for another tent or check 409 `idReused`.
   */
  undoMark: endpoint({
    method: 'POST',
    path: '/api/tent-checks/undo',
    access: 'lineMonitor',
    body: undoBody,
    response: Type.Object({ ok: Type.Literal(true), number: Type.Integer() }),
    provesSession: true,
  }),
  /**
   * Marks each of these tents with a Miss, all or none; tents marked meanwhile are `already`. 400
   * for an id that is not in the check; 409 `checkOver`. The same restId again gets the first
   * answer.
   */
  missRest: endpoint({
    method: 'POST',
    path: '/api/tent-checks/miss-rest',
    access: 'lineMonitor',
    body: missRestBody,
    response: Type.Object({
      ok: Type.Literal(true),
      missed: Type.Array(Type.String()),
      already: Type.Array(Type.String()),
    }),
    provesSession: true,
  }),
  /**
   * Calls for absent tents are numbered 1, 2, … up to the season's number: else 409
   * `callOutOfTurn`.
   */
  callTents: endpoint({
    method: 'POST',
    path: '/api/check-calls',
    access: 'lineMonitor',
    body: callOf,
    response: Type.Object({ ok: Type.Literal(true), ...callMade.properties }),
  }),
  /** Only the latest call: else 409 `callOutOfTurn`. */
  undoCall: endpoint({
    method: 'POST',
    path: '/api/check-calls/undo',
    access: 'lineMonitor',
    body: callOf,
    response: ok,
  }),
  /**
   * Continues a check that was closed by mistake: within 10 minutes for a line monitor (409
   * `tooLate`), always for a super user, unless another has begun since (409 `checkSuperseded`).
   * 503 `checkUnreadable`.
   */
  reopenCheck: endpoint({
    method: 'POST',
    path: '/api/checks/:checkId/reopen',
    access: 'lineMonitor',
    params: Type.Object({ checkId: uuid }),
    body: null,
    response: ok,
  }),
}

const nameList = Type.Array(Type.String({ maxLength: 200 }), { maxItems: excludedAtMost })

/** A checker page by its index, or the Duke Card Checker. */
export const viewedPage = Type.Union([Type.Integer({ minimum: 0 }), Type.Literal('cards')])

const presence = Type.Object({ ...person.properties, page: viewedPage })
export type Presence = Static<typeof presence>

/** What pages are told of a check as it goes on: one part of `serverEvents` (`shared/events.ts`). */
export const liveCheckEvents = {
  /**
   * The position of the check (`checkId` null: none is on), and the role that the page has. Sent on
   * connecting, and when a person's role changes; only to pages that say `speaks: 3` at the
   * handshake. They ask for the whole check if theirs is outdated.
   */
  checkPosition: {
    access: 'public',
    args: [Type.Object({ ...positionWithContent.properties, isLineMonitor: Type.Boolean() })],
  },
  /**
   * At a start, to other pages that connect during a check, and again with the same number when
   * tents of it were changed by an import.
   */
  checkStarted: {
    access: 'public',
    args: [Type.Object({ ...checkPicture.properties, checkId: Type.String() })],
  },
  /** A tent was marked; only line monitors get `mark`. */
  tentStatusUpdated: {
    access: 'public',
    args: [
      Type.Object({
        id: Type.String(),
        ...position.properties,
        mark: Type.Optional(markFacts),
      }),
    ],
  },
  /**
   * A mark was undone, and the tent remains. Only to pages that say `speaks: 2` or more at the
   * handshake.
   */
  tentReturned: {
    access: 'public',
    args: [Type.Object({ id: Type.String(), ...position.properties, tent: activeTent })],
  },
  checkCanceled: { access: 'public', args: [Type.Object({ checkId: Type.String() })] },
  checkEnded: { access: 'public', args: [Type.Object({ checkId: Type.String() })] },
  /** Absent tents were called: call number `call` of `calls`. */
  checkCalled: {
    access: 'lineMonitor',
    args: [
      Type.Object({
        ...position.properties,
        ...callMade.properties,
        calls: Type.Integer(),
      }),
    ],
  },
  /** That call, the latest one, was undone. */
  checkCallUndone: {
    access: 'lineMonitor',
    args: [Type.Object({ ...position.properties, call: Type.Integer() })],
  },
  /** Who looks at which page, by netID: one entry per person, with their latest page. */
  presenceUpdated: { access: 'lineMonitor', args: [Type.Array(presence)] },
  /**
   * All excluded names, in the order in which they were excluded, and the position in the ledger.
   */
  excludedNamesUpdated: { access: 'lineMonitor', args: [nameList, position] },
} as const

/** What pages send of a check: one part of `clientEvents` (`shared/events.ts`). */
export const clientCheckEvents = {
  /**
   * The list that the page wants. The optional second argument is the list from which the person
   * started, so that only their own change is applied. `checkId`: the check that is meant, `noCheck` if
   * it is not on; left out, the one that is. `changeId`: the same one again changes nothing.
   */
  excludedNamesUpdated: {
    access: 'lineMonitor',
    args: [
      nameList,
      Type.Optional(
        Type.Object({
          base: nameList,
          checkId: Type.Optional(uuid),
          changeId: Type.Optional(uuid),
        }),
      ),
    ],
  },
  /** The page that the person looks at; null: none. */
  viewing: {
    access: 'lineMonitor',
    args: [Type.Object({ page: orNull(viewedPage) })],
  },
} as const
