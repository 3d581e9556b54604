import { type ExactAnswer, sendExactly } from './exact-request.ts'

/** Headers beside those of every such request. */
type More = Record<string, string>

export type RawPolling = {
  /** The answer that opened it. */
  opened: ExactAnswer
  sid: string
  get: (more?: More) => Promise<ExactAnswer>
  /** Packets as they stand, joined by 0x1E. */
  post: (packets: string, more?: More) => Promise<ExactAnswer>
}

const answersWithinMs = 10_000

/** One plain request to the socket's address. */
export function askSocket(
  url: string,
  { method = 'GET', query = '', body = '', headers = {} as More } = {},
): Promise<ExactAnswer> {
  return sendExactly(
    url,
    {
      method,
      path: `/socket.io/?EIO=4&transport=polling${query}`,
      headers: { 'content-type': 'text/plain;charset=UTF-8', ...headers },
      body: Buffer.from(body),
      hangsUpAfter: null,
    },
    answersWithinMs,
  )
}

/**
 * A connection by plain requests that can say anything; it has not said CONNECT yet. `opening`: headers
 * of the first request alone.
 */
export async function openRawPolling(
  url: string,
  headers: More = {},
  opening: More = {},
): Promise<RawPolling> {
  const opened = await askSocket(url, { headers: { ...headers, ...opening } })
  if (opened.status !== 200) throw new Error(`Not opened: ${opened.status} ${opened.text}`)
  const { sid } = JSON.parse(opened.text.slice(1))
  const query = `&sid=${sid}`
  return {
    opened,
    sid,
    get: (more = {}) => askSocket(url, { query, headers: { ...headers, ...more } }),
    post: (body, more = {}) =>
      askSocket(url, { method: 'POST', query, body, headers: { ...headers, ...more } }),
  }
}

/** The acknowledgement with this id; waits through whatever else is told. */
export async function acknowledgement(
  polling: RawPolling,
  id: number,
): Promise<Record<string, unknown>> {
  for (;;) {
    const { status, text } = await polling.get()
    if (status !== 200) throw new Error(`The connection ended before its answer: ${status}`)
    const answer = text.split('\u001e').find((packet) => packet.startsWith(`43${id}[`))
    if (answer !== undefined) return JSON.parse(answer.slice(`43${id}`.length))[0]
  }
}
