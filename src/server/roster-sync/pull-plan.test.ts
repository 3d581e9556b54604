import { describe, expect, it } from 'vitest'
import { rosterRow } from '../../../tests/support/roster-row.ts'
import type { RosterSync } from '../../shared/roster-sync/contract.ts'
import { columnNames } from '../../shared/tents/roster-columns.ts'
import { resultCells, type TentResults } from '../tent-check/ledger/events.ts'
import type { PairName } from '../tent-check/ledger/result.ts'
import { demoSeason } from '../tents/demo-season.ts'
import type { textAtMost } from '../tents/roster-row.ts'
import { adoptionsOf, type KnownForPull, rowsOfPull, shrinkOf } from './pull-plan.ts'
import type { WaitingResult } from './record-change.ts'
import { type ReadRecord, readRecord } from './records.ts'

type Shrink = RosterSync['shrink']

const known = (more: Partial<KnownForPull>): KnownForPull => ({
  ...rosterRow({ order: 'A', name: 'Alpha' }),
  id: 'rec1',
  fromAirtable: true,
  retired: false,
  waiting: { results: [], givenUp: [] },
  isHeld: false,
  ...more,
})
const at = '1/18/2026, 10:04 PM'
const of = (results: WaitingResult[]) => ({ results, givenUp: [] })
const head = { checkId: 'c', plan: null }
const miss = (number: number): WaitingResult => ({
  ...head,
  number,
  kind: 'marked',
  misses: 1,
  mark: { number, pair: 'lastMiss', cells: ['Mo', at] },
})
const make: WaitingResult = {
  ...head,
  number: 2,
  kind: 'marked',
  misses: 0,
  mark: { number: 2, pair: 'lastCheck', cells: ['Ours', at] },
}
const undo: WaitingResult = {
  ...head,
  number: 3,
  kind: 'undone',
  misses: -1,
  mark: { number: 2, pair: 'lastMiss', cells: ['Mo', at] },
  restored: ['Al', ''],
}
const cells: Record<string, unknown> = {
  Order: 'A',
  Name: 'Alpha',
  'Number of Misses': 5,
  'Last Check': 'Theirs',
  'Last Miss LM': 'Theirs',
}
const record = (fields: Record<string, unknown> = cells) => readRecord({ id: 'rec1', fields })
const pulled = (tent: KnownForPull, fields = cells, missing: [] | ['members'] = []) =>
  rowsOfPull([record(fields)], new Set(missing), new Map([[tent.id, tent]])).rows[0]

describe('what a pull brings of a known tent', () => {
  it('is Airtable’s value in every field', () => {
    expect(pulled(known({ numberOfMisses: 9, lastCheck: 'Ours' }))).toMatchObject({
      numberOfMisses: 5,
      lastCheck: 'Theirs',
      lastMissLM: 'Theirs',
    })
  })

  it('has no invisible characters', () => {
    const odd = { ...cells, Members: 'Ann\u00ad Lee,\u2028Bo \u202eKim', Name: 'Al\u3164pha' }
    expect(pulled(known({}), odd)).toMatchObject({ members: 'Ann Lee, Bo Kim', name: 'Alpha' })
  })

  it('has no more members than one Make can store; else ours stay, and the cell is listed', () => {
    const long = { ...cells, Members: 'Ann Lee, '.repeat(500) }
    const tent = known({ members: 'Ann Lee' })
    const column = 'Members (over 4,000 characters: shorten it)'
    const tooLong = { order: 'A', name: 'Alpha', column }
    const read = (fields: Record<string, unknown>, tents: KnownForPull[]) =>
      rowsOfPull([record(fields)], new Set(), new Map(tents.map((each) => [each.id, each])))
    expect(read(long, [tent])).toMatchObject({
      rows: [{ members: 'Ann Lee' }],
      problems: [tooLong],
    })
    expect(read(long, [])).toMatchObject({ rows: [{ members: '' }], problems: [tooLong] })
    const most = { ...cells, Members: `${'Ann Lee , '.repeat(443)}${'x'.repeat(13)}` }
    expect(read(most, [tent]).problems).toEqual([])
    const emptyNames = { ...cells, Members: `Bo Kim${','.repeat(8000)}` }
    expect(read(emptyNames, [tent])).toMatchObject({
      rows: [{ members: 'Ann Lee' }],
      problems: [tooLong],
    })
  })

  it.each<[keyof typeof textAtMost, limit: string]>([
    ['order', '200'],
    ['name', '200'],
    ['type', '200'],
    ['captain', '4,000'],
    ['captainName', '4,000'],
    ['netIDs', '4,000'],
    ['lastCheck', '4,000'],
    ['dateOfLastCheck', '200'],
    ['lastMissLM', '200'],
    ['dateOfLastMiss', '200'],
  ])(
    'has no text of %s over %s characters; else ours stays, and the cell is listed',
    (field, limit) => {
      const read = (length: number, tents: KnownForPull[]) =>
        rowsOfPull(
          [record({ ...cells, [columnNames[field]]: 'x'.repeat(length) })],
          new Set(),
          new Map(tents.map((each) => [each.id, each])),
        )
      const most = Number(limit.replace(',', ''))
      const tent = known({ [field]: 'Ours' })
      const column = `${columnNames[field]} (over ${limit} characters: shorten it)`
      expect(read(most, [tent])).toMatchObject({
        rows: [{ [field]: 'x'.repeat(most) }],
        problems: [],
      })
      expect(read(100_000, [tent])).toMatchObject({
        rows: [{ [field]: 'Ours' }],
        problems: [{ column }],
      })
      expect(read(most + 1, [])).toMatchObject({ rows: [{ [field]: '' }], problems: [{ column }] })
    },
  )

  it('is listed by the order and name of the tent here, where its own cannot be used', () => {
    const long = { ...cells, Name: 'x'.repeat(100_000), Order: ['recAda00000000001'] }
    const { problems } = rowsOfPull([record(long)], new Set(), new Map([['rec1', known({})]]))
    expect(problems).toEqual([
      { order: 'A', name: 'Alpha', column: 'Order' },
      { order: 'A', name: 'Alpha', column: 'Name (over 200 characters: shorten it)' },
    ])
  })

  it('is ours in a column of links, of which Airtable gives only ids', () => {
    const linked = { ...cells, Members: ['recAda00000000001', 'recAl000000000002'] }
    const { rows, problems } = rowsOfPull(
      [record(linked)],
      new Set(),
      new Map([['rec1', known({ members: 'Ada One, Al Two' })]]),
    )
    expect(rows).toMatchObject([{ members: 'Ada One, Al Two' }])
    expect(problems).toMatchObject([{ column: 'Members' }])
  })

  it('is Eastern time where a column of moments answers in UTC', () => {
    const moments = {
      ...cells,
      'Date of Last Miss': '2026-01-19T03:04:00.000Z',
      'Date of Last Check': '2026-01-18',
    }
    expect(pulled(known({}), moments)).toMatchObject({
      dateOfLastMiss: '1/18/2026, 10:04 PM',
      dateOfLastCheck: '2026-01-18',
    })
  })

  it.each([
    ['took what we wrote for UTC', '2026-01-18T22:04:00.000Z'],
    ['keeps only the day', '2026-01-18'],
  ])('leaves the time of a mark as it was written where a column of dates %s', (_, cell) => {
    const ours = { lastCheck: 'Ada', dateOfLastCheck: at, lastMissLM: 'Mo', dateOfLastMiss: at }
    const dates = { 'Date of Last Check': cell, 'Date of Last Miss': cell }
    const theirs = { ...cells, 'Last Check': 'Ada', 'Last Miss LM': 'Mo', ...dates }
    expect(pulled(known(ours), theirs)).toMatchObject(ours)
    const later = { lastCheck: 'Bo', dateOfLastCheck: '1/19/2026, 1:00 AM' }
    const made: WaitingResult = {
      ...make,
      mark: { number: 2, pair: 'lastCheck', cells: [later.lastCheck, later.dateOfLastCheck] },
    }
    const isWaiting = known({ ...ours, ...later, waiting: of([made]) })
    expect(pulled(isWaiting, theirs)).toMatchObject({ ...ours, ...later })
    expect(pulled(known(ours), { ...theirs, 'Last Check': 'Bo' })).toMatchObject({
      lastCheck: 'Bo',
      dateOfLastCheck: cell.endsWith('Z') ? '1/18/2026, 5:04 PM' : cell,
    })
  })

  it('includes the results that Airtable does not have yet', () => {
    expect(pulled(known({ waiting: of([miss(2), miss(3)]), numberOfMisses: 9 }))).toMatchObject({
      numberOfMisses: 7,
      lastMissLM: 'Mo',
      lastCheck: 'Theirs',
    })
    expect(pulled(known({ waiting: of([make]) }))).toMatchObject({
      numberOfMisses: 5,
      lastMissLM: 'Theirs',
      lastCheck: 'Ours',
    })
  })

  it('has one Miss less if Airtable has the Miss but not its undo yet', () => {
    const was = { 'Last Miss LM': 'Mo', 'Date of Last Miss': at }
    const told = pulled(known({ waiting: of([undo]) }), { ...cells, ...was })
    expect(told).toMatchObject({ numberOfMisses: 4, lastMissLM: 'Al', dateOfLastMiss: '' })
    expect(pulled(known({ waiting: of([miss(2), undo]) }))).toMatchObject({ numberOfMisses: 5 })
    const wrote = { numberOfMisses: 5, lastMissLM: 'Mo', dateOfLastMiss: at }
    const inDoubt = { ...miss(2), plan: { before: resultCells(known({})), wrote } }
    const arrived = { results: [undo], givenUp: [inDoubt] }
    expect(pulled(known({ waiting: arrived }), { ...cells, ...was })).toMatchObject({
      numberOfMisses: 4,
      lastMissLM: 'Al',
    })
    const notTold = { results: [undo], givenUp: [miss(2)] }
    expect(pulled(known({ waiting: notTold }))).toMatchObject({ numberOfMisses: 5 })
  })

  it('keeps our results where they arrived just now, or a person must settle them', () => {
    const tent = known({
      isHeld: true,
      waiting: of([miss(2)]),
      numberOfMisses: 3,
      lastCheck: 'Ours',
    })
    expect(pulled(tent)).toMatchObject({ numberOfMisses: 3, lastCheck: 'Ours' })
  })

  const before = { ...resultCells(known({})), numberOfMisses: 4 }
  const wroteMiss = { numberOfMisses: 5, lastMissLM: 'Mo', dateOfLastMiss: at }
  const wroteMake = { lastCheck: 'Ours', dateOfLastCheck: at }
  const sent = (
    result: WaitingResult,
    wrote: Partial<TentResults>,
    without: PairName[] = [],
  ): WaitingResult => ({ ...result, plan: { before, wrote, without } })
  it.each<[what: string, WaitingResult[], Partial<TentResults>]>([
    [
      'a Make alone',
      [sent(make, wroteMake)],
      { numberOfMisses: 5, lastMissLM: 'Theirs', lastCheck: 'As it is here' },
    ],
    [
      'a Miss alone',
      [sent(miss(2), wroteMiss)],
      { numberOfMisses: 9, lastMissLM: 'As it is here', lastCheck: 'Theirs' },
    ],
    [
      'a Miss without its monitor, whose column was not there',
      [sent(miss(2), { numberOfMisses: 5, dateOfLastMiss: at })],
      { numberOfMisses: 9, lastMissLM: 'Mo', dateOfLastMiss: 'As it is here', lastCheck: 'Theirs' },
    ],
    [
      'a Miss without its pair, which waits',
      [sent(miss(2), { numberOfMisses: 5 }, ['lastMiss'])],
      { numberOfMisses: 9, lastMissLM: 'Mo', lastCheck: 'Theirs' },
    ],
    [
      'a Make, and a Miss that waits behind it',
      [sent(make, wroteMake), miss(3)],
      { numberOfMisses: 6, lastMissLM: 'Mo', lastCheck: 'As it is here' },
    ],
  ])('keeps ours where a write changes it whose answer was lost: %s', (_, results, expected) => {
    const here = 'As it is here'
    const ours = { numberOfMisses: 9, lastCheck: here, lastMissLM: here, dateOfLastMiss: here }
    expect(pulled(known({ ...ours, waiting: of(results) }))).toMatchObject(expected)
  })

  it('keeps our value if a column is missing or a cell cannot be read', () => {
    const tent = known({ members: 'Ada', numberOfMisses: 3, waiting: of([miss(2)]) })
    expect(pulled(tent, cells, ['members'])).toMatchObject({ members: 'Ada' })
    const unreadable = { ...cells, 'Number of Misses': -1 }
    expect(pulled(tent, unreadable)).toMatchObject({ numberOfMisses: 3 })
    expect(rowsOfPull([record(unreadable)], new Set(), new Map()).problems).toEqual([
      { order: 'A', name: 'Alpha', column: 'Number of Misses' },
    ])
  })
})

describe('a tent from a file', () => {
  it('becomes the one record of the same order and name', () => {
    const tent = known({ id: 'tent-1', fromAirtable: false })
    expect([...adoptionsOf([tent], [record()])]).toEqual([['tent-1', 'rec1']])
  })

  it('does so also after it left the roster, if no other tent has its order and name', () => {
    const gone = known({ id: 'tent-0', fromAirtable: false, retired: true })
    const tent = known({ id: 'tent-1', fromAirtable: false })
    expect([...adoptionsOf([gone], [record()])]).toEqual([['tent-0', 'rec1']])
    expect([...adoptionsOf([gone, tent], [record()])]).toEqual([['tent-1', 'rec1']])
  })

  it.each([
    ['came from Airtable before', [known({ id: 'rec0' })]],
    ['bears another name', [known({ id: 't', fromAirtable: false, name: 'Beta' })]],
    [
      'shares its order and name with another',
      [known({ id: 't', fromAirtable: false }), known({ id: 'u', fromAirtable: false })],
    ],
  ])('does not where it %s', (_, tents) => {
    expect(adoptionsOf(tents, [record()]).size).toBe(0)
  })

  it('that is already a record keeps it, even if another record has its name now', () => {
    const renamed = readRecord({ id: 'rec1', fields: { Order: 'B', Name: 'Beta' } })
    const other = readRecord({ id: 'rec2', fields: cells })
    expect(adoptionsOf([known({ fromAirtable: false })], [renamed, other]).size).toBe(0)
  })
})

describe('a pull asks a person first', () => {
  const tents = ['rec1', 'rec2', 'rec3', 'rec4'].map((id, place) =>
    known({ id, name: `T${place}` }),
  )
  const fromFile = tents.map((tent) => ({ ...tent, id: `of-file-${tent.id}`, fromAirtable: false }))
  const demo = demoSeason().map((row, place) =>
    known({ ...row, id: `of-demo-${place}`, fromAirtable: false }),
  )
  const named = (...ids: string[]) =>
    ids.map((id) => readRecord({ id, fields: { Name: `Of ${id}` } }))
  const shrink = (before: KnownForPull[], records: ReadRecord[]) =>
    shrinkOf(before, records, adoptionsOf(before, records))

  it.each<[what: string, before: KnownForPull[], after: ReadRecord[], asked: Shrink]>([
    ['not where half of the tents stay', tents, named('rec1', 'rec2'), null],
    ['where more than half of them go', tents, named('rec1'), { from: 4, to: 1 }],
    ['where all of them go', tents, [], { from: 4, to: 0 }],
    ['not where one stays among many new ones', tents, named('rec1', 'x', 'y', 'z'), null],
    ['where it is another table', tents, named('w', 'x', 'y', 'z'), { from: 4, to: 0 }],
    ['not where a roster as long takes the place of a file’s', fromFile, named('x', 'y'), null],
    ['where a shorter one would', fromFile, named('x'), { from: 4, to: 0 }],
    ['not where it takes the place of the demo season', demo, named('x'), null],
    ['where nothing would', demo, [], { from: 130, to: 0 }],
    [
      'where one tent beside it was typed',
      [...demo, ...fromFile.slice(3)],
      named('x'),
      { from: 131, to: 0 },
    ],
    [
      'where Airtable had its tents',
      demo.map((tent) => ({ ...tent, fromAirtable: true })),
      named('x'),
      { from: 130, to: 0 },
    ],
    ['not where there were no tents', [known({ retired: true })], [], null],
  ])('%s', (_, before, after, asked) => {
    expect(shrink(before, after)).toEqual(asked)
  })
})
