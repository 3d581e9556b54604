import { momentText } from '../../shared/date-text.ts'
import { dayMs, minuteMs } from '../../shared/durations.ts'
import { zoneAtChange } from '../../shared/season/local-time.ts'
import {
  goesOnAmong,
  isOfAbsence,
  othersOf,
  type RemindedShift,
  type Reminder,
  remindedWithinMs,
  remindersDue,
  timeOf,
} from '../../shared/shifts/reminders.ts'
import type { WholeTent } from '../../shared/tents/contract.ts'
import { netIDsOfCaptain } from '../../shared/tents/match.ts'
import { netIDMasker } from '../../shared/tents/net-ids.ts'
import type { Context } from '../context.ts'
import type { Reader, Tx } from '../db/database.ts'
import type { PutOff } from '../db/due-queue.ts'
import { canMail, newMessageID } from '../mail/account-mail.ts'
import { insertNotices } from '../mail/store.ts'
import { insertPush } from '../push/store.ts'
import { readGracesSince } from '../season/reader.ts'
import { findRules } from '../season/store.ts'
import { listShiftPeople, listShiftsAround, listShiftsBeside, updateTold } from '../shifts/store.ts'
import { isDeputyStill } from '../shifts/who.ts'
import { captainOf } from '../tents/captain-of.ts'
import { knownNetIDs } from '../tents/known-net-ids.ts'
import { membershipAmong } from '../tents/own-tent.ts'
import { findTent, listMatchableTents } from '../tents/store.ts'
import { listPeople, type Person, removeShiftNotices } from './store.ts'

type Telling = Pick<Context, 'config' | 'db' | 'newId' | 'now'>

/** The longest put-off: after it the notice is read again, because grace may be ended early. */
const putOffAtMostMs = 5 * minuteMs
/** How long notices that were mailed are kept. */
const keptMs = dayMs

/** Plans reminders of shifts that are due, and news that somebody is missing; each once. */
export async function planReminders(ctx: Telling): Promise<void> {
  const now = ctx.now()
  const { around, graces } = await ctx.db.read(async (reader) => ({
    around: await listShiftsAround(reader, now, remindedWithinMs),
    graces: await readGraces(reader, now),
  }))
  for (const { shift, reminder } of remindersDue(around, now, graces)) {
    await ctx.db.transaction((tx) => tell(ctx, tx, shift, reminder))
  }
}

/** All grace that reminders may depend on. */
function readGraces(reader: Reader, now: Date) {
  return readGracesSince(reader, new Date(now.getTime() - remindedWithinMs))
}

async function tell(ctx: Telling, tx: Tx, shift: RemindedShift, reminder: Reminder): Promise<void> {
  const now = ctx.now()
  const occasion = await readReminder(tx, ctx.config, { shiftId: shift.id, reminder }, now)
  // What was read earlier is no longer so, or the shift before it was not read, after a long grace.
  if (occasion === null || 'dueAt' in occasion) return
  if (!(await updateTold(tx, shift, reminder))) return
  const { among, isFor, text, goodUntil } = occasion
  const topic = `shift:${shift.id}:${shift.memberId}:${reminder}`
  const about = { shiftId: shift.id, reminder }
  await insertPush(tx, { id: ctx.newId(), kind: 'shifts', topic, about, dueAt: now, goodUntil })
  if (!canMail(ctx.config)) return
  await removeShiftNotices(tx, new Date(now.getTime() - keptMs))
  const people = (await listPeople(tx, among)).filter(
    (person) => isFor(person) && person.settings.mail.shifts !== false,
  )
  await insertNotices(
    tx,
    people.map(({ netID }) => ({
      id: `${topic}:${ctx.newId()}`,
      kind: 'shifts' as const,
      netID,
      about: text,
      goodUntil,
      at: now,
      dueAt: now,
      messageID: newMessageID(ctx),
    })),
  )
}

/** The reminder that a notice is about, by the notice's id as `tell` makes it. */
export function reminderOf(noticeId: string): { shiftId: string; reminder: Reminder } {
  const [, shiftId = '', , reminder = ''] = noticeId.split(':')
  return { shiftId, reminder: reminder as Reminder }
}

/** What to say about a shift, to whom, and until when it is useful. */
export type ShiftOccasion = {
  /** The netIDs of those whom it may be for. */
  among: readonly string[]
  isFor: (person: Pick<Person, 'netID' | 'isConfirmed'>) => boolean
  title: string
  text: string
  goodUntil: Date
}

/**
 * null: the shift is deleted or goes on from another one of its member; the member is there or
 * has left the roster; or it is too late: for a reminder to the member, once the shift has begun.
 * News that the member is not there is put off while grace allows them to be away.
 */
export async function readReminder(
  reader: Reader,
  config: Context['config'],
  { shiftId, reminder }: { shiftId: string; reminder: Reminder },
  now: Date,
): Promise<ShiftOccasion | PutOff | null> {
  const shifts = await listShiftsBeside(reader, shiftId)
  const shift = shifts.find(({ id }) => id === shiftId)
  if (shift === undefined || shift.arrivedAt !== null) return null
  const graces = await readGraces(reader, now)
  if (goesOnAmong(shifts, graces, now)(shift)) return null
  const isMine = !isOfAbsence(reminder)
  const time = timeOf(reminder, shift, graces, now)
  const goodUntil = isMine ? shift.from : time.until
  if (goodUntil <= now || time.until <= time.from) return null
  if (now < time.from) {
    return { dueAt: new Date(Math.min(+time.from, now.getTime() + putOffAtMostMs)), goodUntil }
  }
  const tent = await findTent(reader, shift.tentId)
  const isOnRoster = tent?.people.some(({ id }) => id === shift.memberId)
  if (tent === undefined || !isOnRoster) return null
  const { timeZone } = await findRules(reader)
  const [from, until] = [shift.from.getTime(), shift.until.getTime()]
  const momentOf = (at: number) =>
    `${momentText(at, timeZone)}${zoneAtChange(at, timeZone, from, until)}`
  const when = `${momentOf(from)} to ${momentOf(until)}`
  const missing = isMine ? null : `${await nameOf(reader, tent, shift.memberId)} is not there yet`
  const wanted = reminder === 'absent' ? othersOf(shift, shifts, time.from) : [shift.memberId]
  return {
    ...(await recipientsOf(reader, config, tent, reminder, wanted)),
    title: missing ?? beginsText(shift.from.getTime() - now.getTime()),
    text: missing === null ? `Your shift: ${when}.` : `${missing}. The shift: ${when}.`,
    goodUntil,
  }
}

/** How the others see a member: without the netID; by the place in the tent if no name is known. */
async function nameOf(reader: Reader, { people }: WholeTent, memberId: string): Promise<string> {
  const place = people.findIndex(({ id }) => id === memberId)
  const name = people[place]?.name ?? ''
  return netIDMasker('', await knownNetIDs(reader, name)).inNames(name) || `Member ${place + 1}`
}

/**
 * By the time that is left when it is sent: a plan may be published, or a push service be back,
 * later than the reminder was due.
 */
function beginsText(leftMs: number): string {
  const minutes = Math.max(1, Math.round(leftMs / minuteMs))
  if (minutes === 60) return 'Your shift begins in an hour'
  return `Your shift begins in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}`
}

/**
 * `wanted`: the members whom it is for. News for the captain is for the deputies as well, who are
 * captains of this tent in all but the column.
 */
async function recipientsOf(
  reader: Reader,
  config: Context['config'],
  tent: WholeTent,
  reminder: Reminder,
  wanted: readonly string[],
): Promise<Pick<ShiftOccasion, 'among' | 'isFor'>> {
  const isCaptain = captainOf(config, tent)
  const isForCaptain = reminder === 'captain'
  const onRoster = new Set(tent.people.map(({ id }) => id))
  const people = await listShiftPeople(reader, tent.id)
  const netIDs = new Set(
    people.flatMap((person) => {
      const isFor = isForCaptain
        ? isDeputyStill(isCaptain, person)
        : wanted.includes(person.memberId)
      return isFor && person.netID !== null && onRoster.has(person.memberId) ? person.netID : []
    }),
  )
  const isMember = membershipAmong(config, await listMatchableTents(reader), [...netIDs])
  return {
    among: [...netIDs, ...(isForCaptain ? netIDsOfCaptain(tent) : [])],
    isFor: (person) =>
      isCaptain(person)
        ? isForCaptain || netIDs.has(person.netID)
        : netIDs.has(person.netID) && isMember(person, tent),
  }
}
