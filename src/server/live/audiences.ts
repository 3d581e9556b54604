import { can } from '../../shared/access.ts'
import type { Context } from '../context.ts'
import { batch } from '../db/batch.ts'
import type { FindSession, Session } from '../http/session.ts'
import { type PacketLimit, packetAtMost, socketsAtMost } from './limits.ts'
import { type Audience, hangUp, type LiveServer, type LiveSocket } from './page.ts'

/**
 * Sends pages their initial state when they connect or their person's role changes; those of the
 * same moment together. `newcomers` returns those that still belong to the audience.
 */
export type TellNewcomers = (audience: Audience, newcomers: () => LiveSocket[]) => Promise<void>

export type Audiences = ReturnType<typeof openAudiences>

/**
 * Puts each socket into two rooms: that of its audience, which decides what it is sent, and that of
 * its person. `limitPackets` is called with the packet limit of its audience.
 */
export function openAudiences(
  io: LiveServer,
  { config }: Pick<Context, 'config'>,
  findSession: FindSession,
  limitPackets: (socket: LiveSocket, limit: PacketLimit) => void,
) {
  const onJoin: TellNewcomers[] = []
  const personAtMost = socketsAtMost.person * config.rateLimitFactor

  const sessionOf = async (
    socket: LiveSocket,
    freshness: 'current' | 'cached',
  ): Promise<Session> =>
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

  /** Sets the packet limit, which must hold before the page learns that it is connected. */
  async function admit(socket: LiveSocket): Promise<void> {
    const session = await sessionOf(socket, 'cached')
    // A token that is nobody's never becomes somebody's: what the page sends needs no query.
    if (session === null) socket.data.token = undefined
    limitPackets(socket, packetAtMost[audienceOf(session)])
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
    // From here on, a changed role finds this page by its room; this second read sees earlier
    // changes.
    const still = room === null ? null : await sessionOf(socket, 'cached')
    if (room !== null && still === null) return hangUp(socket.conn)
    const audience = audienceOf(still)
    limitPackets(socket, packetAtMost[audience])
    const other: Audience = audience === 'lineMonitors' ? 'visitors' : 'lineMonitors'
    await socket.leave(other)
    await socket.join(audience)
    await joinBatches[audience](socket)
  }

  async function reassignRooms(sockets: Iterable<LiveSocket>): Promise<void> {
    const reassign = async (socket: LiveSocket) => {
      const isOver = socket.data.token !== undefined && (await sessionOf(socket, 'cached')) === null
      if (isOver) hangUp(socket.conn)
      else await join(socket)
    }
    const reassignOrHangUp = (socket: LiveSocket) =>
      reassign(socket).catch((error) => {
        // Their access is unknown: they must hear nothing that they may no longer hear.
        hangUp(socket.conn)
        throw error
      })
    await Promise.all(Array.from(sockets, reassignOrHangUp))
  }

  return {
    onJoin,
    sessionOf,
    socketsIn,
    admit,
    join,
    /**
     * Moves sockets to the rooms of their current rights; hangs up on those whose session has
     * ended. Told to disconnect, a page of Socket.IO would never connect again by itself.
     */
    reassignRooms,
    reassignRoomsOf: (netID: string) => reassignRooms(socketsIn(personRoom(netID))),
    reassignAllRooms: () => reassignRooms([...io.sockets.sockets.values()]),
  }
}

function audienceOf(session: Session): Audience {
  return can(session?.user ?? null, 'lineMonitor') ? 'lineMonitors' : 'visitors'
}

function personRoom(netID: string): string {
  return `person ${netID}`
}
