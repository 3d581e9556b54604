import { parse } from 'csv-parse/sync'
import { weekdayNames, weekdayOf } from '../../../shared/season/local-time.ts'
import { dayAfter } from '../../../shared/shifts/slots.ts'
import { slotsOfDay } from '../../../shared/shifts/tent-shifts.ts'
import { type Asked, daysBetween, type Found, firstOf, signsOfDays, Unreadable } from './found.ts'

const rowsAtMost = 5000
const columnsAtMost = 300
/** The length of the last row, if neither it nor a row before it tells one. */
const halfHour = 30
const longestRow = 4 * 60
/** `11:00–1:00` of a clock with 12 hours would seem to be longer. */
const longestRange = 12 * 60

/**
 * When a row begins, in minutes after midnight, and how long it says that it lasts; null: it names
 * one time alone.
 */
type Times = { minute: number; length: number | null }

/** `times` null: they can't be read; the row before it ends there. */
type Row = { date: string; times: Times | null; label: string; cells: string[] }

/**
 * Reads text pasted from a spreadsheet: names in the first row, times in the first column or two,
 * and a mark (`x`, `X` or `1`) where somebody is free. A row lasts as long as it says, and no longer
 * than until the next one. A date or weekday may be beside a time, or in its own row; without any,
 * times begin on the first requested day, and a time that is not later than the one before it belongs to the next day.
 * If the first row contains days instead of names, the table is about one person; a time after
 * midnight at the end of a day belongs to that night.
 */
export function readSheet(text: string, asked: Asked): Found {
  const table = cellsOf(text)
  const headAt = table.findIndex((cells) => cells.slice(1).some((cell) => cell !== ''))
  const head = table[headAt]
  if (head === undefined) throw new Unreadable('There is no row with names in this table.')
  const isTimeColumn = table
    .slice(headAt + 1)
    .some((cells) => timesIn(cells[0] ?? '') === null && timesIn(cells[1] ?? '') !== null)
  const labels = isTimeColumn ? 2 : 1
  const names = head.slice(labels)
  const rows = rowsOf(table.slice(headAt + 1), labels, asked.from)
  if (rows.every(({ times }) => times === null))
    throw new Unreadable('There is no row that begins with a time, like 2:30 AM.')
  const odd = new Set<string>()
  const days = daysAcross(names, asked.from)
  const own = signsOfDays(asked)
  const halfHours = halfHoursOf(rows)
  const people = names.flatMap((name, column) => {
    if (name === '') return []
    const signs = days === null ? signsOfDays(asked) : own
    const later = days === null ? 0 : daysBetween(asked.from, days[column] ?? asked.from)
    for (const [place, row] of rows.entries()) {
      const mark = row.cells[column] ?? ''
      if (row.times !== null && !/^([xX1]|0|-|)$/.test(mark)) odd.add(mark)
      for (const { date, slot } of halfHours[place] ?? []) {
        signs.set(dayAfter(date, later), slot, isMark(mark) ? '1' : '0')
      }
    }
    return days === null ? { name, exceptions: signs.exceptions() } : []
  })
  if (days !== null) people.push({ name: '', exceptions: own.exceptions() })
  if (people.length === 0) throw new Unreadable('There is no name above the columns of this table.')
  const unread = rows.flatMap(({ times, label }) => (times === null ? label : []))
  const remark = (words: string, texts: Iterable<string>) => {
    const first = firstOf(texts)
    return first.length === 0 ? [] : [`${words}: ${first.join(', ')}.`]
  }
  const remarks = [
    ...remark('What is neither x nor 1 counts as unavailable', odd),
    ...remark('Rows with a mark but no readable time are left out', unread),
  ]
  return { people, remarks }
}

function isMark(cell: string): boolean {
  return /^[xX1]$/.test(cell)
}

/** The days in the first row, if all columns have one; a weekday means its next date. */
function daysAcross(names: readonly string[], from: string): string[] | null {
  const days: string[] = []
  let near = from
  for (const name of names) {
    const day = isDayName(name) ? dateIn(name, near) : null
    if (name !== '' && day === null) return null
    days.push(day ?? near)
    if (day !== null) near = dayAfter(day, 1)
  }
  return days
}

/** Only a weekday, or a text with a digit, is a day: `Mona` and `Sun Li` are people. */
function isDayName(name: string): boolean {
  return (
    /\d/.test(name) ||
    /^(sun|mon|tues?|wed(nes)?|thu(rs?)?|fri|sat(ur)?)(day)?\.?$/i.test(name.trim())
  )
}

function cellsOf(text: string): string[][] {
  const delimiter = text.includes('\t')
    ? '\t'
    : text.includes(';') && !text.includes(',')
      ? ';'
      : ','
  const options = { delimiter, relax_quotes: true, relax_column_count: true, bom: true }
  let table: string[][]
  try {
    table = parse(text, { ...options, trim: true, to: rowsAtMost + 1 })
  } catch {
    throw new Unreadable('This text is no table: a quotation mark is never closed.')
  }
  if (table.length > rowsAtMost) throw new Unreadable(`The table has more than ${rowsAtMost} rows.`)
  if (table.some((cells) => cells.length > columnsAtMost)) {
    throw new Unreadable(`The table has more than ${columnsAtMost} columns.`)
  }
  return table
}

function rowsOf(table: readonly string[][], labels: number, from: string): Row[] {
  const rows: Row[] = []
  let date = from
  let isSaid = false
  let last = { date: '', minute: 0 }
  for (const line of table) {
    const beside = line.slice(0, labels).filter((cell) => cell !== '')
    // A comma, because `Night` beside `9 - 11 PM` is no ninth night.
    const label = beside.join(', ')
    const cells = line.slice(labels)
    const said = dateIn(label, date)
    const times = timesIn(label)
    if (said !== null) {
      date = said
      isSaid = true
    } else if (times !== null && last.date === date && times.minute <= last.minute && !isSaid) {
      date = dayAfter(date, 1)
    }
    if (times !== null) {
      isSaid = false
      last = { date, minute: times.minute }
    }
    if (times !== null || (label !== '' && cells.some(isMark)))
      rows.push({ date, times, label, cells })
  }
  return rows
}

/**
 * The half hours of each row: as long as it says, else until the next one if that is near, else as
 * long as the row before it; never beyond the next one.
 */
function halfHoursOf(rows: readonly Row[]): { date: string; slot: number }[][] {
  let length = halfHour
  return rows.map((row, place) => {
    if (row.times === null) return []
    const toNext = lengthTo(row, rows[place + 1])
    const unsaid = toNext <= longestRow ? toNext : length
    length = Math.min(row.times.length ?? unsaid, toNext)
    const first = Math.floor(row.times.minute / halfHour)
    const count = Math.max(1, Math.ceil(length / halfHour))
    return Array.from({ length: count }, (_, index) => {
      const slot = first + index
      return { date: dayAfter(row.date, Math.floor(slot / slotsOfDay)), slot: slot % slotsOfDay }
    })
  })
}

function lengthTo(row: Row, next: Row | undefined): number {
  if (!row.times || !next?.times) return Infinity
  const minutes = daysBetween(row.date, next.date) * 1440 + next.times.minute - row.times.minute
  return minutes > 0 ? minutes : Infinity
}

const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')
const monthDay = new RegExp(
  `\\b(${months.join('|')})[a-z]*\\.?\\s+(\\d{1,2})(?:st|nd|rd|th)?\\b(?!:|\\s*[ap]\\.?m)`,
  'i',
)
const word = '(?:12(?::00)?\\s*)?\\b(noon|midnight)\\b'
/**
 * A range that says AM or PM once, at its end. Its start does not stand within a date (`1/29-7`),
 * nor after a word that is numbered (`Night 2 - 11 PM` is the second night, at 11).
 */
const range = new RegExp(
  `(?<![\\d/.:-])(?<!#\\s*|\\b(?:shift|night|day|week|group|slot|block|part|team|tent|no\\.?)\\s*)(0?[1-9]|1[0-2])(?::(\\d\\d))?\\s*(?:[-–—]|to)\\s*(?:${word}|(\\d{1,2})(?::(\\d\\d))?\\s*([ap])\\.?m)`,
  'i',
)
const clockTime = '(?:(\\d{1,2}):(\\d\\d)(?::\\d\\d)?\\s*([ap])?\\.?m?|(\\d{1,2})\\s*([ap])\\.?m)'
const time = new RegExp(`${word}|(?<=^|[\\sT])${clockTime}`, 'i')
/** A day also ends at 24:00, and none begins there. */
const endWord = word.replace('midnight', 'midnight|24:00')
const until = new RegExp(`^\\.?\\s*(?:[-–—]|to)\\s*(?:${endWord}|${clockTime})`, 'i')

/** A time in ISO's form, which may have a blank for its T if it has seconds, with its offset: at most -12:00. */
const withOffset = /(\d-\d\d(?:T\d\d:\d\d[:.\d]*| \d\d:\d\d:\d\d))-(?:0\d|1[0-2]):\d\d(?!:)/i

/** `2:30 AM`, `14:30`, `2am`, `noon`, `2:30–7:00 AM`, `9 PM–midnight`; null: no time. */
function timesIn(label: string): Times | null {
  const clock = label.replace(monthDay, '').replace(withOffset, '$1')
  const [inRange, from, minutesFrom, wordTo, hoursTo, minutesTo, halfTo] = range.exec(clock) ?? []
  if (inRange !== undefined) {
    // Noon ends a morning; midnight ends a day.
    const half = wordTo === undefined ? halfTo : /noon/i.test(wordTo) ? 'a' : 'p'
    const end = wordTo === undefined ? minuteOf(hoursTo, minutesTo, half) : minuteOfWord(wordTo)
    const start = minuteOf(from, minutesFrom, half)
    if (start === null) return null
    // Where AM or PM is written once, it is the start's as well, if that is before the end.
    const isOver = wordTo === undefined && end !== null && start > end
    return timesOf(isOver ? (start + 720) % 1440 : start, end)
  }
  const found = time.exec(clock)
  const start = found && minuteFound(found)
  if (found === null || start === null) return null
  const end = until.exec(clock.slice(found.index + found[0].length))
  return timesOf(start, end && minuteFound(end))
}

function timesOf(minute: number, end: number | null): Times {
  const length = end === null ? 0 : (end - minute + 1440) % 1440
  return { minute, length: length > 0 && length <= longestRange ? length : null }
}

/** By the groups of `word` and `clockTime`. */
function minuteFound([, said, hours, minutes, half, hoursAlone, halfAlone]: RegExpExecArray) {
  if (said !== undefined) return minuteOfWord(said)
  return minuteOf(hours ?? hoursAlone, minutes, half ?? halfAlone)
}

function minuteOfWord(said: string): number {
  return /noon/i.test(said) ? 720 : 0
}

function minuteOf(
  hours: string | undefined,
  minutes = '0',
  half: string | undefined,
): number | null {
  const sign = half?.toLowerCase()
  const hour = Number(hours)
  if (hour > 23 || Number(minutes) > 59 || (sign !== undefined && (hour > 12 || hour === 0)))
    return null
  const ofDay = sign === undefined ? hour : (hour % 12) + (sign === 'p' ? 12 : 0)
  return ofDay * 60 + Number(minutes)
}

/** A date in the year that puts it nearest to `near`; or the next such weekday from `near` on. */
function dateIn(label: string, near: string): string | null {
  const [iso] = /\b2\d{3}-\d\d-\d\d/.exec(label) ?? []
  if (iso !== undefined) return isThere(iso)
  const slashed = /\b(\d{1,2})\/(\d{1,2})(?:\/(\d{2,4}))?\b/.exec(label)
  if (slashed !== null) return nearest(near, Number(slashed[1]), Number(slashed[2]), slashed[3])
  const [, month, day] = monthDay.exec(label) ?? []
  if (month !== undefined) {
    return nearest(near, months.indexOf(month.toLowerCase()) + 1, Number(day), undefined)
  }
  const names = weekdayNames.map((name) => name.toLowerCase())
  const weekday = names.findIndex((name) => new RegExp(`\\b${name}`, 'i').test(label))
  if (weekday < 0) return null
  return dayAfter(near, (weekday - weekdayOf(`${near}T00:00`) + 7) % 7)
}

function nearest(
  near: string,
  month: number,
  day: number,
  said: string | undefined,
): string | null {
  const nearYear = Number(near.slice(0, 4))
  const pad = (part: number) => String(part).padStart(2, '0')
  const years =
    said === undefined
      ? [nearYear - 1, nearYear, nearYear + 1]
      : [said.length === 2 ? 2000 + Number(said) : Number(said)]
  const distance = (date: string) => Math.abs(Date.parse(date) - Date.parse(near))
  const dates = years.flatMap((year) => isThere(`${year}-${pad(month)}-${pad(day)}`) ?? [])
  return dates.sort((a, b) => distance(a) - distance(b))[0] ?? null
}

function isThere(date: string): string | null {
  const ms = Date.parse(`${date}T00:00Z`)
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(date) ? date : null
}
