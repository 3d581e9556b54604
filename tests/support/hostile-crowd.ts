import { request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import WebSocket from 'ws'
import { randomOf } from '../../src/server/random.ts'
import { spelledOut } from './around-schema.ts'
import { breakOff } from './exact-request.ts'
import { brokenPackets } from './odd-packet.ts'
import { askSocket, openRawPolling } from './raw-polling.ts'
import { websocketAddress } from './raw-websocket.ts'

/**
 * A crowd that does to a server, from one address and as fast as it is told, what no page does:
 * `URL SEED ACTS_A_SECOND NETID`. It runs until it is told to end, then prints how often it did
 * what. A process of its own, so that its work is not in what others measure.
 */
const [url = '', seed = '', pace = '', netID = ''] = process.argv.slice(2)
const random = randomOf(Number(seed))
const upTo = (most: number) => 1 + Math.floor(random() * most)
const oneOf = <T>(choices: readonly T[]): T => choices[Math.floor(random() * choices.length)] as T
const many = (packet: string, count: number) => Array(count).fill(packet).join('\u001e')

/** Held open until there are too many: then the oldest goes. */
const heldAtMost = 60
const held = new Map<string, { destroy: () => void }[]>()
function hold(kind: string, one: { destroy: () => void }): void {
  const all = held.get(kind) ?? []
  held.set(kind, all)
  all.push(one)
  if (all.length > heldAtMost) all.shift()?.destroy()
}

/** Sends bytes and reads nothing of what comes back. */
function sendAndStare(text: string): Socket {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname, () => socket.write(text))
  socket.pause()
  socket.on('error', () => {})
  return socket
}

function openWebsocket(query = '', headers = {}): Promise<WebSocket> {
  const socket = new WebSocket(websocketAddress(url, query), { perMessageDeflate: false, headers })
  socket.on('error', () => {})
  return new Promise((resolve, reject) => {
    socket.once('open', () => resolve(socket))
    socket.once('close', () => reject(new Error('It was not opened')))
  })
}

/** Says all of it at once, and leaves a second later at the latest. */
async function sayAll(packets: (string | Buffer)[]): Promise<void> {
  const socket = await openWebsocket()
  for (const packet of packets) socket.send(packet)
  await Promise.race([new Promise((resolve) => socket.once('close', resolve)), delay(1000)])
  socket.terminate()
}

/** One whole request, its answer read to its end. */
function read(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<void> {
  return new Promise((resolve, reject) => {
    const asking = request(`${url}${path}`, { method, headers, agent: false }, (answer) => {
      answer.resume()
      answer.on('end', resolve)
      answer.on('error', reject)
    })
    asking.on('error', reject)
    asking.end()
  })
}

function signIn(name: string): Promise<Response> {
  return fetch(`${url}/api/profile/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ netID: name, password: `wrong-${upTo(1e9)}` }),
  })
}

/** From one of 200 addresses of this machine, where it has them; the answer is read to its end. */
function signInFromElsewhere(name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const asking = request(`${url}/api/profile/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      localAddress: `127.0.1.${upTo(200)}`,
      agent: false,
    })
    asking.on('response', (answer) => answer.resume().on('end', resolve).on('error', reject))
    asking.on('error', reject)
    asking.end(JSON.stringify({ netID: name, password: `wrong-${upTo(1e9)}` }))
  })
}

const policy: string =
  (await fetch(`${url}/api/files/policy`).then((answer) => answer.json())).url ?? '/'
const list = (count: number) => Array<string>(count).fill('n'.repeat(200))

const acts: Record<string, () => Promise<unknown>> = {
  async connectsByPolling() {
    const polling = await openRawPolling(url)
    await polling.post(many('40', 10_000 + upTo(15_000)))
    // What was told to each of them waits to be sent as one text.
    return polling.get()
  },
  connectsByWebsocket: () => sayAll(Array(upTo(200)).fill('40')),
  comesAndGoes: () => sayAll(Array(upTo(100)).fill(['40', '41']).flat()),
  async parksWithoutConnect() {
    for (let count = 0; count < 10; count += 1) await openRawPolling(url)
  },
  async parksAWebsocket() {
    const socket = await openWebsocket()
    hold('parked', { destroy: () => socket.terminate() })
  },
  largeConnects: () => sayAll([`40${JSON.stringify({ a: Array(upTo(600_000)).fill({}) })}`]),
  async largeHeaders() {
    const socket = await openWebsocket('', { 'x-large': 'x'.repeat(upTo(30_000)) })
    socket.send(`40${JSON.stringify({ a: Array(upTo(300)).fill({}) })}`)
    hold('large', { destroy: () => socket.terminate() })
  },
  brokenByWebsocket: () => sayAll(['40', spelledOut(oneOf(brokenPackets))]),
  async brokenByPolling() {
    const polling = await openRawPolling(url)
    await polling.post('40')
    return polling.post(spelledOut(oneOf(brokenPackets)))
  },
  bytes: () => sayAll(['40', '4510-["x"]', Buffer.alloc(upTo(2_000_000))]),
  tooLarge: () => sayAll(['40', `42["${'x'.repeat(upTo(4_000_000))}"]`]),
  longLists: () =>
    sayAll(['40', ...Array(3).fill(`421${JSON.stringify(['excludedNamesUpdated', list(5000)])}`)]),
  events: () => sayAll(['40', ...Array(upTo(500)).fill('421["excludedNamesUpdated",[]]')]),
  heartbeats: () => sayAll(['40', ...Array(upTo(2000)).fill('3')]),
  async silentByWebsocket() {
    const socket = await openWebsocket()
    socket.send('40')
    socket.pause()
    // It says that its heart beats, but it takes nothing in.
    const beating = setInterval(() => socket.send('3'), 9000)
    socket.once('close', () => clearInterval(beating))
    hold('silent', {
      destroy() {
        clearInterval(beating)
        socket.terminate()
      },
    })
  },
  async pingsAndStares() {
    const socket = await openWebsocket()
    socket.send('40')
    socket.pause()
    for (let count = 0; count < 5000; count += 1) socket.ping('x'.repeat(125))
    hold('pinging', { destroy: () => socket.terminate() })
  },
  async silentByPolling() {
    const polling = await openRawPolling(url)
    await polling.post('40')
    for (let count = 0; count < 5; count += 1) await polling.post('3')
  },
  async upgradesTwice() {
    const query = `&sid=${(await openRawPolling(url)).sid}`
    const both = await Promise.allSettled([openWebsocket(query), openWebsocket(query)])
    for (const one of both) if (one.status === 'fulfilled') one.value.terminate()
  },
  breaksOff: () =>
    breakOff(
      url,
      `GET ${oneOf(['/', '/socket.io/?EIO=4&transport=websocket'])} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`,
      upTo(20),
    ),
  oddRequests: () =>
    askSocket(url, {
      method: oneOf(['GET', 'POST', 'HEAD', 'PUT', 'OPTIONS']),
      query: oneOf([
        '&j=0',
        '&sid=x',
        '&sid=__proto__',
        '&EIO=3',
        '&transport=webtransport',
        '&b64=1',
      ]),
    }),
  async halfARequest() {
    hold('half', sendAndStare('POST /socket.io/?EIO=4&transport=polling HTTP/1.1\r\nHost: x\r\n'))
  },
  async halfABody() {
    const path = oneOf(['/api/profile/login', '/api/profile/register', '/api/nothing'])
    const bytes = oneOf([16_000, 1_000_000])
    const head = `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${bytes}`
    hold('body', sendAndStare(`${head}\r\n\r\n{"netID":"${'x'.repeat(bytes - 1000)}`))
  },
  async bodyInPieces() {
    const path = oneOf(['/api/profile/login', '/api/nothing'])
    const head = `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked`
    hold('pieces', sendAndStare(`${head}\r\n\r\n${'1\r\nx\r\n'.repeat(upTo(16_000))}`))
  },
  async manyOnOneConnection() {
    const one = `GET /api/checks HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer script_${'A'.repeat(43)}\r\n\r\n`
    hold('piped', sendAndStare(one.repeat(upTo(2000))))
  },
  inventedTokens: () =>
    Promise.all(
      Array.from({ length: upTo(50) }, () =>
        read('/api/checks', {
          authorization: `Bearer script_${String(upTo(1e9)).padEnd(43, 'x')}`,
        }),
      ),
    ),
  wholeDocument: () => read(policy),
  rangedDocument: () => read(policy, { range: `bytes=${upTo(1000)}-${1000 + upTo(500_000)}` }),
  headOfDocument: () => read(policy, {}, 'HEAD'),
  async silentDocument() {
    hold('document', sendAndStare(`GET ${policy} HTTP/1.1\r\nHost: x\r\n\r\n`))
  },
  async sippedDocument() {
    const socket = sendAndStare(`GET ${policy} HTTP/1.1\r\nHost: x\r\n\r\n`)
    const sipping = setInterval(() => socket.read(1), 1000)
    socket.once('close', () => clearInterval(sipping))
    hold('sipped', socket)
  },
  signIns: () =>
    Promise.all(
      Array.from({ length: upTo(20) }, () => signIn(random() < 0.3 ? netID : `x${upTo(500)}`)),
    ),
  fillsALane: () =>
    Promise.all(
      Array.from({ length: upTo(200) }, () =>
        signInFromElsewhere(random() < 0.3 ? netID : `x${upTo(5000)}`),
      ),
    ),
}

const done: Record<string, number> = {}
let failures = 0
let isOver = false
process.once('SIGTERM', () => {
  isOver = true
  console.log(JSON.stringify({ ...done, failures }))
  process.exit(0)
})
console.log('ready')
// Some of it alone, to find what is to blame: HOSTILE_ACTS=Document|signIns
const chosen = new RegExp(process.env['HOSTILE_ACTS'] ?? '')
const names = Object.keys(acts).filter((name) => chosen.test(name))
while (!isOver) {
  const name = oneOf(names)
  done[name] = (done[name] ?? 0) + 1
  // It is not for the crowd to say whether it was treated well.
  acts[name]?.().catch(() => {
    failures += 1
  })
  await delay((random() * 2000) / Number(pace))
}
