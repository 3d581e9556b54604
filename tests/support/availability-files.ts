import { instantOf } from '../../src/shared/season/local-time.ts'
import { dayAfter } from '../../src/shared/shifts/slots.ts'

const quarterMs = 15 * 60_000

/** Cells as they are copied out of a spreadsheet: times down, people across, the days in rows of their own. */
export function copiedCells(people: readonly string[], days: readonly string[], rows: string[]) {
  const cells = (row: string) => row.split(/ *\| */).join('\t')
  const head = ['Time', ...people].join('\t')
  return [head, ...days.flatMap((day) => [day, ...rows.map(cells)])].join('\n')
}

/** A calendar with one entry that comes on three days, 9 to 5 by the clock of Durham. */
export function calendarFile(day: string): Buffer {
  const date = day.replaceAll('-', '')
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Somebody//Their calendar//EN',
    'BEGIN:VEVENT',
    'UID:classes@example.edu',
    'SUMMARY:Classes',
    `DTSTART;TZID=America/New_York:${date}T090000`,
    `DTEND;TZID=America/New_York:${date}T170000`,
    'RRULE:FREQ=DAILY;COUNT=3',
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return Buffer.from(lines.join('\r\n'))
}

/**
 * The page of a when2meet as a browser saves it: it asks for every quarter of these days. `people`:
 * from when until when somebody is available on each of them.
 */
export function savedWhen2meet(
  people: Readonly<Record<string, readonly [from: string, until: string]>>,
  days: readonly string[],
  timeZone: string,
): Buffer {
  const at = (day: string, time: string) => instantOf(`${day}T${time}`, timeZone)
  const slots = days.flatMap((day) => {
    const [begin, end] = [at(day, '00:00'), at(dayAfter(day, 1), '00:00')]
    const count = (end - begin) / quarterMs
    return Array.from({ length: count }, (_, quarter) => begin + quarter * quarterMs)
  })
  const script = [
    ...slots.map((slot, place) => `TimeOfSlot[${place}]=${slot / 1000};`),
    ...Object.keys(people).map(
      (name, place) => `PeopleNames[${place}] = '${name}';PeopleIDs[${place}] = ${7000 + place};`,
    ),
    ...Object.values(people).flatMap(([from, until], person) =>
      slots.flatMap((slot, place) =>
        days.some((day) => at(day, from) <= slot && slot < at(day, until))
          ? `AvailableAtSlot[${place}].push(${7000 + person});`
          : [],
      ),
    ),
  ]
  return Buffer.from(`<html><script>\n${script.join('\n')}\n</script></html>`)
}
