import { type Static, type TSchema, Type } from 'typebox'
import type { Level } from './access.ts'

/** JSON by its schema; null: the call takes no body, and whatever is sent is ignored; a file. */
export type EndpointBody = TSchema | 'file' | null

/** JSON by its schema, from which a field that is not named is dropped; or a table to download. */
export type EndpointResponse = TSchema | 'csv'

/**
 * One call, as data. The server derives the route, its validation and what may leave from it;
 * the browser derives a typed call. Access, body and response are never optional, so that nobody
 * can forget them.
 */
export type Endpoint<
  Access extends Level = Level,
  Body extends EndpointBody = EndpointBody,
  Response extends EndpointResponse = EndpointResponse,
> = {
  method: 'GET' | 'POST' | 'PUT'
  path: string
  access: Access
  body: Body
  /** What may leave. */
  response: Response
  /** The handler itself sees, in its own write, that the session holds and what role it has. */
  provesSession?: true
}

/** Declares a call and keeps its exact types. */
export function endpoint<
  Access extends Level,
  Body extends EndpointBody,
  Response extends EndpointResponse,
>(definition: Endpoint<Access, Body, Response>): Endpoint<Access, Body, Response> {
  return definition
}

export type BodyOf<E extends Endpoint> = E['body'] extends 'file'
  ? Uint8Array
  : E['body'] extends TSchema
    ? Static<E['body']>
    : undefined

export type ResponseOf<E extends Endpoint> = E['response'] extends TSchema
  ? Static<E['response']>
  : string

/** The answer of a call for which nothing is specified. */
export const ok = Type.Object({ ok: Type.Literal(true) })
