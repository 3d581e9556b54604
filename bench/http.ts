import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { get, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import autocannon from 'autocannon'
import { cpuSeconds, type Floor, startFloor } from './processes.ts'

/** An answer as it went over the wire; the body in base64. */
export type Captured = { status: number; headers: Record<string, string>; body: string }

type Headers = Record<string, string>

/** What node:http writes by itself. */
const itsOwn = new Set(['date', 'connection', 'keep-alive', 'transfer-encoding'])

/** What a server answers to this, with nothing decoded. */
export async function capture(url: string, headers: Headers): Promise<Captured> {
  const [response] = (await once(get(url, { headers }), 'response')) as [IncomingMessage]
  const body = await buffer(response)
  const sent = Object.entries(response.headers).filter(([name]) => !itsOwn.has(name))
  return {
    status: response.statusCode ?? 0,
    headers: {
      ...Object.fromEntries(sent.map(([name, value]) => [name, String(value)])),
      ...(body.length > 0 ? { 'content-length': String(body.length) } : {}),
    },
    body: body.toString('base64'),
  }
}

/** Bare node:http that sends the same bytes for the same paths. */
export async function startReplay(answers: Record<string, Captured>): Promise<Floor> {
  const folder = mkdtempSync(join(tmpdir(), 'tent-city-bench-'))
  const file = join(folder, 'answers.json')
  writeFileSync(file, JSON.stringify(answers))
  const floor = await startFloor('replay', { ANSWERS: file })
  rmSync(folder, { recursive: true })
  return floor
}

/** What a number of requests cost the process that answered them; the paths take turns. */
export async function load(
  { url, pid }: { url: string; pid: number },
  { paths, headers, status, amount }: Load,
): Promise<{ cpuMicros: number; perSecond: number }> {
  const cpuBefore = cpuSeconds(pid)
  const startedAt = performance.now()
  let lastAnswerAt = startedAt
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const requests = paths.map((path) => ({ path }))
    const options = { url, amount, connections: 10, headers, requests }
    const run = autocannon(options, (error, done) => (error ? reject(error) : resolve(done)))
    // It says that it is done on the next full second only.
    run.on('response', () => {
      lastAnswerAt = performance.now()
    })
  })
  const seconds = (lastAnswerAt - startedAt) / 1000
  const answered = Object(result.statusCodeStats)[status]?.count
  if (answered !== amount) throw new Error(`${answered} of ${amount} were answered with ${status}`)
  return {
    cpuMicros: ((cpuSeconds(pid) - cpuBefore) * 1e6) / amount,
    perSecond: amount / seconds,
  }
}

export type Load = { paths: string[]; headers: Headers; status: number; amount: number }
