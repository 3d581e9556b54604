import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Captured } from '../http.ts'

/** Bare node:http that answers each path with the bytes that our server was seen to send. */
const captured: Record<string, Captured> = JSON.parse(
  readFileSync(process.env['ANSWERS'] ?? '', 'utf8'),
)
const answers = new Map(
  Object.entries(captured).map(([path, { status, headers, body }]) => [
    path,
    { status, headers, body: Buffer.from(body, 'base64') },
  ]),
)

const server = createServer((request, response) => {
  const answer = answers.get(request.url ?? '')
  if (answer === undefined) return response.writeHead(404).end()
  response.writeHead(answer.status, answer.headers)
  return response.end(answer.body)
})
server.listen(0, '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
