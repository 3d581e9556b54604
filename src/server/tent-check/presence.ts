import { fullName } from '../../shared/accounts/rules.ts'
import { closerWords } from '../../shared/refusals.ts'
import type { Presence } from '../../shared/tent-check/contract.ts'
import type { Context } from '../context.ts'
import { Refusal } from '../http/refusal.ts'
import type { Live } from '../live/live.ts'
import type { LiveSocket } from '../live/page.ts'
import type { Ledger } from './ledger/ledger.ts'
import { type PresenceChange, presenceList, readChange } from './presence-list.ts'

/**
 * Each server repeats this often who is on its pages. An entry of another server that is not
 * repeated is removed in the fourth round, 30 to 40 s after it was last received.
 */
const repeatEveryMs = 10_000
const forgottenAfterRounds = 4

/** Changes within this time are sent together. */
const tellWithinMs = 250

/** Asks the other servers to repeat what they know. */
const question = '?'

/** `rounds`: how many began since it was said last. */
type Received = PresenceChange & { rounds: number }

/**
 * Which line monitor looks at which page of the check, for line monitors. It is not in the ledger:
 * each server keeps its own pages in memory and tells the others.
 */
export function watchPresence(
  ctx: Pick<Context, 'now'>,
  live: Live,
  ledger: Pick<Ledger, 'running'>,
) {
  /** By socket, of this server and of others. */
  const byPage = new Map<string, Received>()
  let latestAt = 0
  let lastSent: Presence[] = []
  let timer: NodeJS.Timeout | undefined

  function tellSoon(): void {
    timer ??= setTimeout(() => {
      timer = undefined
      const list = presenceList([...byPage.values()], ledger.running()?.id ?? null)
      if (JSON.stringify(list) === JSON.stringify(lastSent)) return
      lastSent = list
      live.tellLineMonitors('presenceUpdated', list)
    }, tellWithinMs)
    timer.unref()
  }

  function change(key: string, given: PresenceChange): void {
    latestAt = Math.max(latestAt, given.at)
    if (given.page === null) byPage.delete(key)
    else byPage.set(key, { ...given, rounds: 0 })
    tellSoon()
  }

  function say(given: PresenceChange): void {
    void live.notifyAtOnce(`presence ${JSON.stringify(given)}`)
  }

  const isOwn = (key: string) => !key.includes(' ')

  /** The page has disconnected, or its person is no line monitor any more. */
  function leave(socket: LiveSocket): void {
    const own = byPage.get(socket.id)
    if (own === undefined) return
    const gone = { ...own, page: null }
    change(socket.id, gone)
    say(gone)
  }

  function repeat(): void {
    for (const [key, one] of byPage) if (isOwn(key)) say(one)
  }

  function beginRound(): void {
    repeat()
    for (const [key, one] of byPage) {
      if (isOwn(key)) continue
      one.rounds += 1
      if (one.rounds === forgottenAfterRounds) byPage.delete(key)
    }
    tellSoon()
  }

  live.listen('viewing', async (socket, { user }, ...args) => {
    // The page may have left while its person was looked up: its entry would never be removed.
    if (!socket.connected) return
    const [{ page }] = args as [{ page: Presence['page'] | null }]
    const check = ledger.running()
    if (page !== null && check === null) {
      throw new Refusal('noCheck', { text: closerWords.noCheckIsOn })
    }
    if (typeof page === 'number' && page >= (check?.numCheckers ?? 0)) {
      throw new Refusal('badRequest', { text: 'page must be one of the pages of this check.' })
    }
    const given: PresenceChange = {
      key: socket.id,
      checkId: check?.id ?? '',
      netID: user.netID,
      name: fullName(user),
      page,
      at: Math.max(ctx.now().getTime(), latestAt + 1),
    }
    change(socket.id, given)
    say(given)
  })
  live.onLeave(leave)
  live.onJoin(async (audience, newcomers) => {
    const sockets = newcomers()
    // The same list that all others have; newer changes are sent to everyone together.
    if (audience === 'lineMonitors') live.tell(sockets, 'presenceUpdated', lastSent)
    else for (const socket of sockets) leave(socket)
  })
  live.onNotification('presence', (text, from) => {
    if (text === question) return repeat()
    const given = readChange(text)
    if (given !== null) change(`${from} ${given.key}`, given)
  })

  const repeating = setInterval(beginRound, repeatEveryMs)
  repeating.unref()
  return {
    /** To be called when the check has changed or ended: its presence is not shown any more. */
    tellSoon,
    /** To be called once this server receives the others' notifications. */
    askOthers: () => live.notifyAtOnce(`presence ${question}`),
    stop(): void {
      clearInterval(repeating)
      clearTimeout(timer)
    },
  }
}
