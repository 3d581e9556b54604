import { fullName } from '../../shared/accounts/rules.ts'
import type { Presence } from '../../shared/events.ts'
import type { Context } from '../context.ts'
import { Refusal } from '../http/refusal.ts'
import type { Live } from '../live/live.ts'
import type { LiveSocket } from '../live/page.ts'
import type { Ledger } from './ledger/ledger.ts'
import { type PresenceChange, presenceList, readChange, writtenChange } from './presence-list.ts'

/**
 * Other servers repeat what they know this often; what none of them repeats is forgotten, 40 s after
 * it was last said at the latest: of a phone whose server is gone, too, nobody is told after 45 s.
 */
const repeatEveryMs = 10_000
const forgottenAfterMs = 30_000

/** Changes of one moment are told together. */
const tellWithinMs = 250

/** Asks the other servers to repeat what they know. */
const question = '?'

type Known = PresenceChange & { heardAt: number }

/**
 * Who looks at which page of the check, for line monitors. No part of the ledger: each server
 * remembers its own pages, and tells the others.
 */
export function watchPresence(ctx: Context, live: Live, ledger: Pick<Ledger, 'running'>) {
  /** By page, of this server and of others. */
  const known = new Map<string, Known>()
  let told: Presence[] = []
  let timer: NodeJS.Timeout | undefined

  function tellSoon(): void {
    timer ??= setTimeout(() => {
      timer = undefined
      const list = presenceList([...known.values()], ledger.running()?.id ?? null)
      if (JSON.stringify(list) === JSON.stringify(told)) return
      told = list
      live.tellLineMonitors('presenceUpdated', list)
    }, tellWithinMs)
    timer.unref()
  }

  function change(key: string, given: PresenceChange): void {
    if (given.page === null) known.delete(key)
    else known.set(key, { ...given, heardAt: ctx.now().getTime() })
    tellSoon()
  }

  function say(given: PresenceChange): void {
    void live.notifyAtOnce(`presence ${writtenChange(given)}`)
  }

  const isOwn = (key: string) => !key.includes(' ')

  /** The page is gone, or its person no line monitor any more. */
  function leave(socket: LiveSocket): void {
    const own = known.get(socket.id)
    if (own === undefined) return
    const gone = { ...own, page: null }
    change(socket.id, gone)
    say(gone)
  }

  function repeat(): void {
    const now = ctx.now().getTime()
    for (const [key, { heardAt, ...one }] of known) {
      if (isOwn(key)) say(one)
      else if (now - heardAt > forgottenAfterMs) known.delete(key)
    }
    tellSoon()
  }

  live.listen('viewing', async (socket, user, ...args) => {
    const [{ page }] = args as [{ page: Presence['page'] | null }]
    const check = ledger.running()
    if (page !== null && check === null) throw new Refusal('noCheck')
    if (typeof page === 'number' && page >= (check?.numCheckers ?? 0)) {
      throw new Refusal('badRequest', { text: 'page must be one of the pages of this check.' })
    }
    const given: PresenceChange = {
      key: socket.id,
      checkId: check?.id ?? '',
      netID: user.netID,
      name: fullName(user),
      page,
      at: ctx.now().getTime(),
    }
    change(socket.id, given)
    say(given)
  })
  live.onLeave(leave)
  live.onJoin(async (audience, newcomers) => {
    const sockets = newcomers()
    // What all others were told last: what has changed since is told to them together.
    if (audience === 'lineMonitors') live.tell(sockets, 'presenceUpdated', told)
    else for (const socket of sockets) leave(socket)
  })
  live.onPresence((from, text) => {
    if (text === question) return repeat()
    const given = readChange(text)
    if (given !== null) change(`${from} ${given.key}`, given)
  })

  const repeating = setInterval(repeat, repeatEveryMs)
  repeating.unref()
  return {
    /** The check is another one, or over: who was where in it is no longer told. */
    look: tellSoon,
    /** To be called once this server hears the others. */
    askOthers: () => live.notifyAtOnce(`presence ${question}`),
    stop(): void {
      clearInterval(repeating)
      clearTimeout(timer)
    },
  }
}
