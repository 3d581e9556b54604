import { localTimeOf } from '../../../shared/season/local-time.ts'
import { placeOf } from '../../../shared/shifts/slots.ts'
import { type Asked, type Found, signsOfDays, Unreadable } from './found.ts'

const peopleAtMost = 300
/** Earlier dates mean weekdays: when2meet stores them as dates long ago. */
const firstDate = Date.UTC(2000, 0, 1) / 1000

/**
 * Reads a saved when2meet page: its script contains the people, the starts of quarter hours in
 * seconds since 1970, and who is available in which. A half hour is free if all its quarters are.
 */
export function readWhen2meet(text: string, asked: Asked): Found {
  const names = pairsOf(
    text,
    /PeopleNames\[(\d+)\]\s*=\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)")/g,
  )
  const ids = pairsOf(text, /PeopleIDs\[(\d+)\]\s*=\s*(\d+)/g)
  const times = pairsOf(text, /TimeOfSlot\[(\d+)\]\s*=\s*(\d+)/g)
  if (names.size === 0 || times.size === 0) {
    throw new Unreadable('This is no saved page of a when2meet: it names nobody, or no times.')
  }
  if (names.size > peopleAtMost) throw new Unreadable('This page names more than 300 people.')
  if ([...times.values()].every((time) => Number(time) < firstDate)) {
    throw new Unreadable(
      'This when2meet asks for days of the week. Only one with dates can be read.',
    )
  }
  const free = new Map<string, Set<string>>()
  for (const [, slot = '', id = ''] of text.matchAll(/AvailableAtSlot\[(\d+)\]\.push\((\d+)\)/g)) {
    free.set(id, (free.get(id) ?? new Set()).add(slot))
  }
  const places = [...times].map(([slot, seconds]) => {
    const local = localTimeOf(Number(seconds) * 1000, asked.timeZone)
    return { slot, date: local.slice(0, 10), halfHour: placeOf(local).halfHour }
  })
  const people = [...names].map(([place, name]) => {
    const theirs = free.get(ids.get(place) ?? '')
    const signs = signsOfDays(asked)
    for (const { slot, date, halfHour } of places) {
      signs.set(date, halfHour, theirs?.has(slot) === true ? '1' : '0')
    }
    return { name: plain(name), exceptions: signs.exceptions() }
  })
  return { people, remarks: [] }
}

/** The values by their numbers; impossible times are left out. */
function pairsOf(text: string, form: RegExp): Map<string, string> {
  const found = [...text.matchAll(form)].map(
    ([, place = '', one, other]) => [place, one ?? other ?? ''] as const,
  )
  return new Map(
    found.filter(([, value]) => !/^\d{11,}$/.test(value) || form.source.includes('IDs')),
  )
}

/** Decodes a name from the script of a page. */
function plain(name: string): string {
  const named: Record<string, string> = { quot: '"', amp: '&', lt: '<', gt: '>', '#39': "'" }
  return name
    .replace(/\\(.)/g, '$1')
    .replace(/&(quot|amp|lt|gt|#39);/g, (_, sign: string) => named[sign] ?? '')
    .trim()
}
