import { describe, expect, it } from 'vitest'
import { type AwayColumns, planWrite } from './push-plan.ts'
import type { WaitingResult, WritePlan } from './record-change.ts'
import { readRecord } from './records.ts'

const at = '1/18/2026, 10:04 PM'
const head = { checkId: 'c', plan: null }
const miss = (number: number, by = 'Mo', plan: WritePlan | null = null): WaitingResult => ({
  ...head,
  number,
  plan,
  kind: 'marked',
  misses: 1,
  mark: { number, pair: 'lastMiss', cells: [by, at] },
})
const make = (number: number, names: string, plan: WritePlan | null = null): WaitingResult => ({
  ...head,
  number,
  plan,
  kind: 'marked',
  misses: 0,
  mark: { number, pair: 'lastCheck', cells: [names, at] },
})
const before = ['Al', '1/2/2026, 1:00 AM'] as const
const takenBack = (
  mark: WaitingResult,
  number: number,
  { plan = null, kind = 'undone' }: { plan?: WritePlan | null; kind?: 'undone' | 'corrected' } = {},
): WaitingResult => ({
  ...head,
  number,
  plan,
  kind,
  misses: 0 - mark.misses,
  mark: mark.mark,
  restored: before,
})
const corrected = (number: number, misses: number): WaitingResult => ({
  ...head,
  number,
  kind: 'corrected',
  misses,
  mark: null,
  restored: null,
})

const recordWith = (fields: Record<string, unknown>) => readRecord({ id: 'rec1', fields })
const none = new Set<string>()
type Given = { givenUp?: WaitingResult[] }
const planned = (
  results: WaitingResult[],
  cells: Record<string, unknown> | null,
  { givenUp = [], missing = none, awaited = none }: Partial<AwayColumns> & Given = {},
) => planWrite({ results, givenUp }, cells && recordWith(cells), { missing, awaited })
/** The fields that are written; null: none, all leave the queue. */
const written = (...args: Parameters<typeof planned>) => {
  const { next } = planned(...args)
  if (next === null) return null
  return 'fields' in next ? next.fields : next.failure
}

const ofMiss = { 'Last Miss LM': 'Mo', 'Date of Last Miss': at }
const ofAl = { 'Last Miss LM': before[0], 'Date of Last Miss': before[1] }
const ofMake = { 'Last Check': 'Ada', 'Date of Last Check': at }

describe('what is written to Airtable', () => {
  it('is one Miss more than the record has, with who and when', () => {
    expect(written([miss(2)], { 'Number of Misses': 3 })).toEqual({
      'Number of Misses': 4,
      ...ofMiss,
    })
  })

  it('is for a Make who was there, and no number of misses', () => {
    expect(written([make(2, 'Bo'), make(3, 'Ada')], null)).toEqual(ofMake)
  })

  it('counts all misses that wait, and a blank cell as none', () => {
    const write = written([miss(2), make(3, 'Ada'), miss(4, 'Cy')], {})
    expect(write).toMatchObject({ 'Number of Misses': 2, 'Last Miss LM': 'Cy' })
  })

  it('leaves out a column that is not there, but not the number', () => {
    expect(written([miss(2)], {}, { missing: new Set(['Last Miss LM']) })).toEqual({
      'Number of Misses': 1,
      'Date of Last Miss': at,
    })
    expect(written([miss(2)], {}, { missing: new Set(['Number of Misses']) })).toMatch(/no column/)
    const missing = new Set(['Last Check', 'Date of Last Check'])
    expect(written([make(2, 'Ada')], null, { missing })).toBeNull()
  })

  it('leaves out a pair of which a column is awaited, and nothing else', () => {
    const away = { missing: new Set(['Last Miss LM']), awaited: new Set(['Last Miss LM']) }
    const both = planned([miss(2), make(3, 'Ada')], {}, away)
    expect(both).toMatchObject({ settled: [], inPart: [] })
    expect(both.next).toMatchObject({
      fields: { 'Number of Misses': 1, ...ofMake },
      plan: {
        wrote: { numberOfMisses: 1, lastCheck: 'Ada', dateOfLastCheck: at },
        without: ['lastMiss'],
      },
    })
    const pairAlone = { ...miss(2), misses: 0 }
    const failure = expect.stringMatching(/^The table has no column Last Miss LM\. If it is gone/)
    expect(planned([pairAlone], null, away)).toEqual({
      settled: [],
      inPart: [],
      next: { results: [pairAlone], failure, mayHaveArrived: false },
    })
    expect(written([make(2, 'Ada')], null, away)).toEqual(ofMake)
    expect(written([miss(2), takenBack(miss(2), 3)], {}, away)).toBeNull()
  })

  it('is nothing if the record is gone or its number is not a number', () => {
    expect(written([miss(2)], null)).toMatch(/no longer in the table/)
    expect(written([miss(2)], { 'Number of Misses': 'two' })).toMatch(/not a whole number/)
    expect(written([make(2, 'Ada')], { 'Number of Misses': 'two' })).toEqual(ofMake)
  })
})

describe('a mark that is taken back', () => {
  const undone = takenBack(miss(2), 3)
  const unmade = takenBack(make(2, 'Ada'), 3)

  it.each<[what: string, cells: Record<string, unknown>, expected: object | null]>([
    ['is reversed', { 'Number of Misses': 4, ...ofMiss }, { 'Number of Misses': 3, ...ofAl }],
    [
      'in a column of days, too',
      { 'Number of Misses': 4, 'Last Miss LM': 'Mo', 'Date of Last Miss': '2026-01-18' },
      { 'Number of Misses': 3, ...ofAl },
    ],
    [
      'from what a person made of the number',
      { 'Number of Misses': 9, ...ofMiss },
      { 'Number of Misses': 8, ...ofAl },
    ],
    ['never below 0', { 'Number of Misses': 0, ...ofMiss }, ofAl],
    [
      'but for who, where a person changed that since',
      { 'Number of Misses': 4, ...ofMiss, 'Last Miss LM': 'Cy' },
      { 'Number of Misses': 3, 'Date of Last Miss': before[1] },
    ],
    [
      'neither, where the date is another one: it may be of another Miss by the same person',
      { 'Number of Misses': 4, ...ofMiss, 'Date of Last Miss': '1/20/2026, 1:00 AM' },
      { 'Number of Misses': 3 },
    ],
    [
      'but for both, where a person changed both since',
      { 'Number of Misses': 4, 'Last Miss LM': 'Cy', 'Date of Last Miss': '1/20/2026, 1:00 AM' },
      { 'Number of Misses': 3 },
    ],
    ['not where a person did all of it', { 'Number of Misses': 0 }, null],
  ])('%s', (_, cells, expected) => {
    expect(written([undone], cells)).toEqual(expected)
  })

  it('leaves cells empty that were empty', () => {
    const empty: WaitingResult = { ...undone, restored: ['', ''] } as WaitingResult
    expect(written([empty], { 'Number of Misses': 1, ...ofMiss })).toEqual({
      'Number of Misses': 0,
      'Last Miss LM': null,
      'Date of Last Miss': null,
    })
  })

  it('restores for a Make who was there before, if the record still has the Make', () => {
    expect(written([unmade], ofMake)).toEqual({
      'Last Check': before[0],
      'Date of Last Check': before[1],
    })
    expect(written([unmade], { ...ofMake, 'Last Check': 'Bo' })).toEqual({
      'Date of Last Check': before[1],
    })
  })

  it('restores what the tent itself got back: a field that a pull had changed there is left', () => {
    const partly: WaitingResult = { ...undone, restored: [null, before[1]] } as WaitingResult
    expect(written([partly], { 'Number of Misses': 4, ...ofMiss })).toEqual({
      'Number of Misses': 3,
      'Date of Last Miss': before[1],
    })
  })

  it('before it was sent is never sent, even if the record is gone', () => {
    const cells = { 'Number of Misses': 0, 'Last Miss LM': 'Theirs' }
    for (const record of [cells, null]) {
      expect(planned([miss(2), undone], record)).toEqual({
        settled: [miss(2), undone],
        inPart: [],
        next: null,
      })
      expect(written([make(2, 'Ada'), unmade], record)).toBeNull()
    }
    expect(written([miss(2), undone, make(4, 'Ada')], null)).toEqual(ofMake)
  })

  it('and marked again has the last mark’s values', () => {
    const told = { 'Number of Misses': 4, ...ofMiss }
    const cy = { 'Number of Misses': 1, 'Last Miss LM': 'Cy' }
    expect(written([miss(2), undone, miss(4, 'Cy')], {})).toMatchObject(cy)
    expect(written([undone, miss(4, 'Cy')], told)).toEqual({ 'Last Miss LM': 'Cy' })
    expect(written([undone, make(4, 'Ada')], told)).toEqual({
      'Number of Misses': 3,
      ...ofAl,
      ...ofMake,
    })
  })

  it('leaves alone what a later check has written', () => {
    const later = { ...miss(2, 'Cy'), checkId: 'd' }
    expect(written([miss(2), later, undone], {})).toMatchObject({
      'Number of Misses': 1,
      'Last Miss LM': 'Cy',
    })
  })

  it('after it was given up leaves the queue, because nothing must be reversed', () => {
    const cells = { 'Number of Misses': 3, ...ofAl }
    for (const record of [cells, null]) {
      expect(planned([undone], record, { givenUp: [miss(2)] })).toEqual({
        settled: [undone, miss(2)],
        inPart: [],
        next: null,
      })
    }
    const again = planned([undone, miss(4)], cells, { givenUp: [miss(2)] })
    expect(again.settled).toEqual([undone, miss(2)])
    expect(again.next).toMatchObject({ results: [miss(4)], fields: { 'Number of Misses': 4 } })
    const ofOther = { ...miss(2), checkId: 'd' }
    expect(written([undone], cells, { givenUp: [ofOther] })).toEqual({ 'Number of Misses': 2 })
  })
})

it('the undo of what was given up in doubt is written where the record shows that it arrived', () => {
  const stood = { numberOfMisses: 3, lastCheck: '', dateOfLastCheck: '' }
  const plan = {
    before: { ...stood, lastMissLM: before[0], dateOfLastMiss: before[1] },
    wrote: { numberOfMisses: 4, lastMissLM: 'Mo', dateOfLastMiss: at },
  }
  const givenUp = [miss(2, 'Mo', plan)]
  const undone = takenBack(miss(2), 3)
  expect(written([undone], { 'Number of Misses': 4, ...ofMiss }, { givenUp })).toEqual({
    'Number of Misses': 3,
    ...ofAl,
  })
  for (const number of [3, 4]) {
    const cells = { 'Number of Misses': number, ...ofAl }
    expect(planned([undone], cells, { givenUp }).settled).toEqual([undone, ...givenUp])
  }
})

describe('a correction', () => {
  const told = { 'Number of Misses': 4, ...ofMiss }

  it('is written like an undo, and restores what the mark replaced', () => {
    const reversed = { 'Number of Misses': 3, ...ofAl }
    expect(written([takenBack(miss(2), 3, { kind: 'corrected' })], told)).toEqual(reversed)
    expect(written([miss(2), takenBack(miss(2), 3, { kind: 'corrected' })], told)).toBeNull()
  })

  it('to a Miss counts, and sets no other column', () => {
    expect(written([corrected(3, 1)], told)).toEqual({ 'Number of Misses': 5 })
    const toMiss = { ...takenBack(make(2, 'Ada'), 3, { kind: 'corrected' }), misses: 1 }
    expect(written([make(2, 'Ada'), toMiss], told)).toEqual({ 'Number of Misses': 5 })
  })

  it('from nothing to a Make writes nothing', () => {
    expect(planned([corrected(3, 0)], null).next).toBeNull()
  })
})

describe('a write whose answer was lost', () => {
  const stood = {
    numberOfMisses: 3,
    lastMissLM: before[0],
    dateOfLastMiss: before[1],
    lastCheck: '',
    dateOfLastCheck: '',
  }
  const wroteMiss = { numberOfMisses: 4, lastMissLM: 'Mo', dateOfLastMiss: at }
  const wroteMake = { lastCheck: 'Ada', dateOfLastCheck: at }
  const sent = miss(2, 'Mo', { before: stood, wrote: wroteMiss })
  const arrived = { 'Number of Misses': 4, ...ofMiss }
  const unchanged = { 'Number of Misses': 3, ...ofAl }
  const utc = '2026-01-18T22:04:00.000Z'

  it.each<[what: string, cells: Record<string, unknown>, expected: number | null]>([
    ['it arrived', arrived, null],
    ['it arrived and was forgiven', { ...arrived, 'Number of Misses': 3 }, null],
    ['it arrived in a column of days', { ...arrived, 'Date of Last Miss': '2026-01-18' }, null],
    [
      'it arrived in a column of moments',
      { ...arrived, 'Date of Last Miss': '2026-01-19T03:04:00.000Z' },
      null,
    ],
    [
      'it arrived in a column of moments that took it for UTC',
      { ...arrived, 'Date of Last Miss': utc },
      null,
    ],
    [
      'another one arrived there on the same day',
      { ...arrived, 'Date of Last Miss': '2026-01-18T23:04:00.000Z' },
      5,
    ],
    [
      'it arrived, and a person wrote its monitor otherwise',
      { ...arrived, 'Last Miss LM': 'M' },
      null,
    ],
    ['it did not arrive', unchanged, 4],
    ['someone forgave one meanwhile', { ...unchanged, 'Number of Misses': 2 }, 3],
  ])('%s', (_, cells, expected) => {
    const write = written([sent], cells)
    if (expected === null) expect(write).toBeNull()
    else expect(write).toMatchObject({ 'Number of Misses': expected })
  })

  it('is recognized by the columns that exist', () => {
    const missing = new Set(['Last Miss LM'])
    const shown = (date: string) => ({ 'Number of Misses': 4, 'Date of Last Miss': date })
    expect(written([sent], shown(at), { missing })).toBeNull()
    expect(written([sent], shown(before[1]), { missing })).toMatchObject({ 'Number of Misses': 5 })
  })

  it('is recognized by the number alone if monitor and minute were the same before', () => {
    const same = { ...stood, lastMissLM: 'Mo', dateOfLastMiss: at }
    const again = miss(2, 'Mo', { before: same, wrote: { numberOfMisses: 4 } })
    expect(written([again], arrived)).toBeNull()
    expect(written([again], { ...arrived, 'Number of Misses': 3 })).toEqual({
      'Number of Misses': 4,
    })
  })

  it('is recognized by the monitor where a column of days has the same day before', () => {
    const day = { 'Date of Last Miss': '2026-01-18' }
    const plan = { before: { ...stood, dateOfLastMiss: '2026-01-18' }, wrote: wroteMiss }
    const again = miss(2, 'Mo', plan)
    expect(written([again], { ...arrived, ...day })).toBeNull()
    expect(written([again], { ...unchanged, ...day })).toEqual(arrived)
  })

  it('is recognized by what it wrote, whatever columns are there since', () => {
    const { lastMissLM: _, ...wrote } = wroteMiss
    const withoutMonitor = miss(2, 'Mo', { before: { ...stood, lastMissLM: '' }, wrote })
    const { 'Last Miss LM': __, ...cells } = arrived
    expect(written([withoutMonitor], cells)).toBeNull()
    expect(written([withoutMonitor], { ...unchanged, 'Last Miss LM': '' })).toEqual(arrived)
  })

  it('is recognized where an earlier version stored its plan', () => {
    const earlier = miss(2, 'Mo', { before: stood })
    expect(written([earlier], arrived)).toBeNull()
    expect(written([earlier], unchanged)).toEqual(arrived)
  })

  it('without a pair is recognized by the number, and the pair alone is written then', () => {
    const plan = { before: stood, wrote: { numberOfMisses: 4 }, without: ['lastMiss' as const] }
    const inPart = miss(2, 'Mo', plan)
    expect(planned([inPart], { ...unchanged, 'Number of Misses': 4 })).toMatchObject({
      settled: [],
      inPart: [inPart],
      next: { results: [{ ...inPart, misses: 0, plan: null }], fields: ofMiss },
    })
    expect(written([inPart], unchanged)).toEqual(arrived)
  })

  it.each<[what: string, cells: Record<string, unknown>, missing: string[], failure: string]>([
    ['its column is away', ofAl, ['Number of Misses'], 'no column Number of Misses.'],
    ['it is no whole number', { ...ofAl, 'Number of Misses': 'many' }, [], 'not a whole number'],
  ])('of the number alone waits with all that follows while %s', (_, cells, missing, failure) => {
    const plan = { before: stood, wrote: { numberOfMisses: 4 }, without: ['lastMiss' as const] }
    const inPart = miss(2, 'Mo', plan)
    const away = { missing: new Set(missing), awaited: new Set(missing) }
    expect(planned([inPart, miss(3, 'Cy')], cells, away)).toEqual({
      settled: [],
      inPart: [],
      next: {
        results: [inPart, miss(3, 'Cy')],
        failure: expect.stringContaining(failure),
        mayHaveArrived: true,
      },
    })
  })

  it('waits with all that follows while its record is not in the table', () => {
    expect(planned([sent, miss(3, 'Cy')], null)).toEqual({
      settled: [],
      inPart: [],
      next: {
        results: [sent, miss(3, 'Cy')],
        failure: 'The tent is no longer in the table at Airtable.',
        mayHaveArrived: true,
      },
    })
  })

  it('is settled before anything newer', () => {
    const undone = takenBack(miss(2), 3)
    expect(planned([sent, undone], arrived)).toMatchObject({
      settled: [sent],
      next: { results: [undone], fields: unchanged },
    })
    expect(planned([sent, undone], unchanged)).toMatchObject({
      settled: [sent, undone],
      next: null,
    })
    expect(planned([sent, miss(3, 'Cy')], unchanged)).toMatchObject({
      settled: [],
      next: { fields: { 'Number of Misses': 5, 'Last Miss LM': 'Cy' } },
    })
  })

  it('of a Make is settled also if the Make is undone', () => {
    const made = make(2, 'Ada', { before: { ...stood, numberOfMisses: 0 }, wrote: wroteMake })
    const unmade = takenBack(make(2, 'Ada'), 3)
    expect(written([made, unmade], ofMake)).toMatchObject({ 'Last Check': before[0] })
    expect(written([made, unmade], {})).toBeNull()
  })

  it('of a Make waits with all that follows while only awaited columns would tell', () => {
    const made = make(2, 'Ada', { before: { ...stood, numberOfMisses: 0 }, wrote: wroteMake })
    const unmade = takenBack(make(2, 'Ada'), 3)
    const missing = new Set(['Last Check', 'Date of Last Check'])
    expect(planned([made, unmade], unchanged, { missing, awaited: missing })).toEqual({
      settled: [],
      inPart: [],
      next: {
        results: [made, unmade],
        failure: expect.stringContaining('no column Last Check.'),
        mayHaveArrived: true,
      },
    })
    expect(written([made, unmade], unchanged, { missing })).toBeNull()
  })

  it('of an undo is recognized by what it restored', () => {
    const plan = {
      before: { ...stood, ...wroteMiss },
      wrote: { numberOfMisses: 3, lastMissLM: before[0], dateOfLastMiss: before[1] },
    }
    const undone = takenBack(miss(2), 3, { plan })
    expect(written([undone], unchanged)).toBeNull()
    expect(written([undone], { ...unchanged, 'Number of Misses': 4 })).toBeNull()
    expect(written([undone], arrived)).toEqual(unchanged)
    expect(written([undone], { ...arrived, 'Number of Misses': 5 })).toEqual({
      ...unchanged,
      'Number of Misses': 4,
    })
  })
})
