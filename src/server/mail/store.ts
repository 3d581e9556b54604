import { and, asc, eq, inArray, isNotNull, lte, ne, not, sql } from 'drizzle-orm'
import { weekMs } from '../../shared/durations.ts'
import { columnsOf } from '../db/columns.ts'
import type { Reader, Statement, Tx } from '../db/database.ts'
import { dueQueue, type PutOff } from '../db/due-queue.ts'
import { checks, notices, toldChecks } from '../db/schema.ts'

/** A stored notice: to one person, by mail or by hand. */
export type Notice = typeof notices.$inferSelect

/** The kinds of mails about an account. */
const accountMailKinds = ['confirmNetID', 'resetPassword', 'confirmEmail', 'resetLinkMade'] as const
export type AccountMailKind = (typeof accountMailKinds)[number]

/** What is to be told after `dueAt`. */
export type NewNotice = Pick<Notice, 'id' | 'kind' | 'netID' | 'about' | 'at' | 'dueAt'> &
  Pick<Notice, 'messageID'> &
  Partial<Pick<Notice, 'checkId' | 'tentId' | 'outcome' | 'sealed' | 'goodUntil' | 'round'>>

/**
 * A notice that exists already is not changed; all given ones must have the same fields. They are
 * passed as one parameter: several thousand would block the embedded engine, and with it every
 * mark, more than twice as long.
 */
export async function insertNotices({ queries }: Tx, added: readonly NewNotice[]): Promise<void> {
  if (added.length === 0) return
  const rows = added.map((notice) => columnsOf('notices', { state: 'waiting', ...notice }))
  await queries.execute(
    sql`select insert_rows('notices', ${JSON.stringify(rows)}::jsonb, 'on conflict do nothing')`,
  )
}

/** After how long a mail that was put off is tried again: at first, and at most, in ms. */
export const againMs = [30_000, 1_800_000] as const

/** The notice's check is on again, or its notices after its end are still to be planned. */
const isPlannedAgain = sql`(exists (
  select from ${toldChecks}
  where ${toldChecks.checkId} = ${notices.checkId} and ${toldChecks.dueAt} is not null
) or exists (
  select from ${checks} where ${checks.id} = ${notices.checkId} and ${checks.endedAt} is null
))`

/**
 * Mails that wait, except those of a check that is on again or still to be planned: they stay until
 * it is planned, whatever their own due time. A mail that is still under way when it is taken was
 * taken before by a server that was killed, or that stored no result in time: its answer is lost.
 */
export const mailQueue = dueQueue(notices, {
  atMostMs: againMs[1],
  waits: and(eq(notices.state, 'waiting'), not(isPlannedAgain)),
  onTake: {
    tries: sql`${notices.tries} + 1`,
    lostAnswers: sql`${notices.lostAnswers} + ${notices.underWay}::int`,
    underWay: true,
  },
})

/** The result of an attempt to send. */
export type Tried =
  | { state: 'sent' | 'failed' | 'byHand'; error: string | null }
  /** To be tried again after `dueAt`; `mayHaveArrived`: its answer was lost. */
  | { state: 'waiting'; error: string; dueAt: Date; mayHaveArrived: boolean }

/**
 * false: somebody else has taken the notice since, or it was not sent and somebody has told it by
 * hand meanwhile; in the second case only two facts are stored: that no attempt is under way any
 * more, and whether its answer was lost.
 * Address and link of a mail that was sent or is out of date are deleted.
 */
export async function updateTried(
  { queries }: Tx,
  notice: Notice,
  tried: Tried,
  now: Date,
): Promise<boolean> {
  const { tries, goodUntil } = notice
  const isOutOfDate = goodUntil !== null && goodUntil <= now
  const isLost = tried.state === 'waiting' && tried.mayHaveArrived
  const isOver = {
    underWay: false,
    lostAnswers: sql`${notices.lostAnswers} + ${Number(isLost)}`,
  }
  const isThisAttempt = and(mailQueue.isStill(notice), eq(notices.tries, tries))
  const rows = await queries
    .update(notices)
    .set({
      ...isOver,
      state: tried.state,
      error: tried.error,
      ...(tried.state === 'waiting' ? { dueAt: tried.dueAt } : { at: now }),
      ...(tried.state === 'sent' || isOutOfDate ? { sealed: null } : {}),
    })
    .where(and(isThisAttempt, tried.state === 'sent' ? undefined : eq(notices.state, 'waiting')))
    .returning({ id: notices.id })
  if (rows.length > 0) return true
  await queries.update(notices).set(isOver).where(isThisAttempt)
  return false
}

/** For a notice that was taken, but is not to be sent yet: nothing was tried. */
export async function updatePutOff(
  { queries }: Statement,
  notice: Notice,
  putOff: PutOff,
): Promise<void> {
  await queries
    .update(notices)
    .set({ ...putOff, underWay: false, tries: notice.tries - 1 })
    .where(mailQueue.isStill(notice))
}

/** For notices that nobody is to get any more. */
export async function removeNotices({ queries }: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await queries.delete(notices).where(inArray(notices.id, [...ids]))
}

/**
 * For mails about an account whose link has ended, unless they are under way: those that wait are
 * removed, and those that failed lose address and link, so that nobody tries them again.
 */
export async function endAccountMails(
  { queries }: Tx,
  netID: string,
  ended: AccountMailKind[],
): Promise<void> {
  const { kind, state, underWay } = notices
  const isEnded = and(eq(notices.netID, netID), inArray(kind, ended), not(underWay))
  await queries.delete(notices).where(and(isEnded, eq(state, 'waiting')))
  await queries
    .update(notices)
    .set({ sealed: null })
    .where(and(isEnded, eq(state, 'failed')))
}

export function isAboutAccount<N extends Pick<Notice, 'kind'>>(
  notice: N,
): notice is N & { kind: AccountMailKind } {
  return (accountMailKinds as readonly string[]).includes(notice.kind)
}

export const areNotAboutAccounts = not(inArray(notices.kind, [...accountMailKinds]))
export const areNotAboutShifts = ne(notices.kind, 'shifts')

/** So long a super user sees what became of a mail about an account. */
const keptMs = weekMs

/**
 * Of mails about accounts whose link is over: takes address and link out of them, and removes them
 * after a week.
 */
export async function removeAccountMailsOver({ queries }: Tx, now: Date): Promise<void> {
  const { kind, goodUntil, sealed } = notices
  const isOver = and(inArray(kind, [...accountMailKinds]), lte(goodUntil, now))
  const isOld = lte(goodUntil, new Date(now.getTime() - keptMs))
  await queries.delete(notices).where(and(isOver, isOld))
  await queries
    .update(notices)
    .set({ sealed: null })
    .where(and(isOver, isNotNull(sealed)))
}

/** All notices to this person, oldest first. */
export function listNoticesOf({ queries }: Reader, netID: string): Promise<Notice[]> {
  return queries
    .select()
    .from(notices)
    .where(eq(notices.netID, netID))
    .orderBy(asc(notices.at), asc(notices.id))
}
