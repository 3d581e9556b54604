import { describe, expect, it } from 'vitest'
import { rosterRow } from '../../../../tests/support/roster-row.ts'
import type { Tent } from '../../../shared/tents/contract.ts'
import { filteredTents, type TentFilter, typesOf } from './tent-filter.ts'

const tentOf = (order: string, more: Partial<Tent>): Tent => ({
  ...rosterRow({ order }),
  id: order,
  ...more,
})
const people = (count: number) =>
  Array.from({ length: count }, (_, place) => ({ id: `${place}`, name: 'x', netID: null }))
const tents = [
  tentOf('A', { name: 'Ümlauts', type: 'Blue', members: 'Zoë Kim', people: people(1) }),
  tentOf('B', { name: 'bees', type: 'Black ', numberOfMisses: 2, netIDs: 'zk1' }),
  tentOf('C', { name: 'Ants', type: '', numberOfMisses: 1, captainName: 'Kim Zoller' }),
]

describe('the tents of the roster', () => {
  it.each<[what: string, filter: Partial<TentFilter>, orders: string]>([
    ['all', {}, 'ABC'],
    ['by a name without its accents', { query: ' ZOE ' }, 'A'],
    ['by two words of anything', { query: 'kim zo' }, 'AC'],
    ['by a netID', { query: 'zk1' }, 'B'],
    ['by what no tent has', { query: 'zebra' }, ''],
    ['of a type', { type: 'Black' }, 'B'],
    ['with misses', { misses: 1 }, 'BC'],
    ['with many misses', { misses: 2 }, 'B'],
    ['by name', { sorting: 'name' }, 'CBA'],
    ['by type', { sorting: 'type' }, 'CBA'],
    ['the fullest first', { sorting: 'people' }, 'ABC'],
    ['most misses first', { sorting: 'misses' }, 'BCA'],
  ])('are found and sorted: %s', (_what, filter, orders) => {
    const whole = { query: '', type: null, misses: 0, sorting: 'order' as const, ...filter }
    expect(
      filteredTents(tents, whole)
        .map(({ order }) => order)
        .join(''),
    ).toBe(orders)
  })

  it('have types, each once', () => {
    expect(typesOf([...tents, ...tents])).toEqual(['Black', 'Blue'])
  })
})
