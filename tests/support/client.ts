import { type Api, type ApiName, api } from '../../src/shared/api.ts'
import type { Endpoint, ResponseOf } from '../../src/shared/endpoint.ts'
import { addressOf, type CallArgs, type Values } from '../../src/web/api/call.ts'

/** What came back: the answer of the call where it is `ok`, else why not. */
type Came<N extends ApiName> =
  | { ok: true; status: number; answer: ResponseOf<Api[N]> }
  | { ok: false; status: number; refusal: Refused }

/** A refusal: its code, its words, and what facts stand beside them. */
type Refused = { code: string; error: string } & Record<string, unknown>

/** Somebody who calls a server, by the names and the types of its contract. */
export type Client = {
  /** What the call answers; rejects with the words of a refusal. */
  call: <N extends ApiName>(name: N, ...given: CallArgs<N>) => Promise<ResponseOf<Api[N]>>
  /** Status and code of a call that must be refused; rejects where it is not. */
  refusal: <N extends ApiName>(name: N, ...given: CallArgs<N>) => Promise<[number, string]>
  /** Either of them, for calls of which it is not known beforehand. */
  send: <N extends ApiName>(name: N, ...given: CallArgs<N>) => Promise<Came<N>>
}

/** Calls the server at `url` with a session's token; undefined: as a visitor. */
export function clientOf(url: string, token: () => Promise<string | undefined>): Client {
  async function send<N extends ApiName>(name: N, ...given: CallArgs<N>): Promise<Came<N>> {
    const [body, address] = given as [unknown, { params?: Values; query?: Values }?]
    const { method, path }: Endpoint = api[name]
    const bearer = await token()
    const response = await fetch(`${url}${addressOf(path, address?.params, address?.query)}`, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const { status, ok } = response
    const isJson = response.headers.get('content-type')?.includes('json')
    const said: unknown = isJson ? await response.json() : await response.text()
    return ok
      ? { ok, status, answer: said as ResponseOf<Api[N]> }
      : { ok, status, refusal: said as Refused }
  }
  return {
    send,
    async call(name, ...given) {
      const came = await send(name, ...given)
      if (!came.ok) throw new Error(`${name}: ${came.status} ${came.refusal.error}`)
      return came.answer
    },
    async refusal(name, ...given) {
      const came = await send(name, ...given)
      if (came.ok) throw new Error(`${name} was not refused`)
      return [came.status, came.refusal.code]
    },
  }
}
