import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

/**
 * What is wrong with a network.
 * `refuses`: all connections are cut, and new ones too. `restarts`: a gateway answers for a server
 * that is not there yet. `delays`: each chunk takes so long, either
 * way. `swallows`: connections stay open, but what goes up (to the server), down, or both is lost.
 * `breaksAnswers`: of a chunk of an answer this share arrives, then it is cut.
 */
export type Fault =
  | { kind: 'none' }
  | { kind: 'refuses' }
  | { kind: 'restarts' }
  | { kind: 'delays'; ms: number }
  | { kind: 'swallows'; way: Way | 'both' }
  | { kind: 'breaksAnswers'; share: number }

type Way = 'up' | 'down'

const notYetThere = [
  'HTTP/1.1 503 Service Unavailable',
  'content-type: text/html',
  'connection: close',
  '',
  '<h1>503 Service Unavailable</h1>',
].join('\r\n')

/** The network between one phone and the server: at first a good one. */
export async function startFaultyProxy(serverUrl: string) {
  const { hostname, port } = new URL(serverUrl)
  const sockets = new Set<Socket>()
  let fault: Fault = { kind: 'none' }
  let lost = 0

  const keep = (socket: Socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    // A connection that breaks is what this is for.
    socket.on('error', () => {})
  }
  const cut = () => {
    for (const socket of sockets) socket.destroy()
  }

  function carry(from: Socket, to: Socket, way: Way): void {
    let before = Promise.resolve()
    // A stream with a hole in it cannot go on: it stays silent even after the network is well.
    let isDeaf = false
    const inOrder = (then: () => void) => {
      const ms = fault.kind === 'delays' ? fault.ms : 0
      const due = ms > 0 ? delay(ms, undefined, { ref: false }) : undefined
      before = before.then(() => due).then(then)
    }
    from.on('data', (chunk) => {
      isDeaf ||= fault.kind === 'swallows' && (fault.way === way || fault.way === 'both')
      if (isDeaf) {
        lost += 1
        return
      }
      if (fault.kind === 'breaksAnswers' && way === 'down') {
        lost += 1
        from.destroy()
        const arrives = chunk.subarray(0, chunk.length * fault.share)
        inOrder(() => to.end(arrives))
        return
      }
      inOrder(() => void (to.destroyed || to.write(chunk)))
    })
    // Who hears nothing does not hear the end either.
    from.on('close', () => isDeaf || inOrder(() => to.end()))
  }

  const server = createServer((phone) => {
    keep(phone)
    if (fault.kind === 'refuses') {
      phone.destroy()
      return
    }
    if (fault.kind === 'restarts') {
      phone.once('data', () => phone.end(notYetThere))
      return
    }
    const there = connect(Number(port), hostname)
    keep(there)
    carry(phone, there, 'up')
    carry(there, phone, 'down')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port')

  return {
    url: `http://127.0.0.1:${address.port}`,
    /** How many chunks were lost so far, or broken. */
    get lost() {
      return lost
    },
    /** Cuts all connections once; new ones are as good as the network is. */
    cut,
    /** From now on the network is like this. */
    become(next: Fault): void {
      fault = next
      if (fault.kind === 'refuses' || fault.kind === 'restarts') cut()
    },
    async close(): Promise<void> {
      server.close()
      cut()
      await once(server, 'close')
    },
  }
}
