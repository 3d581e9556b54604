import { describe, expect, it, vi } from 'vitest'
import { readCalendar } from './calendar.ts'
import { type Asked, type Found, Unreadable } from './found.ts'
import { memberFinder } from './member-finder.ts'
import { readFile } from './read-file.ts'
import { readSheet } from './sheet.ts'
import { readWhen2meet } from './when2meet.ts'

const ctx = { log: console }
const asked: Asked = { from: '2026-01-29', days: 2, timeZone: 'America/New_York' }

/** The half hours of a day with a sign, as ranges of the clock. */
function ranges({ people }: Found, sign: string, day = '2026-01-29', person = 0): string[] {
  const free = people[person]?.exceptions.find(({ date }) => date === day)?.free ?? ''
  const clock = (slot: number) => `${Math.floor(slot / 2)}:${slot % 2 === 0 ? '00' : '30'}`
  return [...free.matchAll(new RegExp(`${sign}+`, 'g'))].map(
    ({ 0: run, index }) => `${clock(index)}-${clock(index + run.length)}`,
  )
}

const calendar = (...events: string[][]) =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    ...events.flatMap((lines) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT']),
    'END:VCALENDAR',
  ].join('\r\n')
const busy = (...events: string[][]) => ranges(readCalendar(calendar(...events), asked), '0')

/** A calendar with a zone of its own, which is New York's. */
const ownZone = (...events: string[][]) =>
  calendar(...events).replace(
    'BEGIN:VEVENT',
    [
      'BEGIN:VTIMEZONE',
      'TZID:Ours',
      'BEGIN:DAYLIGHT',
      'DTSTART:20070311T020000',
      'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=2SU',
      'TZOFFSETFROM:-0500',
      'TZOFFSETTO:-0400',
      'END:DAYLIGHT',
      'BEGIN:STANDARD',
      'DTSTART:20071104T020000',
      'RRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=1SU',
      'TZOFFSETFROM:-0400',
      'TZOFFSETTO:-0500',
      'END:STANDARD',
      'END:VTIMEZONE',
      'BEGIN:VEVENT',
    ].join('\r\n'),
  )

describe('a calendar', () => {
  it.each<[string, string[][], string[]]>([
    ['nothing', [], []],
    ['UTC', [['DTSTART:20260129T150000Z', 'DTEND:20260129T160000Z']], ['10:00-11:00']],
    [
      'a zone by its name',
      [['DTSTART;TZID=America/Los_Angeles:20260129T080000', 'DURATION:PT45M']],
      ['11:00-12:00'],
    ],
    [
      'a zone behind other words',
      [['DTSTART;TZID=/mozilla.org/2005/America/Chicago:20260129T080000', 'DURATION:PT30M']],
      ['9:00-9:30'],
    ],
    [
      'a time without a zone',
      [['DTSTART:20260129T080000', 'DTEND:20260129T083000']],
      ['8:00-8:30'],
    ],
    ['parts of half hours', [['DTSTART:20260129T081500', 'DTEND:20260129T083500']], ['8:00-9:00']],
    ['a whole day', [['DTSTART;VALUE=DATE:20260129']], ['0:00-24:00']],
    [
      'whole days until a day that is not one of them',
      [['DTSTART;VALUE=DATE:20260127', 'DTEND;VALUE=DATE:20260129']],
      [],
    ],
    ['three whole days', [['DTSTART;VALUE=DATE:20260127', 'DURATION:P3D']], ['0:00-24:00']],
    ['whole weeks', [['DTSTART;VALUE=DATE:20260123', 'DURATION:P1W']], ['0:00-24:00']],
    [
      'days without an end',
      [['DTSTART;VALUE=DATE:20260127', 'DURATION:P99999999W']],
      ['0:00-24:00'],
    ],
    ['whole days that are over', [['DTSTART;VALUE=DATE:20260127', 'DURATION:P2D']], []],
    ['no time at all', [['DTSTART:20260129T081500']], []],
    ['over midnight', [['DTSTART:20260128T230000', 'DTEND:20260129T010000']], ['0:00-1:00']],
    [
      'what is free or cancelled',
      [
        ['DTSTART:20260129T080000', 'DURATION:PT1H', 'TRANSP:TRANSPARENT'],
        ['DTSTART:20260129T080000', 'DURATION:PT1H', 'STATUS:CANCELLED'],
      ],
      [],
    ],
    [
      'what repeats for ever',
      [['DTSTART:20200102T080000', 'DURATION:PT1H', 'RRULE:FREQ=WEEKLY']],
      ['8:00-9:00'],
    ],
    [
      'what ended before',
      [['DTSTART:20200102T080000', 'DURATION:PT1H', 'RRULE:FREQ=WEEKLY;UNTIL=20260101T000000Z']],
      [],
    ],
    [
      'an exception, said in UTC',
      [
        [
          'DTSTART;TZID=America/New_York:20260122T080000',
          'DURATION:PT1H',
          'RRULE:FREQ=WEEKLY',
          'EXDATE:20260129T130000Z',
        ],
      ],
      [],
    ],
    [
      'one that was moved',
      [
        ['UID:a', 'DTSTART:20260122T080000', 'DURATION:PT1H', 'RRULE:FREQ=WEEKLY'],
        ['UID:a', 'RECURRENCE-ID:20260129T080000', 'DTSTART:20260129T200000', 'DURATION:PT1H'],
      ],
      ['20:00-21:00'],
    ],
    [
      'one that was moved with all that follow',
      [
        ['UID:a', 'DTSTART:20260108T080000', 'DURATION:PT1H', 'RRULE:FREQ=WEEKLY'],
        [
          'UID:a',
          'RECURRENCE-ID;RANGE=THISANDFUTURE:20260122T080000',
          'DTSTART:20260122T100000',
          'DURATION:PT2H',
        ],
      ],
      ['10:00-12:00'],
    ],
    [
      'one that ends with all that follow, but for one',
      [
        ['UID:a', 'DTSTART:20260105T080000', 'DURATION:PT1H', 'RRULE:FREQ=DAILY'],
        [
          'UID:a',
          'RECURRENCE-ID;RANGE=THISANDFUTURE:20260122T080000',
          'DTSTART:20260122T080000',
          'STATUS:CANCELLED',
        ],
        ['UID:a', 'RECURRENCE-ID:20260129T080000', 'DTSTART:20260129T210000', 'DURATION:PT1H'],
      ],
      ['21:00-22:00'],
    ],
    [
      'entries without an id, of which one is moved',
      [
        ['DTSTART:20260122T080000', 'DURATION:PT1H', 'RRULE:FREQ=WEEKLY'],
        ['RECURRENCE-ID:20260129T080000', 'DTSTART:20260129T200000', 'DURATION:PT1H'],
      ],
      ['8:00-9:00', '20:00-21:00'],
    ],
    [
      'what repeats and lasts for months',
      [['DTSTART;VALUE=DATE:20251101', 'DTEND;VALUE=DATE:20260301', 'RRULE:FREQ=YEARLY']],
      ['0:00-24:00'],
    ],
    ['folded lines', [['DTSTART:20260129T0800\r\n 00', 'DURATION:PT1H']], ['8:00-9:00']],
    [
      'what repeats for ever, every second week of two',
      [
        ['DTSTART:20120105T080000', 'DURATION:PT1H', 'RRULE:FREQ=WEEKLY;INTERVAL=2'],
        ['DTSTART:20120112T100000', 'DURATION:PT1H', 'RRULE:FREQ=WEEKLY;INTERVAL=2'],
      ],
      ['8:00-9:00'],
    ],
    [
      'what repeats for ever on some weekdays, also from another one on',
      [
        ['DTSTART:20120103T080000', 'DURATION:PT1H', 'RRULE:FREQ=WEEKLY;BYDAY=MO,TH'],
        ['DTSTART:20120105T100000', 'DURATION:PT1H', 'RRULE:FREQ=DAILY;BYDAY=MO,WE'],
      ],
      ['8:00-9:00'],
    ],
    [
      'what repeats for ever in some months',
      [
        ['DTSTART:20120906T080000', 'DURATION:PT1H', 'RRULE:FREQ=WEEKLY;BYMONTH=9,1;BYDAY=TH'],
        ['DTSTART:20120906T100000', 'DURATION:PT1H', 'RRULE:FREQ=WEEKLY;BYMONTH=9,2;BYDAY=TH'],
      ],
      ['8:00-9:00'],
    ],
    [
      'what repeated so often long ago',
      [['DTSTART:20120105T080000', 'DURATION:PT1H', 'RRULE:FREQ=DAILY;COUNT=60']],
      [],
    ],
  ])('with %s', (_, events, expected) => {
    expect(busy(...events)).toEqual(expected)
  })

  it('has zones of its own, and says of those that nobody knows', () => {
    const zone = [
      'BEGIN:VCALENDAR',
      'BEGIN:VTIMEZONE',
      'TZID:Campus Time',
      'BEGIN:STANDARD',
      'DTSTART:19700101T000000',
      'TZOFFSETFROM:-0300',
      'TZOFFSETTO:-0300',
      'END:STANDARD',
      'END:VTIMEZONE',
      'BEGIN:VEVENT',
      'DTSTART;TZID=Campus Time:20260129T080000',
      'DURATION:PT1H',
      'END:VEVENT',
      'BEGIN:VEVENT',
      'DTSTART;TZID=Moon Time:20260129T200000',
      'DURATION:PT1H',
      'END:VEVENT',
      'END:VCALENDAR',
    ].join('\n')
    const found = readCalendar(zone, asked)
    expect(ranges(found, '0')).toEqual(['6:00-7:00', '20:00-21:00'])
    expect(found.remarks).toEqual([
      'The time zone “Moon Time” is not known: its times were taken as local ones.',
    ])
  })

  it('is told of no more than the beginning of a long name of a zone', () => {
    const name = 'Moon'.repeat(1000)
    const events = calendar([`DTSTART;TZID=${name}:20260129T200000`, 'DURATION:PT1H'])
    expect(readCalendar(events, asked).remarks).toEqual([
      `The time zone “${name.slice(0, 39)}…” is not known: its times were taken as local ones.`,
    ])
  })

  it('has its own zone of a name that is also a zone’s without a region', () => {
    const event = ['DTSTART;TZID=MST:20260129T080000', 'DURATION:PT1H']
    expect(busy(event)).toEqual(['10:00-11:00'])
    const own = ownZone(event).replace('TZID:Ours', 'TZID:MST')
    expect(ranges(readCalendar(own, asked), '0')).toEqual(['8:00-9:00'])
    const withoutRules = own.replace(/BEGIN:DAYLIGHT.*END:STANDARD\r\n/s, '')
    expect(ranges(readCalendar(withoutRules, asked), '0')).toEqual(['10:00-11:00'])
  })

  const daily = (start: string, until: string) => [
    `DTSTART;${start}`,
    'DURATION:PT1H',
    `RRULE:FREQ=DAILY;UNTIL=${until}`,
  ]
  const newYork = 'TZID=America/New_York:'
  it.each<[string, string[], string[]]>([
    ['in the night before', daily(`${newYork}20260126T020000`, '20260129T045959Z'), []],
    ['at its last time', daily(`${newYork}20260126T020000`, '20260129T070000Z'), ['2:00-3:00']],
    ['a second earlier', daily(`${newYork}20260126T020000`, '20260129T065959Z'), []],
    [
      'at its last time, east',
      daily('TZID=Europe/Berlin:20260126T080000', '20260129T070000Z'),
      ['2:00-3:00'],
    ],
    ['a second earlier, east', daily('TZID=Europe/Berlin:20260126T080000', '20260129T065959Z'), []],
    [
      'at its last time, a day ahead',
      daily('TZID=Asia/Tokyo:20260126T020000', '20260128T170000Z'),
      [],
    ],
    [
      'at its last time, on the next day there',
      daily('TZID=Asia/Tokyo:20260126T160000', '20260129T070000Z'),
      ['2:00-3:00'],
    ],
    ['without a zone', daily('VALUE=DATE-TIME:20260126T020000', '20260129T045959Z'), []],
    [
      'of whole days',
      ['DTSTART;VALUE=DATE:20260126', 'RRULE:FREQ=DAILY;UNTIL=20260129T045959Z'],
      [],
    ],
    [
      'that is in UTC itself',
      ['DTSTART:20260126T070000Z', 'DURATION:PT1H', 'RRULE:FREQ=DAILY;UNTIL=20260129T070000Z'],
      ['2:00-3:00'],
    ],
  ])('whose repeats end by UTC, %s, ends by the same instant', (_, event, expected) => {
    expect(busy(event)).toEqual(expected)
  })

  it.each<[clock: string, until: string, day: string, expected: string[]]>([
    ['0130', '20260308T063000Z', '2026-03-08', ['1:30-3:30']],
    ['0130', '20260308T062959Z', '2026-03-08', []],
    ['0330', '20260308T073000Z', '2026-03-08', ['3:30-4:30']],
    ['0330', '20260308T072959Z', '2026-03-08', []],
    ['0030', '20261101T043000Z', '2026-11-01', ['0:30-1:30']],
    ['0030', '20261101T042959Z', '2026-11-01', []],
    ['0330', '20261101T083000Z', '2026-11-01', ['3:30-4:30']],
    ['0330', '20261101T082959Z', '2026-11-01', []],
  ])(
    'whose repeats, at %s, end at %s, on a change of clocks, ends by that',
    (clock, until, day, expected) => {
      for (const zone of ['America/New_York', 'Ours']) {
        const text = ownZone(daily(`TZID=${zone}:20260301T${clock}00`, until))
        const read = readCalendar(text, { ...asked, from: day, days: 1 })
        expect([zone, ...ranges(read, '0', day)]).toEqual([zone, ...expected])
      }
    },
  )

  it('takes dates that it lists besides its rule, periods and other zones, too', () => {
    const event = (...lines: string[]) => [
      `DTSTART;${newYork}20260126T020000`,
      'DURATION:PT1H',
      ...lines,
    ]
    expect(
      busy(event('RDATE;VALUE=PERIOD:20260129T130000Z/PT2H,20260129T200000Z/20260129T203000Z')),
    ).toEqual(['8:00-10:00', '15:00-15:30'])
    expect(busy(event(`RDATE;VALUE=PERIOD;${newYork}20260129T080000/PT30M`))).toEqual(['8:00-8:30'])
    expect(busy(event('RDATE;TZID=Europe/Berlin:20260129T140000'))).toEqual(['8:00-9:00'])
    const ruled = event(
      'RRULE:FREQ=DAILY;UNTIL=20260129T070000Z',
      'RDATE;VALUE=PERIOD:20260129T130000Z/PT2H',
      `RDATE;${newYork}20260129T200000`,
    )
    expect(busy(ruled)).toEqual(['2:00-3:00', '8:00-10:00', '20:00-21:00'])
    expect(busy([...ruled, 'EXDATE;VALUE=DATE:20260129'])).toEqual([])
    expect(busy([...ruled, 'EXDATE:20260129T130000Z'])).toEqual(['2:00-3:00', '20:00-21:00'])
  })

  it('lists its first time besides other dates', () => {
    const event = ['DTSTART:20260129T080000', 'DURATION:PT1H', 'RDATE:20260129T120000']
    expect(busy(event)).toEqual(['8:00-9:00', '12:00-13:00'])
  })

  it('that lists busy times without events is read, too', () => {
    const text = [
      'BEGIN:VCALENDAR',
      'BEGIN:VFREEBUSY',
      'FREEBUSY:20260129T150000Z/PT1H,20260129T200000Z/20260129T203000Z',
      'FREEBUSY;FBTYPE=BUSY-UNAVAILABLE:20260130T010000Z/PT30M',
      'FREEBUSY;FBTYPE=FREE:20260129T120000Z/PT1H',
      'END:VFREEBUSY',
      'END:VCALENDAR',
    ].join('\r\n')
    const found = readCalendar(text, asked)
    expect(ranges(found, '0')).toEqual(['10:00-11:00', '15:00-15:30', '20:00-20:30'])
    expect(found.remarks).toEqual([])
  })

  it('without any entry says that everything counts as available', () => {
    expect(readCalendar(calendar(), asked).remarks).toEqual([
      'This calendar has no entries: all of its times count as available.',
    ])
  })

  it.each(['05', '06'])(
    'of an hour that occurs twice, busy from %s:00 UTC, is busy in it',
    (hour) => {
      const event = [`DTSTART:20261101T${hour}0000Z`, 'DURATION:PT1H']
      const read = readCalendar(calendar(event), { ...asked, from: '2026-11-01', days: 1 })
      expect(ranges(read, '0', '2026-11-01')).toEqual(['1:00-2:00'])
    },
  )

  it('of many years, with entries that repeat daily for ever, is read', () => {
    const daily = ['DTSTART:20120105T080000', 'DURATION:PT1H', 'RRULE:FREQ=DAILY']
    expect(busy(...Array.from({ length: 20 }, () => daily))).toEqual(['8:00-9:00'])
  })

  it('on the days on which clocks change means the clock', () => {
    const days = { ...asked, from: '2026-03-08', days: 1 }
    const event = [
      'DTSTART;TZID=America/New_York:20260301T013000',
      'DURATION:PT1H',
      'RRULE:FREQ=DAILY',
    ]
    expect(ranges(readCalendar(calendar(event), days), '0', '2026-03-08')).toEqual(['1:30-3:30'])
  })

  it('that is broken in places is read where it is whole', () => {
    const found = readCalendar(
      calendar(
        ['DTSTART:20260129T080000', 'DURATION:PT1H', 'no line', ': :'],
        ['DTSTART:never'],
        [],
      ),
      asked,
    )
    expect(ranges(found, '0')).toEqual(['8:00-9:00'])
    expect(found.remarks).toEqual(['Entries that could not be read and were left out: 2.'])
  })

  it.each([
    ['no calendar', '<html></html>', /BEGIN:VCALENDAR/],
    ['nothing', '', /BEGIN:VCALENDAR/],
    [
      'too many dates',
      calendar([
        'DTSTART:20260129T080000',
        `RDATE:${Array.from({ length: 50_001 }, () => '20260129T080000').join(',')}`,
      ]),
      /repeat too often/,
    ],
    ['only broken entries', calendar(['DTSTART:never']), /No entry/],
    ['too many entries', calendar(...Array.from({ length: 10_001 }, () => [])), /more than 10,000/],
    [
      'one that repeats every second',
      calendar(['DTSTART:19800101T000000', 'DURATION:PT1S', 'RRULE:FREQ=SECONDLY']),
      /repeat too often/,
    ],
  ])('of %s is refused in a sentence', (_, text, sentence) => {
    expect(() => readCalendar(text, asked)).toThrow(sentence)
  })
})

describe('a rule of a calendar that gives the library no next time', () => {
  const ruled = (rule: string) => ['DTSTART:20260126T080000', 'DURATION:PT1H', `RRULE:FREQ=${rule}`]
  const other = ['DTSTART:20260129T200000', 'DURATION:PT1H']

  it.each([
    'DAILY;BYMONTH=2;BYMONTHDAY=30',
    'HOURLY;BYMONTH=2;BYMONTHDAY=30',
    'WEEKLY;BYMONTH=2;BYWEEKNO=40',
    'MONTHLY;BYMONTH=2;BYMONTHDAY=30',
    'MONTHLY;BYDAY=1MO;BYMONTHDAY=20',
    'YEARLY;BYMONTH=4;BYDAY=1MO;BYMONTHDAY=15',
    'YEARLY;BYWEEKNO=53',
    'DAILY;INTERVAL=999999999',
    'SECONDLY;INTERVAL=999999999',
  ])('is passed over: %s', (rule) => {
    const found = ranges(readCalendar(calendar(ruled(rule), other), asked), '0')
    expect(found).toEqual(['20:00-21:00'])
  })

  it.each(['SECONDLY;BYMONTH=2;BYMONTHDAY=30', 'MINUTELY;BYMONTH=2;BYMONTHDAY=30'])(
    'refuses the file: %s',
    (rule) => {
      const long = ['DTSTART:20200126T080000', ...ruled(rule).slice(1)]
      expect(() => readCalendar(calendar(long, other), asked)).toThrow(/repeat too often/)
    },
  )

  it('is no rule of a zone', () => {
    const text = ownZone(['DTSTART;TZID=Ours:20260129T080000', 'DURATION:PT1H'])
    const never = text.replace(
      'FREQ=YEARLY;BYMONTH=3;BYDAY=2SU',
      'FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30',
    )
    const { remarks } = readCalendar(never, asked)
    expect(remarks).toEqual([
      'The time zone “Ours” is not known: its times were taken as local ones.',
    ])
  })

  it('leaves those that are rare alone', () => {
    const leap = [
      'DTSTART:20200229T080000',
      'DURATION:PT1H',
      'RRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=29',
    ]
    const found = readCalendar(calendar(leap), { ...asked, from: '2028-02-28' })
    expect(ranges(found, '0', '2028-02-29')).toEqual(['8:00-9:00'])
    const last = ['DTSTART:20201231T080000', 'DURATION:PT1H', 'RRULE:FREQ=YEARLY;BYYEARDAY=366']
    const end = readCalendar(calendar(last), { ...asked, from: '2028-12-31' })
    expect(ranges(end, '0', '2028-12-31')).toEqual(['8:00-9:00'])
  })
})

describe('a pasted table', () => {
  it.each<[string, string, string[]]>([
    ['hours', '\tAnn\tBo\n8:00 AM\tx\t\n9:00 AM\tX\t1\n10:00 AM\t\t', ['8:00-10:00']],
    ['half hours by 24', 'Time,Ann\n14:00,1\n14:30,1\n15:00,0', ['14:00-15:00']],
    ['a date beside each time', 'When\tAnn\n1/29 7:00 PM\tx\n1/29 8:00 PM\t', ['19:00-20:00']],
    [
      'a date in its own row',
      '\tAnn\nThu Jan 29\n7pm\tx\n8pm\t\nFri Jan 30\n7pm\tx',
      ['19:00-20:00'],
    ],
    [
      'a day of a month beside each time',
      '\tAnn\nFeb 1st 7 PM\t\nJan 29th 7 PM\tx',
      ['19:00-19:30'],
    ],
    ['a weekday in its own column', 'Day,Time,Ann\nThu,7:00,x\n,8:00,\nFri,7:00,x', ['7:00-8:00']],
    [
      'a range beside a night in its own column',
      'Part,Time,Ann\nNight,9 - 11 PM,x\n,11 PM - 1 AM,',
      ['21:00-23:00'],
    ],
    [
      'a range beside a part of the day in its own column',
      'Part,Time,Ann\nDay,10-2 PM,x\n,2-6 PM,',
      ['10:00-14:00'],
    ],
    ['ranges', '\tAnn\n2:30 - 3:00 AM\tx\n3:00 - 3:30 AM\t', ['2:30-3:00']],
    ['quotation marks', '"Time","Ann"\n"8:00 AM","x"\n"8:30 AM",""', ['8:00-8:30']],
    ['times that begin anew', '\tAnn\n23:00\tx\n0:00\tx\n1:00\t', ['23:00-24:00']],
    ['ranges that say PM once', '\tAnn\n2:30–3:00 PM\tx\n3:00–3:30 PM\t', ['14:30-15:00']],
    [
      'ranges over noon',
      '\tAnn\n11:30 AM–12:00 PM\tx\n12:00–12:30 PM\t\n12:30–1:00 PM\tx\n1:00–1:30 PM\tx',
      ['11:30-12:00', '12:30-13:30'],
    ],
    ['a range until noon', '\tAnn\n11:30 AM–noon\tx', ['11:30-12:00']],
    ['a range until midnight', '\tAnn\n11:30 PM–midnight\tx', ['23:30-24:00']],
    [
      'ranges of hours',
      '\tAnn\n10 AM–11 AM\t\n11 AM–12 PM\tx\n12–1 PM\t\n1–2 PM\t\n2 PM–3 PM\t',
      ['11:00-12:00'],
    ],
    [
      'ranges by 24',
      '\tAnn\n14:30–15:00\tx\n15:00–15:30\t\n23:30–midnight\tx',
      ['14:30-15:00', '23:30-24:00'],
    ],
    ['words', '\tAnn\nmidnight–noon\t\nnoon–1 PM\tx\n1–2 PM\t', ['12:00-13:00']],
    [
      'ranges with a gap',
      '\tAnn\n8-9 AM\tx\n10-11 AM\t\n2-6:30 PM\tx\n9 PM-midnight\tx',
      ['8:00-9:00', '14:00-18:30', '21:00-24:00'],
    ],
    [
      'ranges far apart, by 24, too',
      '\tAnn\n4:00–7:00\tx\n8 AM to noon\tx\n16:00–22:30\tx',
      ['4:00-7:00', '8:00-12:00', '16:00-22:30'],
    ],
    [
      'times with their offset',
      '\tAnn\n2026-01-29T20:00:00-05:00\tx\n2026-01-29T20:30:00-05:00\t\n2026-01-29T21:00:00-05:00\tx',
      ['20:00-20:30', '21:00-21:30'],
    ],
    [
      'times with their offset after a blank',
      '\tAnn\n2026-01-29 20:00:00-05:00\tx\n2026-01-29 20:30:00-05:00\t\n2026-01-29 21:00:00-05:00\tx',
      ['20:00-20:30', '21:00-21:30'],
    ],
    [
      'a range with seconds beside a date',
      '\tAnn\n2026-01-29 14:00:00-15:00:00\tx',
      ['14:00-15:00'],
    ],
    ['a range beside a date', '\tAnn\n2026-01-29 14:00-15:00\tx', ['14:00-15:00']],
    ['a range until 24:00', '\tAnn\n8:00-9:00\t\n21:00–24:00\tx', ['21:00-24:00']],
    [
      'a long range before times alone, of which the next is far',
      '\tAnn\n4:00-12:00\t\n12:00\t\n17:00\tx',
      ['17:00-22:00'],
    ],
    [
      'a short range before times alone, of which the next is far',
      '\tAnn\n4:00-5:00\t\n12:00\tx\n17:00\t',
      ['12:00-13:00'],
    ],
    [
      'a range above the rows that are in it',
      '\tAnn\nThu 7 AM – 7 PM\t\nThu 7:30 AM\tx\nThu 8:00 AM\tx\nThu 8:30 AM\t',
      ['7:30-8:30'],
    ],
    [
      'hours of 12 without AM and PM, of which none is half a day long',
      '\tAnn\n9:00–11:00\tx\n11:00–1:00\tx',
      ['9:00-13:00'],
    ],
    [
      'marks beside no time',
      '\tAnn\n8:00\tx\n9:00\tx\nlunch\tx\n13:00\tx\n14:00\t',
      ['8:00-10:00', '13:00-14:00'],
    ],
  ])('with %s', (_, text, expected) => {
    expect(ranges(readSheet(text, asked), '1')).toEqual(expected)
  })

  it.each<[string, string]>([
    ['2:30–7:00 AM', '2:30'],
    ['9:00 PM–midnight', '21:00'],
    ['10:30–12:00 PM', '10:30'],
    ['11:30–12:30 AM', '23:30'],
    ['11–12 AM', '23:00'],
    ['10–noon', '10:00'],
    ['9 to 12 midnight', '21:00'],
    ['12–1 a.m.', '0:00'],
    ['0:30–1:00 AM', '0:30'],
    ['14:00–3:00 PM', '14:00'],
    ['12:00 midnight', '0:00'],
    ['Thu 12 noon', '12:00'],
    ['Thu 1/29 7–8 PM', '19:00'],
    ['1/29 - 7 PM', '19:00'],
    ['2026-01-29 - 7 PM', '19:00'],
    ['2026-01-29 7:00 - 8:00 PM', '19:00'],
    ['2026-01-29T19:00', '19:00'],
    ['Jan 29, 7–8 PM', '19:00'],
    ['7:00:00 PM - 8:00:00 PM', '19:00'],
    ['Shift 1 - 7 PM', '19:00'],
    ['Night 12 – 11 PM', '23:00'],
    ['#3 - 7 PM', '19:00'],
  ])('of %s begins at %s', (label, expected) => {
    const [found] = ranges(readSheet(`\tAnn\n${label}\tx`, asked), '1')
    expect(found?.split('-')[0]).toBe(expected)
  })

  it('a range over midnight ends on the next day', () => {
    const found = readSheet('\tAnn\n11 PM - 7 AM\tx', asked)
    expect(ranges(found, '1')).toEqual(['23:00-24:00'])
    expect(ranges(found, '1', '2026-01-30')).toEqual(['0:00-7:00'])
  })

  it('a range until 24:00 leaves the next morning alone', () => {
    const found = readSheet('\tAnn\n1/29 9:00-21:00\tx\n21:00-24:00\t\n1/30 7:00-9:00\tx', asked)
    expect(ranges(found, '1')).toEqual(['9:00-21:00'])
    expect(ranges(found, '1', '2026-01-30')).toEqual(['7:00-9:00'])
  })

  it('takes a day of a month before a time for no hour', () => {
    const found = readSheet('\tAnn\nFeb 8 - 9 PM\tx', { ...asked, from: '2026-02-08' })
    expect(ranges(found, '1', '2026-02-08')).toEqual(['21:00-21:30'])
  })

  it('says which rows with marks have no time', () => {
    const found = readSheet('\tAnn\n8:00\tx\nlunch\tx\ndinner\t\n', asked)
    expect(found.remarks).toEqual(['Rows with a mark but no readable time are left out: lunch.'])
  })

  it('a row without a label ends none', () => {
    const found = readSheet('\tAnn\n8:00\tx\n\tx\n9:00\tx\n\t', asked)
    expect(ranges(found, '1')).toEqual(['8:00-10:00'])
  })

  it.each([
    ['weekdays', '\tThu\tFri'],
    ['whole weekdays', 'Time,Thursday,Friday'],
    ['dates', '\t1/29\t1/30'],
    ['weekdays with dates', '\tThu 1/29\tFri 1/30'],
    ['months', '\tThu Jan 29\tFri Jan 30'],
    ['days of a month', '\tJan 29th\tJan 30th'],
    ['whole dates', '\t2026-01-29\t2026-01-30'],
  ])('with days across, as %s, is one person’s', (_, head) => {
    const separator = head.includes(',') ? ',' : '\t'
    const rows = [head, ...['1:00 AM  x', '1:30 AM x x', '2:00 AM x ', '2:30 AM  '].map(cellsOf)]
    const found = readSheet(rows.join('\n'), asked)
    expect(found.people.map(({ name }) => name)).toEqual([''])
    expect(ranges(found, '1')).toEqual(['1:30-2:30'])
    expect(ranges(found, '1', '2026-01-30')).toEqual(['1:00-2:00'])

    function cellsOf(row: string): string {
      const [time, half, ...marks] = row.split(' ')
      return [`${time} ${half}`, ...marks].join(separator)
    }
  })

  it('with days across goes on after midnight in the same column', () => {
    const text = '\tThu\tFri\n11:00 PM\tx\t\n12:00 AM\tx\t\n1:00 AM\t\tx\n2:00 AM\t\t'
    const found = readSheet(text, asked)
    expect(ranges(found, '1')).toEqual(['23:00-24:00'])
    expect(ranges(found, '1', '2026-01-30')).toEqual(['0:00-1:00'])
  })

  it('takes names that begin as a day does for people', () => {
    const found = readSheet('\tMona\tSun Li\n8:00\tx\t\n8:30\t\tx', asked)
    expect(found.people.map(({ name }) => name)).toEqual(['Mona', 'Sun Li'])
  })

  it('says whose column it is, and which marks it did not understand', () => {
    const found = readSheet('\tAnn\t\tBo\n8:00\tyes\t\tx\n8:30\t\t\t\n', asked)
    expect(found.people.map(({ name }) => name)).toEqual(['Ann', 'Bo'])
    expect(found.remarks).toEqual(['What is neither x nor 1 counts as unavailable: yes.'])
  })

  it('repeats no more than the beginning of a long mark, or of a long row without a time', () => {
    const [mark, row] = ['m'.repeat(9000), 'r'.repeat(9000)]
    expect(readSheet(`\tAnn\n8:00\t${mark}\n${row}\tx`, asked).remarks).toEqual([
      `What is neither x nor 1 counts as unavailable: ${mark.slice(0, 39)}….`,
      `Rows with a mark but no readable time are left out: ${row.slice(0, 39)}….`,
    ])
  })

  it.each([
    ['nothing', '', /no row with names/],
    ['no times', '\tAnn\nearly\tx', /begins with a time/],
    ['an open quotation mark', '"a\n8:00,x', /no table|no row/],
    ['too many rows', '\tAnn\n'.padEnd(40_000, '8:00\n'), /more than 5000 rows/],
    ['too many columns', `\tAnn\n8:00${'\tx'.repeat(400)}`, /more than 300 columns/],
  ])('with %s is refused in a sentence', (_, text, sentence) => {
    expect(() => readSheet(text, asked)).toThrow(sentence)
  })
})

describe('the saved page of a when2meet', () => {
  const at = (time: string) => Date.parse(`2026-01-29T${time}-05:00`) / 1000
  const page = (slots: number[]) => `
    PeopleNames[0] = 'Ann O\\'Neil';PeopleIDs[0] = 71;
    PeopleNames[1] = 'Bo &amp; Co';PeopleIDs[1] = 72;
    ${slots.map((time, place) => `TimeOfSlot[${place}]=${time};`).join('\n')}
    AvailableAtSlot[0].push(71);
    AvailableAtSlot[1].push(71);
    AvailableAtSlot[2].push(71);`

  it('has a half hour free where all of its quarters are', () => {
    const times = ['10:00:00', '10:15:00', '10:30:00', '10:45:00'].map(at)
    const found = readWhen2meet(page(times), asked)
    expect(found.people.map(({ name }) => name)).toEqual(["Ann O'Neil", 'Bo & Co'])
    expect(ranges(found, '1')).toEqual(['10:00-10:30'])
    expect(ranges(found, '0')).toEqual(['10:30-11:00'])
    expect(ranges(found, '0', '2026-01-29', 1)).toEqual(['10:00-11:00'])
  })

  it('that asks for days of the week is read for each of them', () => {
    // Such pages have the clock of UTC, in a week long ago: a Thursday and a Friday.
    const slots = [
      '1978-11-09T10:00Z',
      '1978-11-09T10:15Z',
      '1978-11-10T22:30Z',
      '1978-11-10T23:00Z',
    ]
    const seconds = slots.map((time) => Date.parse(time) / 1000)
    const days = { ...asked, days: 9 }
    const found = readWhen2meet(page(seconds), days)
    for (const thursday of ['2026-01-29', '2026-02-05']) {
      expect(ranges(found, '1', thursday)).toEqual(['10:00-10:30'])
    }
    expect(ranges(found, '1', '2026-02-06')).toEqual(['22:30-23:00'])
    expect(ranges(found, '0', '2026-02-06')).toEqual(['23:00-23:30'])
    expect(found.people[0]?.exceptions).toHaveLength(4)
    expect(found.remarks).toEqual([
      'This when2meet asks for days of the week: it is read for each of these 9 days.',
    ])
  })

  it('has people whose names are numbers, and passes over impossible times', () => {
    const seconds = [at('10:00:00'), at('10:15:00'), 19_195_551_234]
    const found = readWhen2meet(page(seconds).replace("Ann O\\'Neil", '19195551234'), asked)
    expect(found.people.map(({ name }) => name)).toEqual(['19195551234', 'Bo & Co'])
    expect(ranges(found, '1')).toEqual(['10:00-10:30'])
  })

  it('is refused in a sentence where it is none', () => {
    expect(() => readWhen2meet('<html>', asked)).toThrow(/not a saved when2meet page/)
  })
})

describe('a file', () => {
  const bytes = (text: string) => new TextEncoder().encode(text)

  it('of 10,000 entries is read in a thread, in bounded time', { timeout: 60_000 }, async () => {
    const event = (place: number) => [
      `UID:${place}`,
      'SUMMARY:A lecture with a long name',
      'DTSTART;TZID=America/New_York:20260129T080000',
      'DURATION:PT1H',
    ]
    const text = calendar(...Array.from({ length: 10_000 }, (_, place) => event(place)))
    expect(ranges(await readFile(ctx, 'calendar', bytes(text), asked), '0')).toEqual(['8:00-9:00'])
  })

  it.each([
    ['hangs', 'while (true);', 500],
    ['takes all memory', 'const all = []; while (true) all.push(new Array(1e5).fill(0.5))', 20_000],
    ['fails', 'throw new Error("broken")', 20_000],
  ])('whose reader %s is refused, and the next one is read', async (_, text, withinMs) => {
    const file = new URL(`data:text/javascript,${encodeURIComponent(text)}`)
    const warn = vi.fn()
    await expect(
      readFile({ log: { warn } }, 'sheet', bytes('x'), asked, { program: { file }, withinMs }),
    ).rejects.toThrow('This file takes too long to read. Export fewer days of it.')
    expect(warn).toHaveBeenCalledOnce()
    await expect(readFile(ctx, 'when2meet', bytes('x'), asked)).rejects.toThrow(Unreadable)
  })

  it('that is too large, or no text, is refused in a sentence', async () => {
    await expect(readFile(ctx, 'sheet', new Uint8Array(9e6), asked)).rejects.toThrow('8 MB')
    await expect(readFile(ctx, 'sheet', new Uint8Array(9), asked)).rejects.toThrow('no text')
    await expect(readFile(ctx, 'when2meet', bytes('x'), asked)).rejects.toThrow(Unreadable)
    const table = `,${'a'.repeat(201)}\n8:00 AM,x\n`
    await expect(readFile(ctx, 'sheet', bytes(table), asked)).rejects.toThrow('200 characters')
  })
})

it('a member is meant by the whole name, or by a first name that only one has', () => {
  const find = memberFinder([
    ['1', 'Ann Lee'],
    ['2', 'Bo Chen'],
    ['3', 'Bo Diaz'],
  ])
  const cases: [string, string | null][] = [
    ['ann lee', '1'],
    ['Ann', '1'],
    ['Bo', null],
    ['Bo Chen', '2'],
    ['Ann X', null],
    ['', null],
  ]
  for (const [name, found] of cases) expect([name, find(name)]).toEqual([name, found])
})
