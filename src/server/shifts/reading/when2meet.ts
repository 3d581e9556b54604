import { localTimeOf, weekdayOf } from '../../../shared/season/local-time.ts'
import { datesFrom, placeOf } from '../../../shared/shifts/slots.ts'
import { type Asked, type Found, signsOfDays, Unreadable } from './found.ts'

const peopleAtMost = 300
/** Earlier times mean weekdays: when2meet stores them as times of a week long ago, by the clock of UTC. */
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
  // Longer numbers are no times.
  const times = pairsOf(text, /TimeOfSlot\[(\d+)\]\s*=\s*(\d{1,10})(?!\d)/g)
  if (names.size === 0 || times.size === 0) {
    throw new Unreadable('This is not a saved when2meet page: it has no names or no times.')
  }
  if (names.size > peopleAtMost) {
    throw new Unreadable(`This page names more than ${peopleAtMost} people.`)
  }
  const free = new Map<string, Set<string>>()
  for (const [, slot = '', id = ''] of text.matchAll(/AvailableAtSlot\[(\d+)\]\.push\((\d+)\)/g)) {
    free.set(id, (free.get(id) ?? new Set()).add(slot))
  }
  const isOfWeek = [...times.values()].every((time) => Number(time) < firstDate)
  const dates = datesFrom(asked.from, asked.days)
  const places = [...times].flatMap(([slot, seconds]) => {
    const local = localTimeOf(Number(seconds) * 1000, isOfWeek ? 'UTC' : asked.timeZone)
    const { weekday, halfHour } = placeOf(local)
    const theirs = isOfWeek
      ? dates.filter((date) => weekdayOf(`${date}T00:00`) === weekday)
      : [local.slice(0, 10)]
    return theirs.map((date) => ({ slot, date, halfHour }))
  })
  const people = [...names].map(([place, name]) => {
    const theirs = free.get(ids.get(place) ?? '')
    const signs = signsOfDays(asked)
    for (const { slot, date, halfHour } of places) {
      signs.set(date, halfHour, theirs?.has(slot) === true ? '1' : '0')
    }
    return { name: plain(name), exceptions: signs.exceptions() }
  })
  const remark = `This when2meet asks for days of the week: it is read for each of these ${asked.days} days.`
  return { people, remarks: isOfWeek ? [remark] : [] }
}

/** The values by their numbers. */
function pairsOf(text: string, form: RegExp): Map<string, string> {
  return new Map(
    [...text.matchAll(form)].map(([, place = '', one, other]) => [place, one ?? other ?? '']),
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
