import { describe, expect, it } from 'vitest'
import { rosterRow } from '../../../tests/support/roster-row.ts'
import { adoptionsOf, isShrinking, type KnownForPull, keptOf, rowsOfPull } from './pull-plan.ts'
import { readRecord } from './records.ts'

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

  it.each([
    ['came from Airtable before', [known({ id: 'rec0' })]],
    ['is retired', [known({ id: 't', fromAirtable: false, retired: true })]],
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

describe('of the tents on the roster', () => {
  const [alpha, beta] = [known({}), known({ id: 'rec2', name: 'Beta' })]
  const count = (tents: KnownForPull[], records = [record()]) =>
    keptOf(tents, records, adoptionsOf(tents, records))

  it('those stay that are records still, or become one', () => {
    expect(count([alpha, beta])).toEqual({ from: 2, to: 1 })
    const fromFile = [known({ id: 'tent-1', fromAirtable: false })]
    expect(count(fromFile)).toEqual({ from: 1, to: 1 })
  })

  it('none stays by the records of another table, however many they are', () => {
    const others = [1, 2, 3].map((number) =>
      readRecord({ id: `recOther${number}`, fields: { Name: `Person ${number}` } }),
    )
    expect(count([alpha, beta], others)).toEqual({ from: 2, to: 0 })
  })

  it('those that left it before are not counted', () => {
    expect(count([known({ retired: true }), beta])).toEqual({ from: 1, to: 0 })
  })
})

it.each([
  [130, 65, false],
  [130, 64, true],
  [0, 0, false],
  [1, 0, true],
])('when of %d tents %d stay a person is asked: %s', (from, to, asked) => {
  expect(isShrinking({ from, to })).toBe(asked)
})
