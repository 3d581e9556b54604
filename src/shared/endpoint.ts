import { type Static, type TObject, type TSchema, Type } from 'typebox'
import type { Level } from './access.ts'
import type { RefusalCode } from './refusals.ts'

/** JSON by its schema; null: the call takes no body, and whatever is sent is ignored; a file. */
type EndpointBody = TSchema | 'file' | null

/**
 * JSON by its schema, from which a field that is not named is dropped; or a table or bytes to
 * download, or a calendar (iCalendar) for programs that follow one.
 */
type EndpointResponse = TSchema | 'csv' | 'file' | 'calendar'

/**
 * One call, as data. The server derives the route, its validation and what may leave from it;
 * the browser derives a typed call. Access, body and response are never optional, so that nobody
 * can forget them.
 */
export type Endpoint = {
  /** A call by any other method than GET may write. */
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** `:name` stands for a value of `params`. */
  path: string
  access: Level
  /**
   * The values in the path, each a text or an integer. What does not fit names nothing: 404.
   */
  params?: TObject
  /**
   * The values after the `?`, each a text or an integer. What does not fit is refused with 400; a
   * name that is not here is ignored.
   */
  query?: TObject
  body: EndpointBody
  /** What a body is refused with that does not fit; without it `badRequest`. Status 400. */
  bodyRefusal?: RefusalCode
  /** What may leave. */
  response: EndpointResponse
  /** The token of a program is let in, too. */
  forScripts?: true
  /** The handler itself sees, in its own write, that the session holds and what role it has. */
  provesSession?: true
}

/** Declares a call and keeps its exact types. */
export function endpoint<const E extends Endpoint>(definition: E): E {
  return definition
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

/** The answer of a call for which nothing is specified. */
export const ok = Type.Object({ ok: Type.Literal(true) })
