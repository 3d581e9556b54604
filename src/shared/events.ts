import { type Static, type TSchema, Type } from 'typebox'
import type { Level } from './access.ts'
import { person } from './accounts/contract.ts'
import { liveCheckEvents, position } from './tent-check/contract.ts'

/** A live event: who may receive or send it, and its arguments in order. */
type LiveEvent = { access: Level; args: readonly TSchema[] }

/** The most names that a check may exclude. */
export const excludedAtMost = 5000

const nameList = Type.Array(Type.String({ maxLength: 200 }), { maxItems: excludedAtMost })

/** A checker page by its index, or the Duke Card Checker. */
const viewedPage = Type.Union([Type.Integer({ minimum: 0 }), Type.Literal('cards')])

const presence = Type.Object({ ...person.properties, page: viewedPage })
export type Presence = Static<typeof presence>

/** Events sent by the server. Specification 7, real-time socket. */
export const serverEvents = {
  ...liveCheckEvents,
  /** Who looks at which page, by netID: one entry per person, with their latest page. */
  presenceUpdated: { access: 'lineMonitor', args: [Type.Array(presence)] },
  /**
   * All excluded names, in the order in which they were excluded, and the position in the ledger.
   */
  excludedNamesUpdated: { access: 'lineMonitor', args: [nameList, position] },
} as const satisfies Record<string, LiveEvent>

/** Events sent by pages. */
export const clientEvents = {
  /**
   * The list that the page wants. The optional second argument is the list from which the person
   * started, so that only their own change is applied.
   */
  excludedNamesUpdated: {
    access: 'lineMonitor',
    args: [nameList, Type.Optional(Type.Object({ base: nameList }))],
  },
  /** The page that the person looks at; null: none. */
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

/** Those that everyone may hear. */
export type PublicEvent = {
  [N in keyof ServerEvents]: (typeof serverEvents)[N]['access'] extends 'public' ? N : never
}[keyof ServerEvents]

/** Every client event is acknowledged; a refused one with the reason. */
export type Ack = (answer: { ok: true } | { error: string; code: string }) => void

export type ClientEvents = {
  excludedNamesUpdated: (list: string[], from: { base: string[] }, ack: Ack) => void
  viewing: (where: { page: Presence['page'] | null }, ack: Ack) => void
}
