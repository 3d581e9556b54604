import { isLocalTime, isTimeZone } from '../season/local-time.ts'

/**
 * The input of shift planning. A slot is `slotMinutes` long; the first begins at `start`, a local
 * time of the zone. `free` has one sign per slot: 0 unavailable, 1 available, 2 preferred. `to` is
 * excluded. A night hour counts as `nightWeight` day hours.
 */
export type ShiftProblem = {
  slotMinutes: number
  start: string
  timeZone: string
  slots: { need: number; night: boolean }[]
  people: { id: string; carriedDayHours: number; carriedNightHours: number; free: string }[]
  locked: { person: string; from: number; to: number }[]
  limits: { minSlots: number; maxDaySlots: number; breakSlots: number; nightWeight: number }
  seconds: number
}

const slotsAtMost = 3000
export const peopleAtMost = 60
const minutesAtMost = 1440
/** Longer ones could make a plan of 90,000 shifts too long to be one text of JSON. */
const idAtMost = 500
const hoursAtMost = 100_000
const weightAtMost = 1000
const secondsAtMost = 3600

/** A sentence about the first error, or null: then it is a `ShiftProblem`. */
export function wrongInProblem(given: unknown): string | null {
  if (!isRecord(given)) return 'The problem must be an object, like { "slotMinutes": 30, … }.'
  return (
    wrongNumber(given, 'slotMinutes', { whole: true, from: 1, to: minutesAtMost }) ??
    wrongText(given, 'start', 'a day and a time, like 2026-01-28T07:00', isLocalTime) ??
    wrongText(given, 'timeZone', 'a time zone, like America/New_York', isTimeZone) ??
    wrongList(given, 'slots', { from: 1, to: slotsAtMost }, wrongSlot) ??
    wrongList(
      given,
      'people',
      { from: 1, to: peopleAtMost },
      wrongPerson(countOf(given['slots'])),
    ) ??
    wrongList(given, 'locked', null, wrongLock(idsOf(given['people']), countOf(given['slots']))) ??
    wrongLimits(given['limits']) ??
    wrongNumber(given, 'seconds', { from: 0, to: secondsAtMost })
  )
}

type Fields = Record<string, unknown>
type Range = { from: number; to: number; whole?: true }
/** `at`: what comes before the field's name, as in `slots[3].`. */
type WrongEntry = (entry: Fields, at: string) => string | null

const natural: Range = { from: 0, to: Number.MAX_SAFE_INTEGER, whole: true }

function isRecord(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function wrongField(fields: Fields, name: string, isRight: boolean, form: string, at: string) {
  if (isRight) return null
  return Object.hasOwn(fields, name)
    ? `${at}${name} must be ${form}.`
    : `${at}${name} is missing; it must be ${form}.`
}

function wrongNumber(fields: Fields, name: string, { from, to, whole }: Range, at = '') {
  const value = fields[name]
  const isRight =
    typeof value === 'number' &&
    value >= from &&
    value <= to &&
    (whole !== true || Number.isInteger(value))
  const kind = whole === true ? 'a whole number' : 'a number'
  return wrongField(fields, name, isRight, `${kind} from ${from} to ${to}`, at)
}

function wrongText(
  fields: Fields,
  name: string,
  form: string,
  isRight: (text: string) => boolean,
  at = '',
) {
  const value = fields[name]
  return wrongField(fields, name, typeof value === 'string' && isRight(value), form, at)
}

/** `size`: how many entries; null: any number, which the size of a file bounds. */
function wrongList(fields: Fields, name: string, size: Range | null, wrongEntry: WrongEntry) {
  const list = fields[name]
  const isOfSize = ({ length }: unknown[]) =>
    size === null || (length >= size.from && length <= size.to)
  if (!(Array.isArray(list) && isOfSize(list))) {
    const form = size === null ? 'a list' : `a list of ${size.from} to ${size.to} entries`
    return wrongField(fields, name, false, form, '')
  }
  for (const [index, entry] of list.entries()) {
    const at = `${name}[${index}]`
    const wrong = isRecord(entry) ? wrongEntry(entry, `${at}.`) : `${at} must be an object.`
    if (wrong !== null) return wrong
  }
  return null
}

const wrongSlot: WrongEntry = (slot, at) =>
  wrongNumber(slot, 'need', natural, at) ??
  wrongField(slot, 'night', typeof slot['night'] === 'boolean', 'true or false', at)

function wrongPerson(slots: number): WrongEntry {
  const taken = new Set<unknown>()
  const isId = (id: string) => id.length <= idAtMost && !taken.has(id)
  const idForm = `a text of at most ${idAtMost} characters that nobody else has`
  const isFree = (free: string) => free.length === slots && /^[012]*$/.test(free)
  const hours = { from: -hoursAtMost, to: hoursAtMost }
  return (person, at) => {
    const wrong =
      wrongText(person, 'id', idForm, isId, at) ??
      wrongNumber(person, 'carriedDayHours', hours, at) ??
      wrongNumber(person, 'carriedNightHours', hours, at) ??
      wrongText(person, 'free', `a text of ${slots} signs 0, 1 or 2, one a slot`, isFree, at)
    taken.add(person['id'])
    return wrong
  }
}

function wrongLock(ids: Set<unknown>, slots: number): WrongEntry {
  return (lock, at) => {
    const { from } = lock
    return (
      wrongText(lock, 'person', 'the id of one of the people', (id) => ids.has(id), at) ??
      wrongNumber(lock, 'from', { from: 0, to: slots - 1, whole: true }, at) ??
      wrongNumber(lock, 'to', { from: Number(from) + 1, to: slots, whole: true }, at)
    )
  }
}

function wrongLimits(limits: unknown): string | null {
  if (limits === undefined) return 'limits is missing; it must be an object.'
  if (!isRecord(limits)) return 'limits must be an object.'
  return (
    wrongNumber(limits, 'minSlots', natural, 'limits.') ??
    wrongNumber(limits, 'maxDaySlots', natural, 'limits.') ??
    wrongNumber(limits, 'breakSlots', natural, 'limits.') ??
    wrongNumber(limits, 'nightWeight', { from: 0, to: weightAtMost }, 'limits.')
  )
}

function countOf(list: unknown): number {
  return Array.isArray(list) ? list.length : 0
}

function idsOf(people: unknown): Set<unknown> {
  return new Set(Array.isArray(people) ? people.map((person: Fields) => person['id']) : [])
}
