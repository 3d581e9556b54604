import {
  and,
  asc,
  desc,
  eq,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  ne,
  not,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import { defaultNoticeSettings, type NoticeSettings } from '../../shared/notices/contract.ts'
import { isAmong } from '../accounts/store.ts'
import { clockSkewMs } from '../clock-skew.ts'
import type { Reader, Tx } from '../db/database.ts'
import { isDueBy } from '../db/due-queue.ts'
import { checks, noticeSettings, notices, toldChecks, users } from '../db/schema.ts'
import { areNotAboutAccounts, mailQueue, type Notice } from '../mail/store.ts'

/** Told and waiting notices of a check, in order for each person. */
export function listNoticesOfCheck({ queries }: Reader, checkId: string): Promise<Notice[]> {
  return queries
    .select()
    .from(notices)
    .where(eq(notices.checkId, checkId))
    .orderBy(asc(notices.round), asc(notices.id))
}

/**
 * Sets `at` and `dueAt` of those of a check's notices that wait for their first attempt and are due
 * later than `dueAt`: a clock that was ahead may have planned them.
 */
export async function updateDue(
  { queries }: Tx,
  checkId: string,
  { at, dueAt }: Pick<Notice, 'at' | 'dueAt'>,
): Promise<void> {
  const { state, error, underWay } = notices
  const waits = and(eq(state, 'waiting'), isNull(error), eq(underWay, false))
  await queries
    .update(notices)
    .set({ at, dueAt })
    .where(and(eq(notices.checkId, checkId), waits, gt(notices.dueAt, dueAt)))
}

/** For a check that is reopened or ends again: its notices become late only after a new hour. */
export async function updateNotLate({ queries }: Tx, checkId: string): Promise<void> {
  await queries
    .update(notices)
    .set({ isLate: false })
    .where(and(eq(notices.checkId, checkId), notices.isLate))
}

/** A person with an enabled account, and which notices they want. */
export type Person = {
  netID: string
  email: string
  isConfirmed: boolean
  settings: NoticeSettings
}

const { netID, email, isConfirmed } = users

const selectPeople = ({ queries }: Reader, which: SQL) =>
  queries
    .select({ netID, email, isConfirmed, settings: noticeSettings.settings })
    .from(users)
    .leftJoin(noticeSettings, eq(noticeSettings.netID, users.netID))
    .where(and(eq(users.isDisabled, false), which))

type PersonRow = Awaited<ReturnType<typeof selectPeople>>[number]

function toPerson({ settings, ...person }: PersonRow): Person {
  return { ...person, settings: (settings as NoticeSettings | null) ?? defaultNoticeSettings }
}

/** The people with these netIDs whose accounts are not disabled. */
export async function listPeople(reader: Reader, among: readonly string[]): Promise<Person[]> {
  return (await selectPeople(reader, isAmong(among))).map(toPerson)
}

export async function findPerson(reader: Reader, of: string): Promise<Person | undefined> {
  const [row] = await selectPeople(reader, eq(users.netID, of))
  return row && toPerson(row)
}

/** The settings that a person saved; null: none. */
export async function findSavedSettings(
  { queries }: Reader,
  netID: string,
): Promise<NoticeSettings | null> {
  const [row] = await queries
    .select({ settings: noticeSettings.settings })
    .from(noticeSettings)
    .where(eq(noticeSettings.netID, netID))
  return (row?.settings as NoticeSettings | undefined) ?? null
}

export async function findNoticeSettings(reader: Reader, netID: string): Promise<NoticeSettings> {
  return (await findSavedSettings(reader, netID)) ?? defaultNoticeSettings
}

export async function updateNoticeSettings(
  { queries }: Tx,
  netID: string,
  settings: NoticeSettings,
): Promise<void> {
  await queries
    .insert(noticeSettings)
    .values({ netID, settings })
    .onConflictDoUpdate({ target: noticeSettings.netID, set: { settings } })
}

/** It waits for a mail server that has put it off for an hour. */
const isWaitingLate = and(eq(notices.state, 'waiting'), notices.isLate)

/** More than a night in which all of 130 tents of twelve have a Miss. */
export const toDoListedAtMost = 2000
/** More than a dashboard shows. */
export const othersListedAtMost = 1000

/**
 * First what needs a person's work, then what waits, then the rest, newest first; of mails about
 * shifts, thousands a night, only what was not sent. What is of checks begins the first part, mails
 * about accounts end it and are not among the `toDo`: anybody may request many that fail.
 */
export async function listNotices({
  queries,
}: Reader): Promise<{ listed: Notice[]; toDo: number }> {
  const { state, at, id } = notices
  const isShown = or(ne(notices.kind, 'shifts'), ne(state, 'sent'))
  const needsWork = or(inArray(state, ['byHand', 'failed']), isWaitingLate)
  const isOver = sql`${state} <> 'waiting'`
  const select = (which?: SQL) => queries.select().from(notices).where(and(isShown, which))
  const forSomebody = await select(needsWork)
    .orderBy(desc(ofChecks), desc(areNotAboutAccounts), desc(at), asc(id))
    .limit(toDoListedAtMost)
  const toDo = await queries.$count(notices, and(isShown, needsWork, areNotAboutAccounts))
  const others = await select(sql`not ${needsWork}`)
    .orderBy(isOver, desc(at), asc(id))
    .limit(othersListedAtMost)
  return { listed: [...forSomebody, ...others], toDo }
}

export async function findNotice({ queries }: Reader, id: string): Promise<Notice | undefined> {
  const [notice] = await queries.select().from(notices).where(eq(notices.id, id))
  return notice
}

/**
 * Everything that failed, had to be told by hand, or was delayed by the mail server is due now, or
 * as soon as no attempt can be under way; the rest is not changed.
 */
export async function updateRetried({ queries }: Tx, id: string, now: Date): Promise<void> {
  const { state, error, underWay, isLate } = notices
  const isDelayed = or(isNotNull(error), isLate)
  const isPutOff = and(eq(state, 'waiting'), isDelayed, eq(underWay, false))
  await queries
    .update(notices)
    .set({
      state: 'waiting',
      error: null,
      dueAt: sql`case when ${underWay} then ${notices.dueAt} else ${now.toISOString()}::timestamptz end`,
      at: now,
      isLate: false,
    })
    .where(and(eq(notices.id, id), or(inArray(state, ['failed', 'byHand', 'done']), isPutOff)))
}

/** Somebody told the person by hand; false for notices that were sent or ticked off before. */
export async function updateTickedOff({ queries }: Tx, id: string, now: Date): Promise<boolean> {
  const rows = await queries
    .update(notices)
    .set({ state: 'done', at: now, sealed: null })
    .where(and(eq(notices.id, id), inArray(notices.state, ['waiting', 'failed', 'byHand'])))
    .returning({ id: notices.id })
  return rows.length > 0
}

/** Notices of checks, which a person can tell where no mail is sent. */
export const ofChecks = isNotNull(notices.checkId)

/**
 * Without a mail server, due notices are marked as to be told by hand; returns how many there are.
 */
export async function updateByHand({ queries }: Tx, now: Date): Promise<number> {
  const rows = await queries
    .update(notices)
    .set({ state: 'byHand', at: now })
    .where(and(mailQueue.isDue(now), ofChecks))
    .returning({ id: notices.id })
  return rows.length
}

/** In ms: how long a notice waits after its check ends, and how long after that it is late. */
type Patience = { delayMs: number; lateMs: number }

/**
 * Marks all mails about checks that have waited for so long as late; returns how many. The caller
 * first asks `isAnyPutOff` whether the mail server put one of them off; it has not been offered
 * most of them, because it gets one at a time.
 */
export async function updateLate({ queries }: Tx, now: Date, patience: Patience): Promise<number> {
  const rows = await queries
    .update(notices)
    .set({ isLate: true })
    .where(becomesLate(now, patience))
    .returning({ id: notices.id })
  return rows.length
}

export async function isAnyPutOff(
  { queries }: Reader,
  now: Date,
  patience: Patience,
): Promise<boolean> {
  const [row] = await queries
    .select({ id: notices.id })
    .from(notices)
    .where(and(becomesLate(now, patience), isNotNull(notices.error)))
    .limit(1)
  return row !== undefined
}

/**
 * Matches notices about checks that have waited too long. If a notice dates from its check's end,
 * or, after a reopening, from before it, delay and wait are counted from that end; otherwise the
 * wait is counted from the notice's own time. While its check is on, a notice is never late. An end
 * in the future, written by a clock that was ahead, is not used: the notice's own time is.
 */
function becomesLate(now: Date, { delayMs, lateMs }: Patience): SQL | undefined {
  const { state, at, isLate } = notices
  const { endedAt } = checks
  const ago = (ms: number) => new Date(now.getTime() - ms)
  const waitsFor = (ms: number) => isDueBy(at, ago(ms), ms)
  const sinceEnd = and(gte(endedAt, at), lte(endedAt, ago(delayMs + lateMs)))
  const sinceEndAhead = and(gt(endedAt, ago(-clockSkewMs)), waitsFor(delayMs + lateMs))
  const sinceLater = and(lt(endedAt, at), waitsFor(lateMs))
  const ofCheck = and(eq(checks.id, notices.checkId), or(sinceEnd, sinceEndAhead, sinceLater))
  const waitsLong = sql`exists (select from ${checks} where ${ofCheck})`
  return and(eq(state, 'waiting'), not(isLate), waitsLong, ofChecks)
}

/** Removes notices about tents, which say who belongs to them: nobody is told any more. */
export async function removeTentNotices({ queries }: Tx): Promise<void> {
  // In the same order as planning, so that the two cannot deadlock.
  await queries.update(toldChecks).set({ dueAt: null })
  await queries.delete(notices).where(or(isNotNull(notices.checkId), eq(notices.kind, 'shifts')))
}

/** Removes reminders of shifts before this time. */
export async function removeShiftNotices({ queries }: Tx, before: Date): Promise<void> {
  await queries.delete(notices).where(and(eq(notices.kind, 'shifts'), lt(notices.at, before)))
}
