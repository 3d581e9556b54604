import type { User } from '../../shared/accounts/contract.ts'
import { freeAt, nobodyFree } from '../../shared/shifts/free.ts'
import { changesOf, clipped } from '../../shared/shifts/publish.ts'
import type { Needs } from '../../shared/shifts/slots.ts'
import type { ActsAs, Assignment, ShiftSettings, Slot } from '../../shared/shifts/tent-shifts.ts'
import type { WholeTent } from '../../shared/tents/contract.ts'
import type { Reader } from '../db/database.ts'
import { Refusal } from '../http/refusal.ts'
import { readSeasonFacts } from '../season/reader.ts'
import { captainOf } from '../tents/captain-of.ts'
import type { Proof } from '../tents/own-tent.ts'
import { findCurrentIds, findTent, listMatchableTents, type MatchableTent } from '../tents/store.ts'
import {
  findShiftTent,
  type KeptPerson,
  type KeptShift,
  type KeptTent,
  listShiftPeople,
  listShifts,
} from './store.ts'
import { actsAs, isDeputyStill } from './who.ts'

const settingsUnsaid: ShiftSettings = {
  deadline: null,
  approvesSwaps: false,
  limits: { minSlots: 2, maxDaySlots: 8, breakSlots: 4, nightWeight: 1.5 },
}

/** A tent, and what the person who asks is to it. */
export type AskedTent = {
  tent: WholeTent
  as: ActsAs
  /** The person's own row; null: none. */
  me: string | null
  /** By member; members who never did anything here are missing. */
  people: ReadonlyMap<string, KeptPerson & { isCaptain: boolean }>
  /** Reads all tents once, and only when needed, because that is slow. */
  readTents: () => Promise<readonly MatchableTent[]>
}

/** Everything that a tent's planning consists of, and what the person who asks is to it. */
export type Planning = AskedTent & {
  needs: Needs
  kept: KeptTent & { settings: ShiftSettings }
  /** Includes shifts of members who left. */
  shifts: readonly KeptShift[]
}

/** The id that a tent of this id has now; 404. */
export async function findCurrentId(reader: Reader, tentId: string): Promise<string> {
  const current = (await findCurrentIds(reader, [tentId])).get(tentId)
  if (current === undefined) throw new Refusal('unknownTentRecord')
  return current
}

/** The tent, and what this person is to it: 404 if there is no such tent, 403 for strangers. */
export async function readAskedTent(
  config: Proof,
  reader: Reader,
  tentId: string,
  user: User,
): Promise<AskedTent> {
  return askedTent(config, reader, await findCurrentId(reader, tentId), user)
}

/** As `readAskedTent`, by the id that the tent has now. */
export async function askedTent(
  config: Proof,
  reader: Reader,
  currentId: string,
  user: User,
): Promise<AskedTent> {
  let tents: Promise<MatchableTent[]> | null = null
  const readTents = () => {
    tents ??= listMatchableTents(reader)
    return tents
  }
  const tent = await findTent(reader, currentId)
  if (tent === undefined) throw new Refusal('unknownTentRecord')
  const isCaptain = captainOf(config, tent)
  const people = (await listShiftPeople(reader, tent.id)).map((person) => {
    const { netID, isConfirmed } = person
    return {
      ...person,
      isCaptain: netID !== null && isCaptain({ netID, isConfirmed }),
      isDeputy: isDeputyStill(isCaptain, person),
    }
  })
  const linked = people.find(({ netID }) => netID === user.netID)
  const own = isMember({ tent }, linked?.memberId ?? null) ? linked : undefined
  const as = await actsAs(config, readTents, tent, user, own)
  if (as === null) throw new Refusal('notYourShifts')
  return {
    tent,
    as,
    me: own?.memberId ?? null,
    people: new Map(people.map((person) => [person.memberId, person])),
    readTents,
  }
}

/** The planning, with this person's rights; refuses like `readAskedTent`. */
export async function readPlanning(
  { config, now }: { config: Proof; now: Date },
  reader: Reader,
  tentId: string,
  user: User,
): Promise<Planning> {
  return planningOf(reader, await readAskedTent(config, reader, tentId, user), now)
}

/** As `readPlanning`, for a person whose rights are known. */
export async function planningOf(reader: Reader, asked: AskedTent, now: Date): Promise<Planning> {
  const { tent } = asked
  const { rules, declared, afterChecks } = await readSeasonFacts(reader, now)
  const kept = await findShiftTent(reader, tent.id)
  return {
    ...asked,
    needs: { rules, graces: [...declared, ...afterChecks], tent },
    kept: { ...kept, settings: kept.settings ?? settingsUnsaid },
    shifts: await listShifts(reader, tent.id),
  }
}

/** When this member is free, one sign per slot. */
export function freeOf(
  { people }: Pick<Planning, 'people'>,
  memberId: string,
  slots: readonly Slot[],
): string {
  return freeAt(people.get(memberId)?.availability ?? nobodyFree, slots)
}

/** Has somebody said, signed in, that this row is theirs? */
export function hasAccount({ people }: Pick<Planning, 'people'>, memberId: string): boolean {
  return (people.get(memberId)?.netID ?? null) !== null
}

/** Is it the id of somebody who is on the roster? */
export function isMember({ tent }: Pick<Planning, 'tent'>, memberId: string | null): boolean {
  return tent.people.some(({ id }) => id === memberId)
}

/** The member's row; 404 if the tent has no such member. */
export function requireMember(planning: Pick<Planning, 'tent'>, memberId: string): void {
  if (!isMember(planning, memberId)) throw new Refusal('unknownMember')
}

/** The person's own row; 409 if they have not chosen one. */
export function requireMe({ me }: Pick<Planning, 'me'>): string {
  if (me === null) throw new Refusal('notLinked')
  return me
}

/** Shifts whose member is on the roster, with times as texts. */
export function heldShifts(planning: Pick<Planning, 'tent' | 'shifts'>) {
  return ofMembers(planning, planning.shifts).map(shiftText)
}

/** The shifts or locks of members: whoever left the roster is planned no more. */
export function ofMembers<T extends { memberId: string }>(
  planning: Pick<Planning, 'tent'>,
  given: readonly T[],
): T[] {
  return given.filter(({ memberId }) => isMember(planning, memberId))
}

/** What this draft would change in the plan in use, from `begin` to `end`. */
export function changesBy(
  planning: Pick<Planning, 'tent' | 'shifts'>,
  draft: readonly Assignment[],
  [begin, end]: readonly [begin: number, end: number],
) {
  return changesOf(
    clipped(heldShifts(planning), begin, end),
    // Publishing leaves out members who left the roster since.
    clipped(ofMembers(planning, draft), begin, end),
  )
}

/** The locks of members that are not over. */
export function openLocks(
  planning: Pick<Planning, 'tent'>,
  locks: readonly Assignment[],
  now: Date,
): Assignment[] {
  return ofMembers(planning, locks).filter(({ until }) => Date.parse(until) > now.getTime())
}

export function shiftText({ id, memberId, from, until, arrivedAt }: KeptShift) {
  return {
    id,
    memberId,
    from: from.toISOString(),
    until: until.toISOString(),
    arrivedAt: arrivedAt?.toISOString() ?? null,
  }
}

/**
 * As `shiftText`, for shifts in order. If a member who is there has a next shift without a break, they
 * count as there from the start of that shift, without saying so again.
 */
export function shiftTexts(shifts: readonly KeptShift[], now: Date) {
  const thereUntil = new Map<string, string>()
  return shifts.map((kept) => {
    const shift = shiftText(kept)
    const { memberId, from, until } = shift
    const goesOn = kept.from <= now && thereUntil.get(memberId) === from
    const arrivedAt = shift.arrivedAt ?? (goesOn ? from : null)
    if (arrivedAt !== null) thereUntil.set(memberId, until)
    return { ...shift, arrivedAt }
  })
}
