import { type Static, type TSchema, Type } from 'typebox'
import type { Level } from './access.ts'
import { checkPicture, markFacts, position } from './tent-check/contract.ts'

/** A live event: who may hear or send it, and its arguments in order. */
type LiveEvent = { access: Level; args: readonly TSchema[] }

/** How many names a check excludes. */
export const excludedAtMost = 5000

const nameList = Type.Array(Type.String({ maxLength: 200 }), { maxItems: excludedAtMost })

/** What the server tells. Specification 7, real-time socket. */
export const serverEvents = {
  /** On a start, and to every socket that connects during a check. */
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
  checkCanceled: { access: 'public', args: [Type.Object({ checkId: Type.String() })] },
  checkEnded: { access: 'public', args: [Type.Object({ checkId: Type.String() })] },
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
}
