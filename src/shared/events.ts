import type { Static, TSchema } from 'typebox'
import type { Level } from './access.ts'
import { clientCheckEvents, liveCheckEvents } from './tent-check/contract.ts'

/** A live event: who may receive or send it, and its arguments in order. */
type LiveEvent = { access: Level; args: readonly TSchema[] }

/** Events sent by the server. Specification 7, real-time socket. */
export const serverEvents = { ...liveCheckEvents } as const satisfies Record<string, LiveEvent>

/** Events sent by pages. */
export const clientEvents = { ...clientCheckEvents } as const satisfies Record<string, LiveEvent>

type ArgsOf<Args extends readonly TSchema[]> = {
  -readonly [I in keyof Args]: Static<Args[I]>
}

export type ServerEvents = {
  [N in keyof typeof serverEvents]: (...args: ArgsOf<(typeof serverEvents)[N]['args']>) => void
}

/** The events of the server that everyone may hear. */
export type PublicEvent = {
  [N in keyof ServerEvents]: (typeof serverEvents)[N]['access'] extends 'public' ? N : never
}[keyof ServerEvents]

/** Every client event is acknowledged; a refused one with the reason. */
export type Ack = (answer: { ok: true } | { error: string; code: string }) => void

export type ClientEvents = {
  [N in keyof typeof clientEvents]: (
    ...args: [...ArgsOf<(typeof clientEvents)[N]['args']>, ack: Ack]
  ) => void
}
