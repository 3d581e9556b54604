import { connect } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { piecesAtMost } from '../../src/server/http/body-pieces.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { until } from '../support/until.ts'

let server: TestApp
let tenter: string
let superUser: string
beforeAll(async () => {
  server = await startApp()
  tenter = await server.signIn('ada')
  superUser = await server.signIn('uma', { isSuperUser: true })
})
afterAll(() => server.close())

/** Begins a body in pieces of so many bytes, and never ends it; gives what comes back. */
function begin(path: string, headers: string, piece: string, count: number) {
  const { hostname, port } = new URL(server.url)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {})
  socket.write(`POST ${path} HTTP/1.1\r\nhost: x\r\n${headers}transfer-encoding: chunked\r\n\r\n`)
  socket.write(`${piece.length.toString(16)}\r\n${piece}\r\n`.repeat(count))
  let text = ''
  socket.on('data', (bytes) => {
    text += String(bytes)
  })
  return { socket, text: () => text }
}

const json = 'content-type: application/json\r\n'
const as = (token: string) => `authorization: Bearer ${token}\r\n`
const form = 'content-type: multipart/form-data; boundary=b\r\n'

it.each([
  ['of a call that anyone may use', '/api/profile/login', () => json],
  ['of no call', '/api/nothing', () => json],
  ['of a call for those who signed in', '/api/disputes', () => json + as(tenter)],
  ['that is a file', '/api/files/policy', () => form + as(superUser)],
])('a body %s is refused in pieces of one byte', async (_what, path, headers) => {
  const { text } = begin(path, headers(), 'x', 1000)
  await until(() => text().includes('HTTP/1.1'))
  expect(text()).toContain('"code":"inPieces"')
})

it('whose pieces are as long as those of any network is read', async () => {
  const { bytesOfEach } = piecesAtMost
  const { socket, text } = begin('/api/profile/login', json, ' '.repeat(bytesOfEach), 60)
  socket.write('2\r\n{}\r\n0\r\n\r\n')
  await until(() => text().includes('HTTP/1.1'))
  expect(text()).toContain('HTTP/1.1 400')
})

it('that is a file for a tent of others is refused before it has come', async () => {
  const path = '/api/tents/none/shifts/read-availability?kind=sheet&from=2026-01-30&days=1'
  const { text } = begin(path, form + as(tenter), 'x'.repeat(300), 3)
  await until(() => text().includes('HTTP/1.1'))
  expect(text()).toContain('HTTP/1.1 404')
})
