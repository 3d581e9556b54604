import { describe, expect, it } from 'vitest'
import { rosterRow } from '../../../tests/support/roster-row.ts'
import { adoptionsOf, type Kept, type KnownForPull, rowsOfPull, shrinkOf } from './pull-plan.ts'
import { type ReadRecord, readRecord } from './records.ts'

const known = (more: Partial<KnownForPull>): KnownForPull => ({
  ...rosterRow({ order: 'A', name: 'Alpha' }),
  id: 'rec1',
  fromAirtable: true,
  retired: false,
  unsentMisses: 0,
  unsentMake: false,
  isBeingSent: false,
  ...more,
})
const cells = {
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
  it('is what Airtable says, in every field', () => {
    expect(pulled(known({ numberOfMisses: 9, lastCheck: 'Ours' }))).toMatchObject({
      numberOfMisses: 5,
      lastCheck: 'Theirs',
      lastMissLM: 'Theirs',
    })
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

  it('adds an unsent Miss to the number, and keeps what the unsent result says', () => {
    const tent = known({ unsentMisses: 2, lastMissLM: 'Ours', lastCheck: 'Ours' })
    expect(pulled(tent)).toMatchObject({
      numberOfMisses: 7,
      lastMissLM: 'Ours',
      lastCheck: 'Theirs',
    })
    expect(pulled(known({ unsentMake: true, lastCheck: 'Ours' }))).toMatchObject({
      numberOfMisses: 5,
      lastMissLM: 'Theirs',
      lastCheck: 'Ours',
    })
  })

  it('leaves the results alone while they are on their way', () => {
    const tent = known({ isBeingSent: true, unsentMisses: 1, numberOfMisses: 3, lastCheck: 'Ours' })
    expect(pulled(tent)).toMatchObject({ numberOfMisses: 3, lastCheck: 'Ours' })
  })

  it('leaves what is known where a column is missing or a cell cannot be read', () => {
    const tent = known({ members: 'Ada', numberOfMisses: 3, unsentMisses: 1 })
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

  it('does so after it left the roster, too, where no other bears its order and name', () => {
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

  it('that is a record by its id already stays it, though another bears its name now', () => {
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
  const named = (...ids: string[]) =>
    ids.map((id) => readRecord({ id, fields: { Name: `Of ${id}` } }))
  const shrink = (before: KnownForPull[], records: ReadRecord[]) =>
    shrinkOf(before, records, adoptionsOf(before, records))

  it.each<[what: string, before: KnownForPull[], after: ReadRecord[], asked: Kept | null]>([
    ['not where half of the tents stay', tents, named('rec1', 'rec2'), null],
    ['where more than half of them go', tents, named('rec1'), { from: 4, to: 1 }],
    ['where all of them go', tents, [], { from: 4, to: 0 }],
    ['not where one stays among many new ones', tents, named('rec1', 'x', 'y', 'z'), null],
    ['where it is another table', tents, named('w', 'x', 'y', 'z'), { from: 4, to: 0 }],
    ['not where a roster as long takes the place of a file’s', fromFile, named('x', 'y'), null],
    ['where a shorter one would', fromFile, named('x'), { from: 4, to: 0 }],
    ['not where there were no tents', [known({ retired: true })], [], null],
  ])('%s', (_, before, after, asked) => {
    expect(shrink(before, after)).toEqual(asked)
  })
})
