import { setTimeout as delay } from 'node:timers/promises'
import { dayMs } from '../../shared/durations.ts'
import { clockSkewMs } from '../clock-skew.ts'
import type { Context } from '../context.ts'
import type { Reader } from '../db/database.ts'
import { type PutOff, takeDue } from '../db/due-queue.ts'
import { pushNeeded } from '../push/needed.ts'
import { backoffMs, lookEveryMs } from '../sole-worker.ts'
import type { Letter } from './letter.ts'
import { MailFailure, type SendMail, sendAtMostMs } from './smtp.ts'
import {
  againMs,
  areNotAboutAccounts,
  areNotAboutShifts,
  isAboutAccount,
  mailQueue,
  type Notice,
  removeNotices,
  type Tried,
  updatePutOff,
  updateTried,
} from './store.ts'

/**
 * What a notice says when it is sent; `gone`: there is nothing to tell any more; otherwise why it
 * cannot be sent.
 */
export type WriteLetter = (
  reader: Reader,
  notice: Notice,
) => Promise<Letter | 'gone' | PutOff | { refused: string }>

/** How many mails are sent at once. */
const lanes = 4
/**
 * Longer than any attempt takes, by the clock of any server: until then, a mail handed over by a
 * server that died may still arrive.
 */
const heldMs = sendAtMostMs + 5000 + clockSkewMs
/** How long to wait while the mail server accepts no mail. */
const pauseMs = [1000, 30_000] as const
/** For how long a mail is tried. */
export const triedForMs = 3 * dayMs

const lost = 'The answer of the mail server was lost'
const sentAgain = `${lost}, so it was sent again with the same Message-ID.`
const notSentAgain = `${lost}, and it does not hold any more: it was not sent again.`

/**
 * Sends what is due. Each mail is taken right before it is sent, so two servers never send the same
 * one, and after a kill only mails under way are sent again.
 */
export function mailWork(
  ctx: Pick<Context, 'db' | 'newId' | 'now'>,
  send: SendMail,
  letterOf: WriteLetter,
): (stopping?: AbortSignal) => Promise<number> {
  /** How often in a row the mail server accepted nothing. */
  let failures = 0
  const pause = () => backoffMs(pauseMs, failures)

  async function sendNext(
    which?: typeof areNotAboutAccounts,
  ): Promise<'idle' | 'tried' | 'unreachable'> {
    const notice = await takeDue(ctx, mailQueue, heldMs, which)
    if (notice === undefined) return 'idle'
    const mayHaveArrived = notice.lostAnswers > 0
    const putOff = (until: PutOff) => ctx.db.statement((tx) => updatePutOff(tx, notice, until))
    const letter = await ctx.db
      .read((reader) => letterOf(reader, notice))
      .catch(async (error) => {
        // Else whoever takes it next counts the answer of the mail server as lost.
        const dueAt = new Date(ctx.now().getTime() + againMs[0])
        // The first failure says more; the mail is taken again later anyway.
        await putOff({ dueAt }).catch(() => {})
        throw error
      })
    const keep = (tried: Tried) =>
      ctx.db.transaction(async (tx) => {
        const isKept = await updateTried(tx, notice, tried, ctx.now())
        const needsHand = tried.state === 'failed' || tried.state === 'byHand'
        // Anybody may request mails about accounts, to any address: super users need not act.
        if (isKept && needsHand && !isAboutAccount(notice)) await pushNeeded(ctx, tx, 'notice')
      })
    if (letter === 'gone') {
      // The person may have got this mail, so it is kept: they must be told of later changes, too.
      if (mayHaveArrived) await keep({ state: 'sent', error: notSentAgain })
      else await ctx.db.transaction((tx) => removeNotices(tx, [notice.id]))
      return 'tried'
    }
    if ('dueAt' in letter) {
      await putOff(letter)
      return 'tried'
    }
    if ('refused' in letter) {
      await keep({ state: 'failed', error: letter.refused })
      return 'tried'
    }
    // The campus gives no e-mail address of some people.
    if (letter.to === '') {
      await keep({ state: 'byHand', error: null })
      return 'tried'
    }
    try {
      await send(letter, notice)
    } catch (error) {
      if (!(error instanceof MailFailure)) throw error
      await keep(afterFailure(error, notice, ctx.now(), pause()))
      return error.kind === 'unreachable' ? 'unreachable' : 'tried'
    }
    await keep({ state: 'sent', error: mayHaveArrived ? sentAgain : null })
    return 'tried'
  }

  return async (stopping) => {
    // One mail is enough to test whether the mail server works again.
    const probe = failures === 0 ? 'tried' : await sendNext()
    let isThere = probe !== 'unreachable'
    async function lane(which?: typeof areNotAboutAccounts): Promise<void> {
      while (isThere && !stopping?.aborted) {
        const came = await sendNext(which)
        if (came === 'idle') return
        if (came === 'unreachable') isThere = false
      }
    }
    const others = Array.from({ length: lanes - 2 }, () => lane())
    let areOthersOver = false
    const othersOver = Promise.allSettled(others).then(() => {
      areOthersOver = true
    })
    /** Sends only these, as long as the other lanes go on: what keeps those busy holds up none. */
    async function laneOf(which: typeof areNotAboutAccounts): Promise<void> {
      while (!areOthersOver) {
        await lane(which)
        await Promise.race([othersOver, delay(lookEveryMs, undefined, { ref: false })])
      }
    }
    // Anybody may request many mails about accounts, and a night has thousands about shifts.
    await Promise.all([laneOf(areNotAboutAccounts), laneOf(areNotAboutShifts), ...others])
    failures = isThere ? 0 : failures + 1
    return isThere ? lookEveryMs : pause()
  }
}

function afterFailure(
  failure: MailFailure,
  { at, tries }: Notice,
  now: Date,
  awayMs: number,
): Tried {
  const { kind, message, mayHaveArrived } = failure
  const isTooLate = now.getTime() - at.getTime() > triedForMs
  if (kind === 'refused' || isTooLate) return { state: 'failed', error: message }
  const waitMs = kind === 'unreachable' ? awayMs : backoffMs(againMs, tries)
  const dueAt = new Date(now.getTime() + waitMs)
  return { state: 'waiting', error: message, dueAt, mayHaveArrived }
}
