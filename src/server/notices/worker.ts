import { hourMs } from '../../shared/durations.ts'
import type { Context } from '../context.ts'
import { lockKeys } from '../db/lock-keys.ts'
import { mailWork } from '../mail/send.ts'
import { mailServer } from '../mail/smtp.ts'
import { mailQueue } from '../mail/store.ts'
import { pushNeeded } from '../push/needed.ts'
import { pushWorks } from '../push/send.ts'
import { threadedPushClient } from '../push/threaded-client.ts'
import { lookEveryMs, type Work, workAlone } from '../sole-worker.ts'
import { letterWriter } from './letters.ts'
import { occasionReader } from './occasions.ts'
import type { Planner } from './planner.ts'
import { planReminders } from './shift-reminders.ts'
import { isAnyPutOff, ofChecks, updateByHand, updateLate } from './store.ts'

/** How often to look for events that a killed server wrote but did not plan. */
const newsEveryMs = 10_000
const remindEveryMs = 5000
/** A person may still tell of a Miss in time to dispute it, and most mail servers are back by then. */
export const lateMs = hourMs

/** Sends due notices from now until stopped. Returns what stops it. */
export function tellPeople(
  ctx: Pick<Context, 'config' | 'db' | 'log' | 'newId' | 'now' | 'secretKey'>,
  planner: Planner,
): () => Promise<void> {
  const { smtpUrl } = ctx.config
  let newsReadAt = 0

  async function plan(): Promise<number> {
    const now = ctx.now().getTime()
    if (Math.abs(now - newsReadAt) >= newsEveryMs) {
      await planner.planNews()
      newsReadAt = now
    }
    await planner.planDue()
    await (smtpUrl === null ? tellByHand(ctx) : callForLate(ctx))
    return lookEveryMs
  }

  async function remind(): Promise<number> {
    await planReminders(ctx)
    return remindEveryMs
  }

  const { publicUrl, pushTestOrigin } = ctx.config
  const pushes = threadedPushClient(
    { publicUrl, pushTestOrigin, secretKey: ctx.secretKey },
    (error) => ctx.log.error({ err: error }, 'the thread that pushes ended'),
  )
  const works: Work[] = [
    { work: plan, failure: 'notices could not be planned' },
    { work: remind, failure: 'reminders of shifts could not be planned' },
    ...pushWorks(ctx, pushes.send, occasionReader(ctx)),
  ]
  if (smtpUrl !== null) {
    const work = mailWork(ctx, mailServer({ ...ctx.config, smtpUrl }), letterWriter(ctx))
    works.push({ work, failure: 'mails could not be sent' })
  }
  const stop = workAlone(ctx, lockKeys.notices, works)
  return async () => {
    await stop()
    pushes.close()
  }
}

/** Without a mail server, a person tells what is due. */
async function tellByHand(ctx: Pick<Context, 'db' | 'newId' | 'now'>): Promise<void> {
  if (!(await ctx.db.read((reader) => mailQueue.isAnyDue(reader, ctx.now(), ofChecks)))) return
  await ctx.db.transaction(async (tx) => {
    if ((await updateByHand(tx, ctx.now())) > 0) await pushNeeded(ctx, tx, 'notice')
  })
}

/** Mails about checks that the mail server puts off for an hour call super users, once for all. */
export async function callForLate(
  ctx: Pick<Context, 'config' | 'db' | 'newId' | 'now'>,
): Promise<void> {
  const now = ctx.now()
  const patience = { delayMs: ctx.config.noticeDelayMs, lateMs }
  if (!(await ctx.db.read((reader) => isAnyPutOff(reader, now, patience)))) return
  await ctx.db.transaction(async (tx) => {
    if ((await updateLate(tx, now, patience)) > 0) await pushNeeded(ctx, tx, 'notice')
  })
}
