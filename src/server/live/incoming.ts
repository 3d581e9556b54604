import { can, missingRole } from '../../shared/access.ts'
import { type Ack, type ClientEvents, clientEvents } from '../../shared/events.ts'
import type { Context } from '../context.ts'
import { refusalOf } from '../http/errors.ts'
import { Refusal } from '../http/refusal.ts'
import type { Session } from '../http/session.ts'
import { validator } from '../http/validate.ts'
import type { Audiences } from './audiences.ts'
import type { LiveSocket } from './page.ts'

/** What a feature does with an event of whoever has this session; its arguments fit the schema. */
export type Handle = (
  socket: LiveSocket,
  session: NonNullable<Session>,
  ...args: unknown[]
) => Promise<void>

/** Handles events sent by pages: checks access and payload first, and acknowledges each event. */
export function incomingEvents(
  { log }: Pick<Context, 'log'>,
  { sessionOf }: Pick<Audiences, 'sessionOf'>,
) {
  const handles = new Map<keyof ClientEvents, Handle>()

  async function answer(
    socket: LiveSocket,
    name: keyof ClientEvents,
    handle: Handle,
    args: unknown[],
  ): Promise<void> {
    const last = args.at(-1)
    const ack: Ack = typeof last === 'function' ? (last as Ack) : () => {}
    try {
      const session = await sessionOf(socket, 'current')
      if (session === null) throw new Refusal('notSignedIn')
      const { access } = clientEvents[name]
      if (!can(session.user, access)) throw new Refusal(missingRole(access))
      const given = typeof last === 'function' ? args.slice(0, -1) : args
      await handle(socket, session, ...checked(name, given))
      ack({ ok: true })
    } catch (error) {
      const refusal = refusalOf(error instanceof Error ? error : new Error(String(error)))
      if (refusal.status >= 500) log.error({ err: error }, 'live event failed')
      ack(refusal.body())
    }
  }

  return {
    listen: (name: keyof ClientEvents, handle: Handle) => void handles.set(name, handle),
    listenTo(socket: LiveSocket): void {
      for (const [name, handle] of handles) {
        socket.on(name, (...args: unknown[]) => {
          answer(socket, name, handle, args).catch((error) =>
            log.error({ err: error }, 'a live event could not be acknowledged'),
          )
        })
      }
    },
  }
}

const validators = new Map(
  Object.entries(clientEvents).map(([name, { args }]) => [
    name,
    args.map((schema) => validator(schema)),
  ]),
)

function checked(name: string, given: unknown[]): unknown[] {
  return (validators.get(name) ?? []).map((check, index) => {
    const value = given[index]
    if (value === undefined && index > 0) return undefined
    const result = check(value)
    if ('error' in result) throw result.error
    return result.value
  })
}
