import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { type ShiftProblem, wrongInProblem } from './problem.ts'

const right: ShiftProblem = {
  slotMinutes: 30,
  start: '2026-01-28T07:00',
  timeZone: 'America/New_York',
  slots: [
    { need: 1, night: false },
    { need: 2, night: true },
  ],
  people: [
    { id: 'ann', carriedDayHours: 0, carriedNightHours: 1.5, free: '02' },
    { id: 'bo', carriedDayHours: -2, carriedNightHours: 0, free: '11' },
  ],
  locked: [{ person: 'ann', from: 0, to: 2 }],
  limits: { minSlots: 2, maxDaySlots: 8, breakSlots: 4, nightWeight: 1.5 },
  seconds: 10,
}

/** The problem with the value at this path replaced, or without it. */
function changed(path: string, value?: unknown): unknown {
  const copy = structuredClone(right)
  const names = path.split('.')
  const last = names.pop() ?? ''
  let target = copy as unknown as Record<string, unknown>
  for (const name of names) target = target[name] as Record<string, unknown>
  if (value === undefined) delete target[last]
  else target[last] = value
  return copy
}

describe('a problem of shifts', () => {
  it('is right as it is documented, and at its limits', () => {
    expect(wrongInProblem(right)).toBeNull()
    for (const [path, value] of [
      ['slots.0.need', 0],
      ['slots.0.need', 1_000_000],
      ['seconds', 0],
      ['seconds', 0.5],
      ['limits.minSlots', 0],
      ['limits.maxDaySlots', 1_000_000],
      ['limits.nightWeight', 0],
      ['locked', []],
      ['slotMinutes', 1],
      ['people.1.id', ''],
    ] as const) {
      expect([path, wrongInProblem(changed(path, value))]).toEqual([path, null])
    }
  })

  it.each([
    'slotMinutes',
    'start',
    'timeZone',
    'slots',
    'slots.0.need',
    'slots.0.night',
    'people',
    'people.0.id',
    'people.1.carriedDayHours',
    'people.1.carriedNightHours',
    'people.1.free',
    'locked',
    'locked.0.person',
    'locked.0.from',
    'locked.0.to',
    'limits',
    'limits.minSlots',
    'limits.maxDaySlots',
    'limits.breakSlots',
    'limits.nightWeight',
    'seconds',
  ])('misses %s', (path) => {
    const named = path.replace(/\.(\d+)/g, '[$1]')
    expect(wrongInProblem(changed(path))).toContain(`${named} is missing`)
  })

  const ofSlots = (count: number) => ({
    ...right,
    slots: Array(count).fill(right.slots[0]),
    people: right.people.map((person) => ({ ...person, free: '1'.repeat(count) })),
    locked: [],
  })
  const ofPeople = (count: number) => ({
    ...right,
    people: Array.from({ length: count }, (_, id) => ({ ...right.people[0], id: `${id}` })),
    locked: [],
  })

  it.each<[what: string, from: number, to: number, of: (value: number) => unknown]>([
    ['`slots`', 1, 3000, ofSlots],
    ['`people`', 1, 60, ofPeople],
    [
      '`carriedDayHours`, `carriedNightHours`',
      -100_000,
      100_000,
      (hours) => changed('people.0.carriedDayHours', hours),
    ],
    [
      '`carriedDayHours`, `carriedNightHours`',
      -100_000,
      100_000,
      (hours) => changed('people.0.carriedNightHours', hours),
    ],
    ['`slotMinutes`', 1, 1440, (minutes) => changed('slotMinutes', minutes)],
    ['`limits.nightWeight`', 0, 1000, (weight) => changed('limits.nightWeight', weight)],
    ['`seconds`', 0, 3600, (seconds) => changed('seconds', seconds)],
  ])('has %s from %i to %i, as README says', (what, from, to, of) => {
    const row = [what, ...[from, to].map((number) => number.toLocaleString('en-US'))]
    expect(readFileSync('README.md', 'utf8')).toContain(`| ${row.join(' | ')} |`)
    expect([from, to].map((value) => wrongInProblem(of(value)))).toEqual([null, null])
    expect(wrongInProblem(of(to + 1))).not.toBeNull()
    expect(wrongInProblem(of(from - 1))).not.toBeNull()
  })

  it('has ids of at most 500 characters, as README says', () => {
    expect(readFileSync('README.md', 'utf8')).toContain('| `id` of a person | | 500 characters |')
    const wrong = (length: number) => wrongInProblem(changed('people.1.id', 'x'.repeat(length)))
    expect(wrong(500)).toBeNull()
    expect(wrong(501)).toContain('at most 500 characters')
  })

  it('may lock each slot of each person by itself, or none', () => {
    const locked = Array(3000 * 60).fill(right.locked[0])
    expect(wrongInProblem(changed('locked', locked))).toBeNull()
    expect(wrongInProblem(changed('locked', []))).toBeNull()
  })

  it.each([
    ['slotMinutes', 0],
    ['slotMinutes', '30'],
    ['slotMinutes', 7.5],
    ['slotMinutes', 1e9],
    ['start', '2026-02-30T07:00'],
    ['start', '2026-01-28'],
    ['timeZone', 'New York'],
    ['timeZone', 'x'.repeat(1e6)],
    ['slots', []],
    ['slots', Array(3001).fill({ need: 1, night: false })],
    ['slots', 'none'],
    ['slots.1', null],
    ['slots.1.need', -1],
    ['slots.1.need', 1.5],
    ['slots.1.need', Number.NaN],
    ['slots.1.need', 1e300],
    ['slots.1.night', 1],
    ['people', []],
    ['people', {}],
    ['people', Array(61).fill(right.people[0])],
    ['people.1', []],
    ['people.1.id', 'ann'],
    ['people.1.id', 7],
    ['people.1.carriedDayHours', Number.POSITIVE_INFINITY],
    ['people.1.carriedNightHours', null],
    ['people.1.free', '1'],
    ['people.1.free', '111'],
    ['people.1.free', '13'],
    ['people.1.free', [1, 1]],
    ['locked', null],
    ['locked.0', 3],
    ['locked.0.person', 'cy'],
    ['locked.0.from', -1],
    ['locked.0.from', 2],
    ['locked.0.to', 0],
    ['locked.0.to', 3],
    ['limits', []],
    ['limits.minSlots', -1],
    ['limits.maxDaySlots', 2.5],
    ['limits.breakSlots', '4'],
    ['limits.nightWeight', -0.5],
    ['limits.nightWeight', 1e9],
    ['seconds', -1],
    ['seconds', 1e9],
    ['seconds', null],
  ])('says of %s that it may not be %j', (path, value) => {
    const wrong = wrongInProblem(changed(path, value))
    expect(wrong).toContain(path.replace(/\.(\d+)/g, '[$1]'))
    expect(wrong).toMatch(/^[^.]+(\.[a-z]\w+)? must be [^\n]*\.$/i)
    expect(wrong?.length).toBeLessThan(200)
  })

  it.each([[null], [[]], [3], ['problem'], [undefined]])('is no %j', (given) => {
    expect(wrongInProblem(given)).toContain('must be an object')
  })
})
