import { type Static, type TSchema, Type } from 'typebox'
import type { Level } from './access.ts'
import { person } from './accounts/contract.ts'
import {
  activeTent,
  callMade,
  checkPicture,
  markFacts,
  position,
  toldPosition,
} from './tent-check/contract.ts'

/** A live event: who may hear or send it, and its arguments in order. */
type LiveEvent = { access: Level; args: readonly TSchema[] }

/** How many names a check excludes. */
export const excludedAtMost = 5000

const nameList = Type.Array(Type.String({ maxLength: 200 }), { maxItems: excludedAtMost })

/** A checker page by its index, or the Duke Card Checker. */
const viewedPage = Type.Union([Type.Integer({ minimum: 0 }), Type.Literal('cards')])

const presence = Type.Object({ ...person.properties, page: viewedPage })
export type Presence = Static<typeof presence>

/** What the server tells. Specification 7, real-time socket. */
export const serverEvents = {
  /**
   * Where the check stands (`checkId` null: none is on), and as whom the page is told so. On
   * connecting, and when a person's role changes; only to pages that say `speaks: 3` at the
   * handshake, which ask where they know less.
   */
  checkPosition: {
    access: 'public',
    args: [Type.Object({ ...toldPosition.properties, isLineMonitor: Type.Boolean() })],
  },
  /** On a start, and during a check to every other socket that connects. */
  checkStarted: {
    access: 'public',
    args: [Type.Object({ ...checkPicture.properties, checkId: Type.String() })],
  },
  /** A tent is marked; how (`mark`) is for line monitors only. */
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
  /** A mark was taken back: the tent remains. Only to pages that say `speaks: 2` at the handshake. */
  tentReturned: {
    access: 'public',
    args: [Type.Object({ id: Type.String(), ...position.properties, tent: activeTent })],
  },
  checkCanceled: { access: 'public', args: [Type.Object({ checkId: Type.String() })] },
  checkEnded: { access: 'public', args: [Type.Object({ checkId: Type.String() })] },
  /** Absent tents were called, for the `call`th time of `calls`; times in ISO 8601. */
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
  /** That call, the latest, was taken back. */
  checkCallUndone: {
    access: 'lineMonitor',
    args: [Type.Object({ ...position.properties, call: Type.Integer() })],
  },
  /** Who looks at which page, by netID: one entry a person, where they were last. */
  presenceUpdated: { access: 'lineMonitor', args: [Type.Array(presence)] },
  /** The whole list, in the order of excluding; its place in the ledger second. */
  excludedNamesUpdated: { access: 'lineMonitor', args: [nameList, position] },
} as const satisfies Record<string, LiveEvent>

/** What a client may send. */
export const clientEvents = {
  /**
   * The list that the sender wants. The optional second argument names the list it started
   * from, so that only the sender's own change is applied.
   */
  excludedNamesUpdated: {
    access: 'lineMonitor',
    args: [nameList, Type.Optional(Type.Object({ base: nameList }))],
  },
  /** The page that the sender looks at; null: none any more. */
  viewing: {
    access: 'lineMonitor',
    args: [Type.Object({ page: Type.Union([viewedPage, Type.Null()]) })],
  },
} as const satisfies Record<string, LiveEvent>

type ArgsOf<Args extends readonly TSchema[]> = {
  -readonly [I in keyof Args]: Static<Args[I]>
}

export type ServerEvents = {
  [N in keyof typeof serverEvents]: (...args: ArgsOf<(typeof serverEvents)[N]['args']>) => void
}

/** Every client event is acknowledged: refused ones with the reason. */
export type Ack = (answer: { ok: true } | { error: string; code: string }) => void

export type ClientEvents = {
  excludedNamesUpdated: (list: string[], from: { base: string[] }, ack: Ack) => void
  viewing: (where: { page: Presence['page'] | null }, ack: Ack) => void
}
