import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { activeTent } from '../../../../tests/support/active-tent.ts'
import { isSwift, manyAccents } from '../../../../tests/support/many-accents.ts'
import { membersOf } from '../../../shared/tents/members.ts'
import { allCalled, memberNames } from './member-names.ts'
import { withoutSettled, withPending } from './pending-exclusions.ts'

function tent(order: string, name: string, members: string) {
  return activeTent({ order, name, members })
}

const [a, b, ten] = [
  tent('A', 'Sleepless in K-Ville', 'Ann Lee, Renée Weiß, Ann Lee'),
  tent('B', 'Bench Warmers', 'Bo Chen, Ann Lee'),
  tent('10', 'Tarp Dwellers', 'Álvaro Núñez, Cy B. Diaz'),
] as const
const tents = [a, b, ten]

describe('the Duke Card Checker’s list', () => {
  it('has every name once, under its first letter, with all the tents it stands in', () => {
    expect(memberNames(tents)).toEqual([
      {
        letter: 'A',
        names: [
          { name: 'Álvaro Núñez', tents: [ten] },
          { name: 'Ann Lee', tents: [a, a, b] },
        ],
      },
      { letter: 'B', names: [{ name: 'Bo Chen', tents: [b] }] },
      { letter: 'C', names: [{ name: 'Cy B. Diaz', tents: [ten] }] },
      { letter: 'R', names: [{ name: 'Renée Weiß', tents: [a] }] },
    ])
  })

  it('takes no time for names of 100,000 accents', () => {
    const accented = [tent('A', 'Ants', manyAccents), tent('B', 'Bees', `${manyAccents}\u0327`)]
    expect(isSwift(() => memberNames(accented))).toBe(true)
  })

  it('counts every member of every tent', () => {
    const listed = memberNames(tents).flatMap(({ names }) => names.flatMap((one) => one.tents))
    expect(listed).toHaveLength(tents.flatMap(membersOf).length)
  })
})

describe('pending exclusions', () => {
  const names = fc.constantFrom('a', 'b', 'c', 'd')
  const pendings = fc
    .array(fc.tuple(names, fc.boolean()))
    .map((list) => new Map<string, boolean>(list))

  it('show on top of the server’s list, in the order of excluding', () => {
    const pending = new Map([
      ['a', false],
      ['d', true],
      ['b', true],
    ])
    expect(withPending(['c', 'a', 'b'], pending)).toEqual(['c', 'b', 'd'])
  })

  it('name everyone wanted, nobody unwanted, and leave the others alone', () => {
    fc.assert(
      fc.property(fc.uniqueArray(names), pendings, (list, pending) => {
        const result = withPending(list, pending)
        expect(new Set(result).size).toBe(result.length)
        for (const name of ['a', 'b', 'c', 'd'] as const) {
          expect(result.includes(name)).toBe(pending.get(name) ?? list.includes(name))
        }
      }),
    )
  })

  it('are settled unless they changed while they were sent', () => {
    const sent = new Map([
      ['a', true],
      ['b', true],
    ])
    const now = new Map([
      ['a', true],
      ['b', false],
      ['c', true],
    ])
    expect([...withoutSettled(now, sent)]).toEqual([
      ['b', false],
      ['c', true],
    ])
  })
})

it('people of one name are said together', () => {
  expect([1, 2, 3].map((people) => allCalled('Amara Cho', people))).toEqual([
    'Amara Cho',
    'Both people called Amara Cho',
    'All 3 people called Amara Cho',
  ])
})
