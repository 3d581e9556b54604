import { execFileSync } from 'node:child_process'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { instantOf, isLocalTime, isTimeZone, localTimeOf, zoneAtChange } from './local-time.ts'

const newYork = 'America/New_York'
const zones = [
  newYork,
  'America/Indiana/Indianapolis',
  'America/Phoenix',
  'America/St_Johns',
  'Australia/Lord_Howe',
  'Africa/Casablanca',
  'Asia/Kathmandu',
  'Europe/London',
  'Pacific/Apia',
  'Pacific/Kiritimati',
  'UTC',
]

describe('a local time', () => {
  it.each<[instant: string, zone: string, localTime: string]>([
    ['2026-01-28T11:59:59.999Z', newYork, '2026-01-28T06:59'],
    ['2026-01-28T12:00:00Z', newYork, '2026-01-28T07:00'],
    ['2026-01-01T05:00:00Z', newYork, '2026-01-01T00:00'],
    // The clocks go forward, and back.
    ['2026-03-08T06:59:00Z', newYork, '2026-03-08T01:59'],
    ['2026-03-08T07:00:00Z', newYork, '2026-03-08T03:00'],
    ['2026-11-01T05:59:00Z', newYork, '2026-11-01T01:59'],
    ['2026-11-01T06:00:00Z', newYork, '2026-11-01T01:00'],
    ['2026-01-28T12:00:00Z', 'Asia/Kathmandu', '2026-01-28T17:45'],
    ['1970-01-01T00:00:00Z', 'UTC', '1970-01-01T00:00'],
  ])('of %s in %s is %s', (instant, zone, localTime) => {
    expect(localTimeOf(Date.parse(instant), zone)).toBe(localTime)
  })

  it.each<[localTime: string, zone: string, instant: string]>([
    ['2026-01-28T07:00', newYork, '2026-01-28T12:00:00.000Z'],
    ['2026-07-04T07:00', newYork, '2026-07-04T11:00:00.000Z'],
    // It does not exist: the clocks go from 02:00 to 03:00.
    ['2026-03-08T02:30', newYork, '2026-03-08T07:00:00.000Z'],
    ['2026-03-08T02:00', newYork, '2026-03-08T07:00:00.000Z'],
    ['2026-03-08T03:00', newYork, '2026-03-08T07:00:00.000Z'],
    ['2026-03-08T01:59', newYork, '2026-03-08T06:59:00.000Z'],
    // It comes twice.
    ['2026-11-01T01:30', newYork, '2026-11-01T05:30:00.000Z'],
    ['2026-11-01T02:00', newYork, '2026-11-01T07:00:00.000Z'],
    // Half an hour, and a whole day that there never was.
    ['2026-10-04T02:15', 'Australia/Lord_Howe', '2026-10-03T15:30:00.000Z'],
    ['2011-12-30T12:00', 'Pacific/Apia', '2011-12-30T10:00:00.000Z'],
  ])('%s in %s begins at %s', (localTime, zone, instant) => {
    expect(new Date(instantOf(localTime, zone)).toISOString()).toBe(instant)
  })

  const minute = fc.integer({ min: Date.parse('1990-01-01') / 60_000, max: 39_000_000 })

  it('begins at the first instant that is not before it, in every zone', () => {
    fc.assert(
      fc.property(fc.constantFrom(...zones), minute, (zone, wanted) => {
        const localTime = new Date(wanted * 60_000).toISOString().slice(0, 16)
        const instant = instantOf(localTime, zone)
        expect(localTimeOf(instant, zone) >= localTime).toBe(true)
        // Not one of the two days before, minute by minute near it, has come so far.
        for (const minutes of [1, 2, 29, 31, 59, 60, 61, 120, 720, 1440, 2880]) {
          expect(localTimeOf(instant - minutes * 60_000, zone) < localTime).toBe(true)
        }
      }),
      { numRuns: 500 },
    )
  })

  it('leads back to the instant it is of, or to the first of the two that have it', () => {
    fc.assert(
      fc.property(fc.constantFrom(...zones), minute, (zone, at) => {
        const instant = at * 60_000
        const first = instantOf(localTimeOf(instant, zone), zone)
        expect(first).toBeLessThanOrEqual(instant)
        expect(localTimeOf(first, zone)).toBe(localTimeOf(instant, zone))
      }),
      { numRuns: 500 },
    )
  })

  // Processes of their own: within one, what it has computed once is kept.
  it('is the same in whatever time zone the process runs', { timeout: 30_000 }, () => {
    const script = `import { instantOf, localTimeOf } from './src/shared/season/local-time.ts'
      const times = ['2026-01-28T07:00', '2026-03-08T02:30', '2026-11-01T01:30']
      const of = (time) => [instantOf(time, '${newYork}'), localTimeOf(Date.parse(time + 'Z'), '${newYork}')]
      console.log(JSON.stringify([new Date(0).getTimezoneOffset(), times.map(of)]))`
    const saidIn = (zone: string) =>
      JSON.parse(
        execFileSync(process.execPath, ['--import', 'tsx', '--eval', script], {
          encoding: 'utf8',
          env: { ...process.env, TZ: zone },
        }),
      )
    const expected = [
      [Date.parse('2026-01-28T12:00:00Z'), '2026-01-28T02:00'],
      [Date.parse('2026-03-08T07:00:00Z'), '2026-03-07T21:30'],
      [Date.parse('2026-11-01T05:30:00Z'), '2026-10-31T21:30'],
    ]
    expect(['UTC', newYork, 'Asia/Kathmandu'].map(saidIn)).toEqual([
      [0, expected],
      [300, expected],
      [-330, expected],
    ])
  })
})

it.each<[from: string, until: string, zone: string, atFrom: string, atUntil: string]>([
  // The clocks go back at 06:00, and forward at 07:00.
  ['2026-11-01T04:59Z', '2026-11-01T04:59Z', newYork, '', ''],
  ['2026-11-01T05:00Z', '2026-11-01T05:00Z', newYork, ' EDT', ' EDT'],
  ['2026-11-01T05:30Z', '2026-11-01T06:00Z', newYork, ' EDT', ' EST'],
  ['2026-11-01T06:59Z', '2026-11-01T06:59Z', newYork, ' EST', ' EST'],
  ['2026-11-01T07:00Z', '2026-11-01T12:00Z', newYork, '', ''],
  ['2026-11-01T03:00Z', '2026-11-01T12:00Z', newYork, ' EDT', ' EST'],
  ['2026-11-01T03:00Z', '2026-11-01T04:30Z', newYork, '', ''],
  ['2026-03-08T05:59Z', '2026-03-08T05:59Z', newYork, '', ''],
  ['2026-03-08T06:30Z', '2026-03-08T07:30Z', newYork, ' EST', ' EDT'],
  ['2026-03-08T08:00Z', '2026-03-08T11:00Z', newYork, '', ''],
  ['2026-10-25T00:30Z', '2026-10-25T01:30Z', 'Europe/London', ' GMT+1', ' GMT'],
  ['2026-11-01T05:30Z', '2026-11-01T06:00Z', 'America/Phoenix', '', ''],
])('from %s until %s in %s: "%s" and "%s"', (from, until, zone, ...written) => {
  const [begin, end] = [Date.parse(from), Date.parse(until)]
  expect([begin, end].map((at) => zoneAtChange(at, zone, begin, end))).toEqual(written)
})

it.each<[string, boolean]>([
  ['2026-01-28T07:00', true],
  ['2028-02-29T23:59', true],
  ['2026-02-29T07:00', false],
  ['2026-01-28T24:00', false],
  ['2026-01-28T07:60', false],
  ['2026-13-01T07:00', false],
  ['2026-01-28', false],
  ['2026-01-28T07:00:00', false],
  ['2026-01-28T07:00Z', false],
  ['2026-01-28 07:00', false],
  ['0026-01-28T07:00', false],
  ['', false],
])('%j is a local time: %s', (text, expected) => expect(isLocalTime(text)).toBe(expected))

it.each<[string, boolean]>([
  [newYork, true],
  ['America/Indiana/Indianapolis', true],
  ['Etc/GMT+5', true],
  ['UTC', true],
  ['Mars/Olympus', false],
  ['+05:00', false],
  ['-05:00', false],
  ['', false],
  ['local', false],
])('%j is a time zone: %s', (name, expected) => expect(isTimeZone(name)).toBe(expected))
