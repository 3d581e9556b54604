import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { defaultRules } from '../../shared/season/default-rules.ts'
import { withoutFormula } from '../csv.ts'
import { type CheckState, fold, outcomeOf } from '../tent-check/ledger/check-state.ts'
import type { CheckEvent, EventOf } from '../tent-check/ledger/events.ts'
import { readableCheck } from '../tent-check/ledger/readable-check.ts'
import { factsOfEvents, isReadable } from './facts.ts'
import { linesOf } from './lines.ts'
import { writeResultsCsv } from './results-csv.ts'
import { quantile, statisticsOf } from './statistics.ts'
import { countsOf, monitorsOf } from './summaries.ts'
import { missesNow, type RecordReader, recordedChecks } from './tent-record.ts'
import { wholeCheckOf } from './whole-check.ts'

const checkId = '00000000-0000-4000-8000-000000000001'
const ids = ['a', 'b', 'c', 'd']
const row = { id: checkId, startedBy: 'mo', startedAt: '2026-01-19T03:04:00.000Z', endedAt: null }
const nobody = { people: new Map<string, string>(), tents: new Map() }
/** A whole check by its events alone, and how often the log says that they cannot be read. */
function readWhole(events: readonly CheckEvent[]) {
  const errors: unknown[] = []
  const log = { error: (error: unknown) => errors.push(error) } as never
  const whole = wholeCheckOf(row, readableCheck({ log }, checkId, null, events), events, nobody)
  return { whole, errors }
}
const head = { checkId, at: row.startedAt, by: 'Mo', netID: 'mo' }

const started: EventOf<'started'> = {
  ...head,
  number: 1,
  kind: 'started',
  tents: ids.map((id) => ({ id, groupIndex: 0, members: 'Ann, Bo', required: 2 })),
  numCheckers: 1,
}

type Happening = {
  kind: 'marked' | 'undone' | 'lateMark' | 'corrected' | 'excluded' | 'called' | 'reopened'
  id: string
  outcome: 'make' | 'miss' | 'none'
  netID: string
}

function eventOf({ kind, id, outcome, netID }: Happening, number: number): CheckEvent {
  const base = { ...head, number, netID }
  const marked = outcome === 'make' ? 'make' : 'miss'
  const mark = { id, outcome: marked, by: 'Mo', at: '', numberOfMisses: 0 } as const
  switch (kind) {
    case 'marked':
    case 'lateMark':
      return { ...base, kind, mark, present: ['Ann'], required: 2 }
    case 'undone':
      return { ...base, kind, mark, markNumber: number - 1, misses: 0 }
    case 'corrected':
      return { ...base, kind, tentId: id, outcome, from: 'none', reason: 'Wrong', misses: 0 }
    case 'excluded':
      return { ...base, kind, names: ['Ann'] }
    case 'called':
      return { ...base, kind, call: 1, closesAt: null }
    case 'reopened':
      return { ...base, kind }
  }
}

const happening: fc.Arbitrary<Happening> = fc.record({
  kind: fc.constantFrom<Happening['kind'][]>(
    'marked',
    'undone',
    'lateMark',
    'corrected',
    'excluded',
    'called',
    'reopened',
  ),
  id: fc.constantFrom(...ids),
  outcome: fc.constantFrom('make', 'miss', 'none'),
  netID: fc.constantFrom('mo', 'lena', 'boss'),
})
const ledger = fc
  .array(happening, { maxLength: 40 })
  .map((all) => [started, ...all.map((one, place) => eventOf(one, place + 2))])

function foldAll(events: readonly CheckEvent[]): CheckState {
  const state = events.reduce<CheckState | null>(fold, null)
  if (state === null) throw new Error('There was no event')
  return state
}

describe('what is shown of a check', () => {
  it('agrees with the fold: outcomes, marks, counts and who made them', () => {
    fc.assert(
      fc.property(ledger, (events) => {
        const state = foldAll(events)
        const lines = linesOf(state.tents, events, nobody)
        expect(lines.map(({ outcome }) => outcome)).toEqual(ids.map((id) => outcomeOf(state, id)))
        expect(lines.map(({ by }) => by?.netID)).toEqual(
          ids.map((id) => state.marks.get(id)?.netID ?? undefined),
        )
        const check = factsOfEvents(row, events)
        const counts = countsOf(check)
        for (const [field, outcome] of [
          ['makes', 'make'],
          ['misses', 'miss'],
          ['unmarked', 'none'],
        ] as const) {
          expect(counts[field]).toBe(lines.filter((line) => line.outcome === outcome).length)
        }
        expect(counts.late).toBe(state.lateMarks.length)
        expect(counts.corrected).toBe(lines.flatMap(({ corrections }) => corrections).length)
        const monitors = monitorsOf([check], nobody.people)
        const marks = monitors.reduce((sum, { makes, misses }) => sum + makes + misses, 0)
        expect(marks).toBe(state.marks.size)
        expect(isReadable(check.facts)).toBe(true)
      }),
    )
  })

  it('is the same from a whole check and from its facts', () => {
    fc.assert(
      fc.property(ledger, (events) => {
        const { whole } = readWhole(events)
        const { tents, ...counts } = countsOf(factsOfEvents(row, events))
        expect(whole).toMatchObject(counts)
        expect(whole.tents).toHaveLength(tents)
        expect(whole.events.map(({ number }) => number)).toEqual(events.map((e) => e.number))
        const [rate] = statisticsOf([factsOfEvents(row, events)], nobody.people, 'UTC').missRate
        expect(rate).toMatchObject({ misses: counts.misses, marks: counts.makes + counts.misses })
      }),
    )
  })

  it.each<[string, CheckEvent[]]>([
    ['nothing', []],
    ['no start', [eventOf({ kind: 'marked', id: 'a', outcome: 'miss', netID: 'mo' }, 1)]],
    ['an unknown kind', [started, { ...head, number: 2, kind: 'eaten' } as never]],
    ['a start without tents', [{ ...started, tents: undefined } as never]],
    ['names that are none', [started, { ...head, number: 2, kind: 'excluded', names: 7 } as never]],
  ])('is its row alone where the ledger has %s', (_, events) => {
    const { whole, errors } = readWhole(events)
    expect(errors).toMatchObject([{ checkId }])
    expect(whole).toEqual({
      id: checkId,
      startedAt: row.startedAt,
      startedBy: { netID: 'mo', name: '' },
      endedAt: null,
      ending: null,
      makes: 0,
      misses: 0,
      unmarked: 0,
      late: 0,
      corrected: 0,
      period: null,
      clock: null,
      inGrace: false,
      rulesVersion: null,
      calls: [],
      monitors: [],
      tents: [],
      events: [],
    })
  })

  it('names first who marked most, and those of as many marks by their netIDs', () => {
    const by = ['mo', 'ed', 'zoe', 'zoe']
    const marks = by.map((netID, place) =>
      eventOf({ kind: 'marked', id: ids[place] ?? '', outcome: 'make', netID }, place + 2),
    )
    const { monitors } = readWhole([started, ...marks]).whole
    expect(monitors.map(({ netID }) => netID)).toEqual(['zoe', 'ed', 'mo'])
  })

  it('has no monitors once its season is closed', () => {
    const closed = { ...started, seasonClosed: true } as const
    const marked = eventOf({ kind: 'marked', id: 'a', outcome: 'miss', netID: 'mo' }, 2)
    expect(readWhole([started, marked]).whole.monitors).toHaveLength(1)
    expect(readWhole([closed, marked]).whole).toMatchObject({ monitors: [], misses: 1 })
  })
})

describe('a table of results', () => {
  it('takes no cell for a formula, and quotes what needs it', () => {
    const line = {
      id: 'a',
      order: '-1',
      name: '=HYPERLINK("x")',
      outcome: 'make',
      marked: 'make',
      by: { netID: 'mo', name: '@Mo' },
      at: row.startedAt,
      present: ['+Ann', 'Bo;=1+1', 'Cy;"=1+1"'],
      required: null,
      undone: 0,
      corrections: [],
    } as const
    expect(writeResultsCsv([{ ...line, present: [...line.present], corrections: [] }])).toBe(
      [
        'order,name,outcome,by,netID,at,present,required,corrections',
        `'-1,"'=HYPERLINK(""x"")",make,'@Mo,mo,2026-01-19T03:04:00.000Z,"'+Ann, Bo;'=1+1, Cy;""'=1+1""",,0`,
        '',
      ].join('\r\n'),
    )
  })
})

it('a cell of 200,000 quotes holds up nothing', () => {
  const quotes = `;${'"'.repeat(200_000)}`
  const startedAt = performance.now()
  expect(withoutFormula(`${quotes}=1`)).toBe(`${quotes}'=1`)
  expect(withoutFormula(quotes)).toBe(quotes)
  // It takes 5 ms. A search that started again at each quote would take minutes.
  expect(performance.now() - startedAt).toBeLessThan(1000)
})

describe('statistics', () => {
  const check = (startedAt: string, minutes: number) => ({
    row: {
      ...row,
      startedAt,
      endedAt: new Date(Date.parse(startedAt) + minutes * 60_000).toISOString(),
    },
    start: null,
    facts: [],
  })

  it('of no checks are zeros, and no minutes', () => {
    expect(statisticsOf([], nobody.people, 'UTC')).toEqual({
      checks: 0,
      byHour: Array.from({ length: 24 }, () => 0),
      byWeekday: [0, 0, 0, 0, 0, 0, 0],
      minutes: { median: null, p90: null },
      monitors: [],
      missRate: [],
    })
  })

  it('count by hour and weekday of the season’s zone', () => {
    // A Monday at 03:04 in UTC is a Sunday at 22:04 in Durham.
    const checks = [check('2026-01-19T03:04:00.000Z', 10), check('2026-01-19T05:00:00.000Z', 20)]
    const { byHour, byWeekday, minutes } = statisticsOf(checks, nobody.people, 'America/New_York')
    expect(byHour.flatMap((count, hour) => (count === 0 ? [] : [[hour, count]]))).toEqual([
      [0, 1],
      [22, 1],
    ])
    expect(byWeekday).toEqual([1, 1, 0, 0, 0, 0, 0])
    expect(minutes).toEqual({ median: 15, p90: 19 })
  })

  it.each([
    [[], 0.5, null],
    [[7], 0.9, 7],
    [[3, 1, 2], 0.5, 2],
    [[1, 2, 3, 4], 0.5, 2.5],
    [[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11], 0.9, 10],
  ])('of %j the quantile %d is %d', (values, share, expected) => {
    expect(quantile(values, share)).toBe(expected)
  })
})

describe('a tent’s record', () => {
  const of = (id: string, startedAt: string, ending = 'ended') => ({
    checkId: id,
    startedAt: new Date(startedAt),
    endedAt: new Date(startedAt),
    ending,
    tent: { id: 'a', groupIndex: 0, required: 2 },
    isSeasonClosed: false,
    disputeHours: 72,
  })
  const miss = (id: string, number = 2): CheckEvent => ({
    ...eventOf({ kind: 'marked', id: 'a', outcome: 'miss', netID: 'mo' }, number),
    checkId: id,
  })
  const monitor: RecordReader = { as: 'lineMonitor', people: new Map() }
  const later = new Date('2026-02-01T12:00:00Z')

  it('says until when a Miss may be disputed, by the hours that its check began under', () => {
    const closed = { ...of('3', '2026-01-20T12:00:00Z'), isSeasonClosed: true }
    const short = { ...of('2', '2026-01-20T11:00:00Z'), disputeHours: 1 }
    const listed = [closed, short, of('1', '2026-01-20T10:00:00Z'), of('0', '2026-01-20T09:00:00Z')]
    const until = (now: string) =>
      recordedChecks(listed, [miss('1'), miss('2'), miss('3')], monitor, new Date(now)).map(
        ({ disputableUntil }) => disputableUntil,
      )
    const ofFirst = '2026-01-23T10:00:00.000Z'
    expect(until('2026-01-20T12:00:00Z')).toEqual([null, '2026-01-20T12:00:00.000Z', ofFirst, null])
    expect(until(ofFirst)).toEqual([null, null, ofFirst, null])
    expect(until('2026-01-23T10:00:00.001Z')).toEqual([null, null, null, null])
  })

  it('counts standing Misses of the current period, whatever became of the check', () => {
    const checks = recordedChecks(
      [
        of('4', '2026-01-28T12:00:00Z'),
        of('3', '2026-01-20T12:00:00Z', 'cancelled'),
        of('2', '2026-01-20T11:00:00Z'),
        of('1', '2026-01-20T10:00:00Z'),
      ],
      [miss('1'), miss('3'), miss('4')],
      monitor,
      later,
    )
    expect(checks.map(({ outcome, cancelled }) => [outcome, cancelled])).toEqual([
      ['miss', undefined],
      ['miss', true],
      ['none', undefined],
      ['miss', undefined],
    ])
    const at = (now: string) => missesNow(checks, defaultRules, new Date(now))
    expect(at('2026-01-21T12:00:00Z')).toEqual({ period: 'Black', misses: 2, allowed: 1 })
    expect(at('2026-01-29T12:00:00Z')).toEqual({ period: 'Blue', misses: 1, allowed: 1 })
    expect(at('2026-04-01T12:00:00Z')).toEqual({ period: null, misses: 0, allowed: 1 })
  })

  it('shows a member first names, and no netID of others anywhere', () => {
    const make: CheckEvent = {
      ...head,
      by: 'Mo',
      checkId: '1',
      number: 2,
      kind: 'marked',
      mark: { id: 'a', outcome: 'make', by: 'Mo', at: '', numberOfMisses: 0 },
      present: ['Ann Lee (al1)', 'Bo Chen (bc2)', 'cd3'],
    }
    const corrected: CheckEvent = {
      ...head,
      checkId: '1',
      number: 3,
      kind: 'corrected',
      tentId: 'a',
      outcome: 'none',
      from: 'make',
      reason: 'bc2 and zoe say that Zoe Hart was away, al1 too',
      misses: 0,
    }
    const netIDs = new Set(['al1', 'bc2', 'zoe'])
    const member: RecordReader = { as: 'member', netID: 'al1', netIDs }
    const [check] = recordedChecks(
      [of('1', '2026-01-20T10:00:00Z')],
      [make, corrected],
      member,
      later,
    )
    expect(check).toMatchObject({
      by: 'Mo',
      present: ['Ann Lee (al1)', 'Bo Chen'],
      corrections: [{ outcome: 'none', at: row.startedAt }],
    })
    expect(check?.corrections[0]?.reason).toContain('Zoe Hart was away, al1 too')
    expect(JSON.stringify(check)).not.toMatch(/bc2|zoe|cd3|"mo"|"by":\{/)
  })

  it.each([
    ['Zoe', 'Zoe'],
    ['Monitor1', 'Monitor1'],
    ['Ann Marie', 'Ann Marie'],
    ['bc2', ''],
  ])(
    'tells a member who marked the tent by the first name, unless that is a netID: %s, %j',
    (by, shown) => {
      const netIDs = new Set(['al1', 'bc2', 'zoe', 'ann', 'marie'])
      const member: RecordReader = { as: 'member', netID: 'al1', netIDs }
      const checks = recordedChecks(
        [of('1', '2026-01-20T10:00:00Z')],
        [{ ...miss('1'), by }],
        member,
        later,
      )
      expect(checks).toMatchObject([{ by: shown }])
    },
  )
})
