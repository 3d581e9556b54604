import type { User } from '../../shared/accounts/contract.ts'
import { freeAt, nobodyFree } from '../../shared/shifts/free.ts'
import type { Assignment, ShiftSettings, Slot } from '../../shared/shifts/picture.ts'
import type { Needs } from '../../shared/shifts/slots.ts'
import type { WholeTent } from '../../shared/tents/contract.ts'
import type { Config } from '../config.ts'
import type { Reader } from '../db/database.ts'
import { Refusal } from '../http/refusal.ts'
import { readSeasonFacts } from '../season/reader.ts'
import { findCurrentIds, findTent, listMatchableTents, type MatchableTent } from '../tents/store.ts'
import {
  findShiftTent,
  type KeptPerson,
  type KeptShift,
  type KeptTent,
  listShiftPeople,
  listShifts,
} from './store.ts'
import { type ActsAs, actsAs } from './who.ts'

const settingsUnsaid: ShiftSettings = {
  deadline: null,
  approvesSwaps: false,
  limits: { minSlots: 2, maxDaySlots: 8, breakSlots: 4, nightWeight: 1.5 },
}

/** What whoever asks is to a tent. */
export type Standing = {
  tent: WholeTent
  as: ActsAs
  /** The row that is theirs; null: none is. */
  me: string | null
  /** By member; those who never said or did anything are not in it. */
  people: ReadonlyMap<string, KeptPerson>
  /** All tents, read once, and only where they are needed: they cost more than all the rest. */
  readTents: () => Promise<readonly MatchableTent[]>
}

/** All that a tent's planning rests on, and what whoever asks is to it. */
export type Planning = Standing & {
  needs: Needs
  kept: KeptTent & { settings: ShiftSettings }
  /** Also of members who left. */
  shifts: readonly KeptShift[]
}

/** The tent of this id, as it is called now; 404. */
async function findTentNow(reader: Reader, id: string): Promise<WholeTent> {
  const current = (await findCurrentIds(reader, [id])).get(id)
  const tent = current === undefined ? undefined : await findTent(reader, current)
  if (tent === undefined) throw new Refusal('unknownTentRecord')
  return tent
}

/** What this person is to the tent: 404 for a tent that is not there, 403 for whom it is nothing. */
export async function readStanding(
  config: Pick<Config, 'confirmNetIDs'>,
  reader: Reader,
  tentId: string,
  user: User,
): Promise<Standing> {
  let tents: Promise<MatchableTent[]> | null = null
  const readTents = () => {
    tents ??= listMatchableTents(reader)
    return tents
  }
  const tent = await findTentNow(reader, tentId)
  const people = await listShiftPeople(reader, tent.id)
  const linked = people.find(({ netID }) => netID === user.netID)
  const own = tent.people.some(({ id }) => id === linked?.memberId) ? linked : undefined
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

/** All of it, as this person may go on with it; refused like `readStanding`. */
export async function readPlanning(
  { config, now }: { config: Pick<Config, 'confirmNetIDs'>; now: Date },
  reader: Reader,
  tentId: string,
  user: User,
): Promise<Planning> {
  return planningOf(reader, await readStanding(config, reader, tentId, user), now)
}

/** The same for whom it is known what they are to the tent. */
export async function planningOf(reader: Reader, standing: Standing, now: Date): Promise<Planning> {
  const { tent } = standing
  const { rules, declared, afterChecks } = await readSeasonFacts(reader, now)
  const kept = await findShiftTent(reader, tent.id)
  return {
    ...standing,
    needs: { rules, graces: [...declared, ...afterChecks], tent },
    kept: { ...kept, settings: kept.settings ?? settingsUnsaid },
    shifts: await listShifts(reader, tent.id),
  }
}

/** When this member is free, a sign for each slot. */
export function freeOf(
  { people }: Pick<Planning, 'people'>,
  memberId: string,
  slots: readonly Slot[],
): string {
  return freeAt(people.get(memberId)?.availability ?? nobodyFree, slots)
}

/** The row of this member; 404 for who is none of the tent. */
export function requireMember({ tent }: Pick<Planning, 'tent'>, memberId: string): void {
  if (!tent.people.some(({ id }) => id === memberId)) throw new Refusal('unknownMember')
}

/** The row that is theirs; 409 where they said of none that it is. */
export function requireMe({ me }: Pick<Planning, 'me'>): string {
  if (me === null) throw new Refusal('notLinked')
  return me
}

/** Those whose member is on the roster, by instants as texts. */
export function heldShifts({ tent, shifts }: Pick<Planning, 'tent' | 'shifts'>) {
  const ids = new Set(tent.people.map(({ id }) => id))
  return shifts.filter(({ memberId }) => ids.has(memberId)).map(shiftText)
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

/** On half hours of the season's zone, which begin on those of every zone there is but few. */
export function areOnSlots(spans: readonly Assignment[], slots: readonly Slot[]): boolean {
  const begins = new Set(slots.map(({ at }) => at))
  const last = slots.at(-1)
  const end = last === undefined ? '' : new Date(Date.parse(last.at) + 1_800_000).toISOString()
  return spans.every(({ from, until }) => begins.has(from) && (begins.has(until) || until === end))
}
