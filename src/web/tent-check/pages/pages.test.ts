import { describe, expect, it } from 'vitest'
import { activeTent } from '../../../../tests/support/active-tent.ts'
import { keyedMembersOf } from '../../../shared/tents/members.ts'
import { type Chosen, namesChosen, withoutExcluded, withToggled } from './chosen.ts'
import { idleCheckersOf, planOf } from './plan.ts'
import { searchTents } from './search-tents.ts'

function tent(order: string, name: string, members: string) {
  return activeTent({ order, name, members })
}

const tents = [
  tent('A', 'Sleepless in K-Ville', 'Ann Lee, Renée Weiß, Ann Lee'),
  tent('B', 'Bench Warmers', 'Bo Chen, Ann Lee'),
  tent('10', 'Tarp Dwellers', 'Álvaro Núñez, Cy B. Diaz'),
]

describe('the search', () => {
  it.each([
    ['', ['A', 'B', '10']],
    ['bench', ['B']],
    ['SLEEPLESS ville', ['A']],
    ['nunez', ['10']],
    ['renee', ['A']],
    ['ann', ['A', 'B']],
    ['nobody', []],
    ['  ', ['A', 'B', '10']],
  ])('for "%s" narrows without regard to case or accents', (query, orders) => {
    expect(searchTents(tents, query).map(({ order }) => order)).toEqual(orders)
  })

  it('puts the tent with exactly this order first', () => {
    expect(searchTents(tents, 'b').map(({ order }) => order)).toEqual(['B', '10'])
    expect(searchTents([...tents].reverse(), 'a')[0]?.order).toBe('A')
  })
})

describe('the plan of a check', () => {
  it.each([
    [130, 3, '130 tents, 3 pages of 44, 44 and 42'],
    [130, 10, '130 tents, 10 pages of 13'],
    [130, 1, '130 tents, 1 page'],
    [130, 8, '130 tents, 8 pages of 17, the last of 11'],
    [1, 1, '1 tent, 1 page'],
    [10, 7, '10 tents, 5 pages of 2'],
  ])('of %i tents for %i checkers is said in a sentence', (tentCount, numCheckers, plan) => {
    expect(planOf(tentCount, numCheckers)).toBe(plan)
  })

  it('says how many checkers will have tents where pages stay empty', () => {
    expect(idleCheckersOf(10, 7)).toBe('Only 5 of 7 checkers will have tents.')
    expect(idleCheckersOf(130, 3)).toBeNull()
  })
})

describe('the members chosen', () => {
  const tapped = (members: string, ...places: number[]) =>
    places
      .map((place) => keyedMembersOf({ members })[place]?.key ?? '')
      .reduce<Chosen>((chosen, key) => withToggled(chosen, 'id', key), new Map())
      .get('id') ?? []

  it('are named in the roster’s order, two of one name apart', () => {
    const members = 'Ann Lee, Renée Weiß, Ann Lee'
    const named = (...places: number[]) => namesChosen({ members }, tapped(members, ...places))
    expect(named(2, 1)).toEqual(['Renée Weiß', 'Ann Lee'])
    expect(named(2, 1, 2)).toEqual(['Renée Weiß'])
    expect(named(0, 2)).toEqual(['Ann Lee', 'Ann Lee'])
  })

  it.each([
    ['somebody comes in before', 'Ann, Bo, Cy', [0, 2], 'Forgotten, Ann, Bo, Cy', ['Ann', 'Cy']],
    ['somebody not chosen leaves', 'Ann, Bo, Cy', [0, 2], 'Ann, Cy', ['Ann', 'Cy']],
    ['somebody chosen leaves', 'Ann, Bo, Cy', [0, 2], 'Bo, Cy', ['Cy']],
    ['the order changes', 'Ann, Bo, Cy', [0, 2], 'Cy, Bo, Ann', ['Cy', 'Ann']],
    ['a name is mended', 'Ann, Bo, Cy', [0, 2], 'Anna, Bo, Cy', ['Cy']],
    ['another of the name comes after', 'Ann, Bo', [0], 'Ann, Bo, Ann', ['Ann']],
    ['one of two of a name leaves', 'Ann, Bo, Ann', [0, 1], 'Ann, Bo', ['Ann', 'Bo']],
  ])('stay who they are where in the roster %s', (_, members, places, now, names) => {
    expect(namesChosen({ members: now }, tapped(members, ...places))).toEqual(names)
  })

  it('lose whoever is excluded, on every page, and nobody else', () => {
    const [first, second] = ['Ann Lee, Renée Weiß, Ann Lee', 'Bo Chen, Ann Lee']
    const chosen = new Map([
      ['A', tapped(first, 0, 1, 2)],
      ['B', tapped(second, 0, 1)],
    ])
    const left = withoutExcluded(chosen, new Set(['Ann Lee']))
    expect(namesChosen({ members: first }, left.get('A') ?? [])).toEqual(['Renée Weiß'])
    expect(namesChosen({ members: second }, left.get('B') ?? [])).toEqual(['Bo Chen'])
    expect(withoutExcluded(left, new Set(['Ann Lee', 'Cy B. Diaz']))).toBe(left)
  })
})
