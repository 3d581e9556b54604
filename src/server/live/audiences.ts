import { can } from '../../shared/access.ts'
import type { Context } from '../context.ts'
import { batch } from '../db/batch.ts'
import type { FindSession, Session } from '../http/session.ts'
import { socketsAtMost } from './limits.ts'
import { hangUp, type LiveServer, type LiveSocket } from './page.ts'

/** Every socket is in exactly one of the two; a room is also the word for who it reaches. */
export type Audience = 'visitors' | 'lineMonitors'

/**
 * What pages are told when they connect, or when their person's role changes: those that come at
 * the same moment together. `newcomers` gives those of them that still belong to the audience.
 */
export type TellNewcomers = (audience: Audience, newcomers: () => LiveSocket[]) => Promise<void>

export type Audiences = ReturnType<typeof openAudiences>

/** Who hears what: a socket stands in the room of its audience, and in that of its person. */
export function openAudiences(
  io: LiveServer,
  { config }: Pick<Context, 'config'>,
  findSession: FindSession,
) {
  const onJoin: TellNewcomers[] = []
  const personAtMost = socketsAtMost.person * config.rateLimitFactor

  const sessionOf = async (socket: LiveSocket, freshness: 'now' | 'cached'): Promise<Session> =>
    socket.data.token === undefined ? null : findSession(socket.data.token, freshness)

  const joinBatchOf = (audience: Audience) =>
    batch(async (sockets: LiveSocket[]) => {
      const newcomers = () => sockets.filter(({ rooms }) => rooms.has(audience))
      for (const tell of onJoin) await tell(audience, newcomers)
      return sockets.map(() => undefined)
    })
  const joinBatches = {
    visitors: joinBatchOf('visitors'),
    lineMonitors: joinBatchOf('lineMonitors'),
  }

  function socketsIn(room: string): LiveSocket[] {
    return [...(io.sockets.adapter.rooms.get(room) ?? [])]
      .map((id) => io.sockets.sockets.get(id))
      .filter((socket) => socket !== undefined)
  }

  /** Puts a socket where its person belongs now, and tells it where things stand. */
  async function join(socket: LiveSocket): Promise<void> {
    const session = await sessionOf(socket, 'cached')
    const room = session === null ? null : personRoom(session.user.netID)
    const isNew = room !== null && !socket.rooms.has(room)
    if (isNew && socketsIn(room).length >= personAtMost) return hangUp(socket.conn)
    for (const other of socket.rooms) {
      if (other !== room && other.startsWith(personRoom(''))) void socket.leave(other)
    }
    if (room !== null) void socket.join(room)
    // From here on a change of the person finds this page; what changed before, this look sees.
    const still = room === null ? null : await sessionOf(socket, 'cached')
    if (room !== null && still === null) return void socket.disconnect(true)
    const audience: Audience = can(still?.user ?? null, 'lineMonitor') ? 'lineMonitors' : 'visitors'
    const other: Audience = audience === 'lineMonitors' ? 'visitors' : 'lineMonitors'
    await socket.leave(other)
    await socket.leave(newerPagesOf(other))
    await socket.join(socket.data.speaks >= 2 ? [audience, newerPagesOf(audience)] : audience)
    await joinBatches[audience](socket)
  }

  async function placeAgain(sockets: Iterable<LiveSocket>): Promise<void> {
    const place = async (socket: LiveSocket) => {
      const isOver = socket.data.token !== undefined && (await sessionOf(socket, 'cached')) === null
      if (isOver) socket.disconnect(true)
      else await join(socket)
    }
    const placeOrHangUp = (socket: LiveSocket) =>
      place(socket).catch((error) => {
        // Who cannot be asked about goes on hearing nothing that they may no longer hear.
        hangUp(socket.conn)
        throw error
      })
    await Promise.all(Array.from(sockets, placeOrHangUp))
  }

  return {
    onJoin,
    sessionOf,
    socketsIn,
    join,
    /** Moves sockets to where their person belongs by now; ends those whose session is over. */
    placeAgain,
    placePersonAgain: (netID: string) => placeAgain(socketsIn(personRoom(netID))),
    placeAllAgain: () => placeAgain([...io.sockets.sockets.values()]),
  }
}

/** The room of those pages of an audience that know the events of version 2. */
export function newerPagesOf(audience: Audience): string {
  return `${audience} of version 2`
}

function personRoom(netID: string): string {
  return `person ${netID}`
}
