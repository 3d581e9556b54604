import { type Static, type TObject, type TSchema, Type } from 'typebox'
import type { Level } from './access.ts'
import type { RefusalCode } from './refusals.ts'

/** JSON by its schema; null: no body, anything sent is ignored; or one file. */
type EndpointBody = TSchema | 'file' | null

/**
 * JSON by its schema, which drops fields that it does not name; or a table or bytes to download, or
 * an iCalendar file.
 */
type EndpointResponse = TSchema | 'csv' | 'file' | 'calendar'

/**
 * A call, as data. The server derives its route, validation and response filter from it; the
 * browser derives a typed function. Access, body and response are required, so that nobody forgets
 * them.
 */
export type Endpoint = {
  /** A call by any other method than GET may write. */
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** `:name` is a value of `params`. */
  path: string
  access: Level
  /** The values in the path, texts or integers. An invalid value is 404. */
  params?: TObject
  /**
   * The values after the `?`, texts or integers. An invalid value is 400; unknown names are
   * ignored.
   */
  query?: TObject
  body: EndpointBody
  /** In bytes, where it may be longer than `bodyBytesAtMost` says of its access. */
  bodyBytes?: number
  /** What a body is refused with that does not fit; without it `badRequest`. Status 400. */
  bodyRefusal?: RefusalCode
  /** What a body is refused with that is too long; without it `tooLarge`. Status 413. */
  bodyTooLong?: RefusalCode
  /** A refusal says its `error` once more, as `message`. */
  refusesByMessage?: true
  /** A refusal is its `error` alone, as plain text. */
  refusesAsText?: true
  /** What may be sent; other fields are dropped. */
  response: EndpointResponse
  /** Public, but what is read differs from asker to asker: it is not read once for all of them. */
  isPersonal?: true
  /** Programs with a token may use it, too. */
  forScripts?: true
  /** The handler itself checks in its own write that the session is valid and has the role. */
  provesSession?: true
}

/** Declares a call and keeps its exact types. */
export function endpoint<const E extends Endpoint>(definition: E): E {
  return definition
}

/** Is it for line monitors or super users alone? */
function asksForRole({ access }: Endpoint): boolean {
  return access === 'lineMonitor' || access === 'superUser'
}

/** How long a body may be: what anyone sends is short, and those with a role send whole rosters. */
export function bodyBytesAtMost(call: Endpoint): number {
  return call.bodyBytes ?? (asksForRole(call) ? 1_048_576 : 16_384)
}

export type BodyOf<E extends Endpoint> = E['body'] extends 'file'
  ? Uint8Array
  : E['body'] extends TSchema
    ? Static<E['body']>
    : undefined

export type ParamsOf<E extends Endpoint> = E extends { params: infer P extends TObject }
  ? Static<P>
  : undefined

export type QueryOf<E extends Endpoint> = E extends { query: infer Q extends TObject }
  ? Static<Q>
  : undefined

export type ResponseOf<E extends Endpoint> = E['response'] extends TSchema
  ? Static<E['response']>
  : E['response'] extends 'file'
    ? Uint8Array
    : string

/** The answer of calls that return nothing else. */
export const ok = Type.Object({ ok: Type.Literal(true) })
