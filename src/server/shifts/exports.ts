import type { SeasonRules } from '../../shared/season/contract.ts'
import { localTimeOf, zoneAtChange } from '../../shared/season/local-time.ts'
import { hoursIn } from '../../shared/shifts/hours.ts'
import type { Shift } from '../../shared/shifts/tent-shifts.ts'
import { withoutFormula, writeCsv } from '../csv.ts'

const columns = ['Member', 'From', 'Until', 'Day Hours', 'Night Hours', 'Arrived']

/**
 * One row per shift, with times by the season's clock, and their zone where clocks change. `nameOf`: ''
 * for members who left.
 */
export function writeShiftsCsv(
  rules: SeasonRules,
  shifts: readonly Shift[],
  nameOf: (memberId: string | null) => string,
): string {
  const { timeZone } = rules
  const local = (instant: string | null) => {
    if (instant === null) return ''
    const at = Date.parse(instant)
    return `${localTimeOf(at, timeZone).replace('T', ' ')}${zoneAtChange(at, timeZone)}`
  }
  const rows = shifts.map((shift) => {
    const { day, night } = hoursIn(rules, shift)
    const times = [local(shift.from), local(shift.until)]
    return [nameOf(shift.memberId), ...times, `${day}`, `${night}`, local(shift.arrivedAt)]
  })
  return writeCsv([columns, ...rows.map((cells) => cells.map(withoutFormula))])
}

/**
 * A calendar for programs to follow (RFC 5545): one event per shift, with an alarm 15 minutes
 * before.
 */
export function writeCalendar(
  name: string,
  shifts: readonly Pick<Shift, 'id' | 'from' | 'until'>[],
  now: Date,
): string {
  const stamp = (instant: string) => instant.replace(/[-:]|\.\d+/g, '')
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Tent City//Shifts//EN',
    `X-WR-CALNAME:${plain(name)}`,
    ...shifts.flatMap(({ id, from, until }) => [
      'BEGIN:VEVENT',
      `UID:${id}@tent-city`,
      `DTSTAMP:${stamp(now.toISOString())}`,
      `DTSTART:${stamp(from)}`,
      `DTEND:${stamp(until)}`,
      `SUMMARY:${plain(name)}`,
      'BEGIN:VALARM',
      'ACTION:DISPLAY',
      `DESCRIPTION:${plain(name)}`,
      'TRIGGER:-PT15M',
      'END:VALARM',
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
  ]
  return `${lines.map(folded).join('\r\n')}\r\n`
}

function plain(text: string): string {
  return text.replace(/[\\;,]/g, '\\$&').replace(/\s+/g, ' ')
}

/** A line has at most 75 bytes; longer ones continue after a space. */
function folded(line: string): string {
  let written = ''
  let bytes = 0
  for (const character of line) {
    const size = Buffer.byteLength(character)
    if (bytes + size > 75) {
      written += '\r\n '
      bytes = 1
    }
    written += character
    bytes += size
  }
  return written
}
