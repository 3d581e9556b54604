import { open } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { PGlite } from '@electric-sql/pglite'
import { WebSocketServer } from 'ws'

/**
 * The least that keeps a mark and tells all pages of it: bare ws, and one INSERT whose log the disk
 * has before it is told. A POST carries the bytes that each of the two audiences is sent.
 */
const folder = process.env['DATA_DIR'] ?? ''
const database = await PGlite.create(folder)
await database.exec('create table if not exists marks (packet text)')
const { rows } = await database.query('select pg_walfile_name(pg_current_wal_lsn()) as name')
const [{ name }] = /** @type {[{ name: string }]} */ (rows)
const log = await open(join(folder, 'pg_wal', name), 'r+')

/** @type {Record<string, Set<import('ws').WebSocket>>} */
const audiences = { visitors: new Set(), lineMonitors: new Set() }

const server = createServer(async (request, response) => {
  const packets = /** @type {Record<string, string>} */ (await json(request))
  await database.query('insert into marks values ($1)', [packets['lineMonitors']])
  await log.datasync()
  for (const [audience, sockets] of Object.entries(audiences)) {
    const packet = packets[audience] ?? ''
    for (const socket of sockets) socket.send(packet)
  }
  response.setHeader('content-type', 'application/json').end('{"ok":true}')
})
new WebSocketServer({ server, perMessageDeflate: false }).on('connection', (socket) => {
  socket.send('0{}')
  socket.once('message', (hello) => {
    audiences[hello.toString() === '40' ? 'visitors' : 'lineMonitors']?.add(socket)
    socket.send('40{}')
  })
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (typeof address === 'object') console.log(`http://127.0.0.1:${address?.port}`)
})
