import type { Api, ApiName } from '../../shared/api.ts'
import type { BodyOf, ParamsOf, QueryOf, ResponseOf } from '../../shared/endpoint.ts'
import { textIn } from '../../shared/field-of.ts'
import { parsedJSON } from '../../shared/parsed-json.ts'
import type { RefusalCode } from '../../shared/refusals.ts'
import { getToken } from './token.ts'

/** The address of each call, from the contract; set by the build. */
declare const API_ROUTES: Record<ApiName, { method: string; path: string }>

export function routeOf(name: ApiName): { method: string; path: string } {
  return API_ROUTES[name]
}

/** The server refused. `message` is its own text, '' if it gave none. */
export class CallError extends Error {
  override name = 'CallError'
  readonly status: number
  readonly code: string
  /** The complete answer: some refusals have more than a text. */
  readonly answer: unknown
  /** After how many seconds to try again; null: unknown. */
  readonly retryAfterS: number | null

  constructor(status: number, answer: unknown, retryAfterS: number | null = null) {
    super(textIn(answer, 'error'))
    this.status = status
    this.retryAfterS = retryAfterS
    this.code = textIn(answer, 'code')
    this.answer = answer
  }
}

/** Did the server refuse with this code? */
export function hasCode(error: unknown, code: RefusalCode): boolean {
  return error instanceof CallError && error.code === code
}

/**
 * May the same call succeed later? The server is busy, or a proxy or a Wi-Fi login page answered,
 * without one of our codes.
 */
export function isPassing({ status, code }: CallError): boolean {
  return status >= 500 || status === 429 || status === 408 || code === ''
}

/** No answer of this server: no network, or something else answered, such as a Wi-Fi login page. */
export class NetworkError extends Error {
  override name = 'NetworkError'
}

/** Some networks stop answering without an error: a call must not wait for ever. */
const readTimeoutMs = 15_000
const writeTimeoutMs = 30_000
/** For calls that take the whole roster, or that ask Airtable first. */
const longTimeoutMs = 180_000
const longCalls: ReadonlySet<ApiName> = new Set([
  'previewRoster',
  'importRoster',
  'loadDemoSeason',
  'pullRoster',
  'updateAirtableConfig',
  'exportPerson',
  'closeSeason',
])

type Options = {
  /**
   * Gives up after this time, as if there were no network. By default 15 s for a read, 30 s for a
   * write, and 3 minutes for the few calls that may take longer.
   */
  timeoutMs?: number
  /** The token to use; by default that of the signed-in person; null: only the cookie. */
  token?: string | null
  /** false: only the token is used, and no cookie of the answer is stored. */
  cookie?: boolean
}

export type Values = Record<string, string | number | undefined>

/** The values of an address; those in the path are required. */
export type AddressOf<N extends ApiName> = (ParamsOf<Api[N]> extends undefined
  ? { params?: undefined }
  : { params: ParamsOf<Api[N]> }) & { query?: QueryOf<Api[N]> }

/** `Beside`: what else may stand beside the values of the address. */
export type CallArgs<N extends ApiName, Beside = unknown> =
  ParamsOf<Api[N]> extends undefined
    ? BodyOf<Api[N]> extends undefined
      ? [body?: undefined, options?: Beside & AddressOf<N>]
      : [body: BodyOf<Api[N]>, options?: Beside & AddressOf<N>]
    : [body: BodyOf<Api[N]>, options: Beside & AddressOf<N>]

/** Calls the server by a call's name. Rejects only with CallError or NetworkError. */
export async function call<N extends ApiName>(
  name: N,
  ...[body, given]: CallArgs<N, Options>
): Promise<ResponseOf<Api[N]>> {
  const { params, query, ...options }: Options & { params?: Values; query?: Values } = {
    ...(given as object | undefined),
  }
  const { method, path } = routeOf(name)
  const response = await send(method, addressOf(path, params, query), body, {
    timeoutMs: timeoutOf(name, method),
    ...options,
  })
  const answer = await readJson(response)
  if (!response.ok) throw refusalOf(response, answer)
  if (answer === undefined) throw new NetworkError('The answer could not be read.')
  return answer as ResponseOf<Api[N]>
}

/** As `call`, for one without values whose answer is a file. */
export async function callForFile(name: ApiName): Promise<Blob> {
  const { method, path } = routeOf(name)
  const response = await send(method, path, undefined, { timeoutMs: longTimeoutMs })
  if (!response.ok) throw refusalOf(response, await readJson(response))
  try {
    return await response.blob()
  } catch (cause) {
    throw new NetworkError('The answer broke off.', { cause })
  }
}

function refusalOf({ status, headers }: Response, answer: unknown): CallError {
  const seconds = Number(headers.get('retry-after') ?? 'none')
  return new CallError(status, answer, Number.isFinite(seconds) ? seconds : null)
}

/** The path with its values and the query. */
export function addressOf(path: string, params: Values = {}, query: Values = {}): string {
  const filled = path.replace(/:(\w+)/g, (_, name) => encodeURIComponent(String(params[name])))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) search.set(name, String(value))
  }
  const text = search.toString()
  return text === '' ? filled : `${filled}?${text}`
}

function timeoutOf(name: ApiName, method: string): number {
  if (longCalls.has(name)) return longTimeoutMs
  return method === 'GET' ? readTimeoutMs : writeTimeoutMs
}

async function send(
  method: string,
  path: string,
  body: unknown,
  { timeoutMs, token = getToken(), cookie = true }: Options & { timeoutMs: number },
): Promise<Response> {
  const headers = new Headers()
  if (token !== null) headers.set('authorization', `Bearer ${token}`)
  if (method !== 'GET') headers.set('content-type', 'application/json')
  const credentials = cookie ? 'same-origin' : 'omit'
  const init: RequestInit = { method, headers, credentials, cache: 'no-store' }
  if (body !== undefined) init.body = JSON.stringify(body)
  init.signal = AbortSignal.timeout(timeoutMs)
  try {
    return await fetch(path, init)
  } catch (cause) {
    throw new NetworkError('The server could not be reached.', { cause })
  }
}

/** A connection that breaks during the answer counts as no answer. */
async function readJson(response: Response): Promise<unknown> {
  let text: string
  try {
    text = await response.text()
  } catch (cause) {
    throw new NetworkError('The answer broke off.', { cause })
  }
  return parsedJSON(text)
}
