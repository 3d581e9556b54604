import type { NoticeSettings } from '../../shared/notices/contract.ts'
import { localTimeOf } from '../../shared/season/local-time.ts'
import type { Context } from '../context.ts'
import type { Reader } from '../db/database.ts'
import { type PutOff, takeDue } from '../db/due-queue.ts'
import { backoffMs, lookEveryMs, type Work } from '../sole-worker.ts'
import { atOnce, type PushWords, type SendPush } from './client.ts'
import { type PushService, pushServices } from './service.ts'
import {
  dividePush,
  goesTo,
  listSubscribers,
  type Push,
  pushQueue,
  removeGone,
  removePush,
  retryOrRemovePush,
  type Subscriber,
  updatePush,
} from './store.ts'

/** The text of a push for a person; null: not for them. */
export type WordsFor = (person: Subscriber) => Omit<PushWords, 'tag'> | null

/**
 * What a push tells, and the season's time zone, when it is sent. `among`: the netIDs of those whom it
 * may be for, if they are few; nobody else's browsers are read.
 */
type Told = { wordsFor: WordsFor; timeZone: string; among?: readonly string[] }

/** null: there is nothing to tell any more. */
export type ReadOccasion = (reader: Reader, push: Push) => Promise<Told | PutOff | null>

/**
 * How many subscriptions are read, sent and recorded together; after a kill, at most these are sent
 * twice.
 */
const page = 100
/** Longer than the worst case for one page of subscriptions. */
const heldMs = 300_000
/** After how long those that failed are tried again, as long as the push is good. */
const againMs = [30_000, 1_800_000] as const
/** After how many pushes without an answer of one host the rest of a push is delayed there. */
const silentAtMost = 3

/**
 * Sends due pushes to everyone who wants them and may get them at that moment. One task divides them
 * among the push services, and each of these has a task of its own, so that none waits for the
 * answers of another.
 */
export function pushWorks(
  ctx: Pick<Context, 'db' | 'now'>,
  send: SendPush,
  read: ReadOccasion,
): Work[] {
  const failure = 'pushes could not be sent'
  const divide = (push: Push, { among }: Told) =>
    ctx.db.transaction((tx) => dividePush(tx, push, among, ctx.now()))
  return [
    { work: () => workOn('', divide), failure },
    ...pushServices.map((service) => ({ work: () => workOn(service, sendToAll), failure })),
  ]

  async function workOn(
    service: PushService | '',
    go: (push: Push, told: Told) => Promise<void>,
  ): Promise<number> {
    const push = await takeDue(ctx, pushQueue, heldMs, goesTo(service))
    if (push === undefined) return lookEveryMs
    const told =
      push.goodUntil > ctx.now() ? await ctx.db.read((reader) => read(reader, push)) : null
    if (told === null) await ctx.db.statement((tx) => removePush(tx, push))
    else if ('dueAt' in told) await ctx.db.statement((tx) => updatePush(tx, push, told))
    else await go(push, told)
    return 0
  }

  async function sendToAll(push: Push, told: Told): Promise<void> {
    /** How many of the last pushes got no answer, by host: made-up hosts silence no other. */
    const silence = new Map<string, number>()
    let held: Pick<Push, 'id' | 'dueAt' | 'sentTo'> = push
    let afterMs = backoffMs(againMs, push.tries)
    for (;;) {
      const now = ctx.now()
      const asked = { push, among: told.among, after: held.sentTo, now, limit: page }
      const subscribers = await ctx.db.read((reader) => listSubscribers(reader, asked))
      const last = subscribers.at(-1)?.endpoint
      if (last === undefined) {
        const dueAt = new Date(now.getTime() + afterMs)
        return ctx.db.transaction((tx) => retryOrRemovePush(tx, held, dueAt))
      }
      const time = localTimeOf(now.getTime(), told.timeZone).slice(11)
      const awake = subscribers.filter(({ settings }) => !isQuiet(settings.quiet, time))
      const sent = await sendPage(push, awake, told, silence)
      afterMs = Math.max(afterMs, sent.afterMs)
      const next = { sentTo: last, dueAt: new Date(ctx.now().getTime() + heldMs) }
      const isHeld = await ctx.db.transaction(async (tx) => {
        await removeGone(tx, sent.gone)
        return updatePush(tx, held, next, sent.again)
      })
      if (!isHeld) return
      held = { ...held, ...next }
    }
  }

  async function sendPage(
    push: Push,
    persons: readonly Subscriber[],
    { wordsFor }: { wordsFor: WordsFor },
    silence: Map<string, number>,
  ) {
    const gone: string[] = []
    const again: string[] = []
    let afterMs = 0
    const lastsS = Math.max(0, Math.floor((push.goodUntil.getTime() - ctx.now().getTime()) / 1000))
    const waiting = persons.values()
    async function lane(): Promise<void> {
      for (const person of waiting) {
        const { endpoint } = person
        const words = wordsFor(person)
        if (words === null) continue
        const { host } = new URL(endpoint)
        const silent = () => silence.get(host) ?? 0
        if (silent() >= silentAtMost) {
          again.push(endpoint)
          continue
        }
        const pushed = await send(person, { ...words, tag: push.topic }, lastsS)
        if (pushed.came === 'gone') gone.push(endpoint)
        if (pushed.came === 'later') {
          again.push(endpoint)
          afterMs = Math.max(afterMs, pushed.afterMs)
        }
        const isDown = pushed.came === 'later' && pushed.isDown
        silence.set(host, isDown ? silent() + 1 : 0)
      }
    }
    await Promise.all(Array.from({ length: atOnce }, lane))
    return { gone, again, afterMs }
  }
}

/** Is this clock time (`HH:MM`) in the person's quiet hours? 22:00 to 07:00 spans midnight. */
export function isQuiet(quiet: NoticeSettings['quiet'], time: string): boolean {
  if (quiet === null) return false
  const { from, to } = quiet
  return from <= to ? from <= time && time < to : from <= time || time < to
}
