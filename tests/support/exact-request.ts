import { Agent, request } from 'node:http'
import { connect, type Socket } from 'node:net'

export type ExactRequest = {
  method: string
  /** Sent as it stands, whatever it is. */
  path: string
  headers: Record<string, string>
  body: Uint8Array
  /** Sends only so many bytes of the body, then hangs up; null: all of it. */
  hangsUpAfter: number | null
}

/** `status` 0: the connection ended without an answer. */
export type ExactAnswer = {
  status: number
  headers: Record<string, unknown>
  text: string
  ms: number
}

/** A request as no browser would send it. Rejects where it is not answered within `withinMs`. */
export function sendExactly(
  url: string,
  { method, path, headers, body, hangsUpAfter }: ExactRequest,
  withinMs: number,
): Promise<ExactAnswer> {
  const { hostname, port } = new URL(url)
  const began = performance.now()
  const signal = AbortSignal.timeout(withinMs)
  // A connection of its own, on which the server still reads what it does not want, as from a browser.
  const agent = new Agent({ keepAlive: true })
  const took = () => performance.now() - began
  const answered = new Promise<ExactAnswer>((resolve, reject) => {
    const noAnswer = () => {
      const hangs = new Error(`No answer within ${withinMs} ms`)
      if (signal.aborted) reject(hangs)
      else resolve({ status: 0, headers: {}, text: '', ms: took() })
    }
    const length = body.length === 0 ? {} : { 'content-length': String(body.length) }
    const sending = request(
      { hostname, port, method, path, headers: { ...length, ...headers }, signal, agent },
      (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk) => chunks.push(chunk))
        response.on('error', noAnswer)
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString()
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text, ms: took() })
        })
      },
    )
    sending.on('error', noAnswer)
    sending.on('close', noAnswer)
    if (hangsUpAfter === null) sending.end(body)
    else sending.write(body.subarray(0, hangsUpAfter), () => sending.destroy())
  })
  return answered.finally(() => agent.destroy())
}

/** Bytes that need be no HTTP at all; gives what comes back until the server hangs up. */
export function sendBytes(url: string, bytes: string): Promise<string> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(bytes, 'latin1'))
    let text = ''
    socket.on('data', (chunk) => {
      text += chunk.toString()
    })
    socket.on('close', () => resolve(text))
    socket.on('error', reject)
  })
}

/** Sends these bytes on so many connections; once the server has seen them, all are reset. */
export async function breakOff(url: string, bytes: string, count: number): Promise<void> {
  const { hostname, port } = new URL(url)
  const open = () =>
    new Promise<Socket>((resolve) => {
      const socket = connect(Number(port), hostname, () => {
        socket.write(bytes, 'latin1', () => resolve(socket))
      })
      socket.on('error', () => {})
    })
  const sockets = await Promise.all(Array.from({ length: count }, open))
  // This request comes after those bytes: once it is answered, the server has seen them.
  await fetch(`${url}/healthz`)
  for (const socket of sockets) socket.resetAndDestroy()
}
