import { describe, expect, it } from 'vitest'
import type { TentResults } from '../tent-check/ledger/events.ts'
import type { PairName } from '../tent-check/ledger/result.ts'
import type { WaitingResult } from './record-change.ts'
import { readRecord } from './records.ts'
import { compareAfterSetBack } from './set-back.ts'

const at = '1/18/2026, 10:04 PM'
const before = ['Al', '1/2/2026, 1:00 AM'] as const
const head = { checkId: 'c', plan: null }
const miss = (number: number, by: string, replaced: readonly [string, string]): WaitingResult => ({
  ...head,
  number,
  kind: 'marked',
  misses: 1,
  mark: { number, pair: 'lastMiss', cells: [by, at], replaced },
})
const make = (number: number): WaitingResult => ({
  ...head,
  number,
  kind: 'marked',
  misses: 0,
  mark: { number, pair: 'lastCheck', cells: ['Ada', at], replaced: ['', ''] },
})
const undone = (number: number, of: WaitingResult): WaitingResult => ({
  ...head,
  number,
  kind: 'undone',
  misses: 0 - of.misses,
  mark: of.mark,
  restored: before,
})

const byMo = miss(2, 'Mo', before)
const byCy = miss(3, 'Cy', ['Mo', at])

/** As the tent was before any of these. */
const start: TentResults = {
  numberOfMisses: 3,
  lastMissLM: before[0],
  dateOfLastMiss: before[1],
  lastCheck: '',
  dateOfLastCheck: '',
}
const afterMo = { ...start, numberOfMisses: 4, lastMissLM: 'Mo', dateOfLastMiss: at }
const wroteMo = { numberOfMisses: 4, lastMissLM: 'Mo', dateOfLastMiss: at }
const afterCy = { ...afterMo, numberOfMisses: 5, lastMissLM: 'Cy' }

type Given = { missing?: string[]; without?: PairName[]; change?: Record<string, unknown> }
const compared = (
  tent: TentResults,
  results: WaitingResult[],
  there: TentResults,
  { missing = [], without = [], change = {} }: Given = {},
) => {
  const fields = {
    'Number of Misses': there.numberOfMisses,
    'Last Miss LM': there.lastMissLM,
    'Date of Last Miss': there.dateOfLastMiss,
    'Last Check': there.lastCheck,
    'Date of Last Check': there.dateOfLastCheck,
    ...change,
  }
  const record = readRecord({ id: 'r', fields })
  return compareAfterSetBack(tent, results, record, { missing: new Set(missing), without })
}
const arrived = (...results: WaitingResult[]) => ({ arrived: results, unsent: null, differing: [] })

describe('what waits after the database went back in time', () => {
  it.each([
    ['a Miss', afterMo, [byMo]],
    ['two Misses', afterCy, [byMo, byCy]],
    ['a Make', { ...start, lastCheck: 'Ada', dateOfLastCheck: at }, [make(2)]],
    ['a Miss taken back of which Airtable was told', start, [undone(4, byMo)]],
    ['nothing', start, []],
  ])('is there where Airtable shows all of it: %s', (_name, tent, results) => {
    expect(compared(tent, results, tent)).toEqual(arrived(...results))
  })

  it('counts as sent without an answer if Airtable shows none of it', () => {
    expect(compared(afterMo, [byMo], start)).toEqual({
      arrived: [],
      unsent: { results: [byMo], plan: { before: start, wrote: wroteMo, without: [] } },
      differing: [],
    })
    expect(compared(start, [undone(4, byMo)], afterMo)).toMatchObject({
      unsent: { plan: { before: afterMo, wrote: { numberOfMisses: 3, lastMissLM: before[0] } } },
    })
  })

  it('is split if Airtable shows the first results', () => {
    expect(compared(afterCy, [byMo, byCy], afterMo)).toEqual({
      arrived: [byMo],
      unsent: {
        results: [byCy],
        plan: { before: afterMo, wrote: { numberOfMisses: 5, lastMissLM: 'Cy' }, without: [] },
      },
      differing: [],
    })
  })

  it('must be settled by a person if somebody changed Airtable, or if it has a lost Miss', () => {
    const forgiven = { ...afterMo, numberOfMisses: 0 }
    expect(compared(afterMo, [byMo], forgiven)).toEqual({
      arrived: [],
      unsent: null,
      differing: ['Number of Misses (4 here, 0 at Airtable)'],
    })
    expect(compared(start, [], afterMo).differing).toEqual([
      'Number of Misses (3 here, 4 at Airtable)',
      'Last Miss LM',
      'Date of Last Miss',
    ])
  })

  it('must be settled by a person if the ledger does not have what a mark replaced', () => {
    const old: WaitingResult = {
      ...head,
      number: 2,
      kind: 'marked',
      misses: 1,
      mark: { number: 2, pair: 'lastMiss', cells: ['Mo', at] },
    }
    expect(compared(afterMo, [old], afterMo)).toEqual(arrived(old))
    expect(compared(afterMo, [old], start).differing).toHaveLength(3)
  })

  it('is recognized by the other columns if one is missing or cannot be read', () => {
    const odd = { missing: ['Date of Last Miss'], change: { 'Number of Misses': 'many' } }
    expect(compared(afterMo, [byMo], afterMo, odd)).toEqual(arrived(byMo))
    expect(compared(afterMo, [byMo], start, odd).unsent).toMatchObject({
      results: [byMo],
      plan: { wrote: { numberOfMisses: 4, lastMissLM: 'Mo' } },
    })
  })

  const toMiss: WaitingResult = {
    ...head,
    number: 5,
    kind: 'corrected',
    misses: 1,
    mark: null,
    restored: null,
  }
  const again = miss(3, 'Mo', ['Mo', at])
  const misses = (numberOfMisses: number) => ({ ...start, numberOfMisses })
  const afterBoth = { ...afterMo, numberOfMisses: 5 }
  const isMany = { change: { 'Number of Misses': 'many' } }
  const withoutPair = { missing: ['Last Miss LM'], without: ['lastMiss' as const] }

  it.each<[string, TentResults, WaitingResult[], arrived: number, TentResults, Given]>([
    ['a correction to a Miss', misses(4), [toMiss], 0, start, isMany],
    ['one whose column is away', misses(4), [toMiss], 0, start, { missing: ['Number of Misses'] }],
    ['one after a Miss that is there', afterBoth, [byMo, toMiss], 1, afterMo, isMany],
    ['a Miss whose pair waits', afterMo, [byMo], 0, start, { ...isMany, ...withoutPair }],
    ['one before a correction', afterBoth, [byMo, toMiss], 0, start, { ...isMany, ...withoutPair }],
    ['a Miss that left its pair as it was', afterBoth, [again], 0, afterMo, isMany],
  ])(
    'is not taken for arrived where the number alone could tell, and is not known: %s',
    (_what, tent, results, count, before, given) => {
      expect(compared(tent, results, tent, given)).toEqual({
        arrived: results.slice(0, count),
        unsent: {
          results: results.slice(count),
          plan: {
            before,
            wrote: { numberOfMisses: tent.numberOfMisses },
            without: given.without ?? [],
          },
        },
        differing: [],
      })
    },
  )

  it('is recognized without a pair that waits for one of its columns, which its plan says', () => {
    const away = { missing: ['Last Miss LM'], without: ['lastMiss' as const] }
    expect(compared(afterMo, [byMo], { ...start, numberOfMisses: 4 }, away)).toEqual(arrived(byMo))
    expect(compared(afterMo, [byMo], start, away)).toEqual({
      arrived: [],
      unsent: {
        results: [byMo],
        plan: { before: start, wrote: { numberOfMisses: 4 }, without: ['lastMiss'] },
      },
      differing: [],
    })
  })

  it('is recognized by the day alone if Airtable keeps only the day', () => {
    const day = { change: { 'Date of Last Miss': '2026-01-18' } }
    expect(compared(afterMo, [byMo], afterMo, day)).toEqual(arrived(byMo))
  })
})
