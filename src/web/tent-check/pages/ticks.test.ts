import { describe, expect, it } from 'vitest'
import { keyedMembersOf } from '../../../shared/tents/members.ts'
import { labelsOf } from './member-labels.ts'
import { membersTicked, type Ticks, withoutExcluded, withToggled } from './ticks.ts'

describe('the members ticked', () => {
  const tapped = (members: string, ...places: number[]) =>
    places
      .map((place) => keyedMembersOf({ members })[place]?.key ?? '')
      .reduce<Ticks>((ticks, key) => withToggled(ticks, 'id', key), new Map())
      .get('id') ?? []

  const namesTicked = (tent: { members: string }, keys: readonly string[]) =>
    membersTicked(tent, keys).map(({ name }) => name)

  it('are named in the roster’s order, two of one name apart', () => {
    const members = 'Ann Lee, Renée Weiß, Ann Lee'
    const named = (...places: number[]) => namesTicked({ members }, tapped(members, ...places))
    expect(named(2, 1)).toEqual(['Renée Weiß', 'Ann Lee'])
    expect(named(2, 1, 2)).toEqual(['Renée Weiß'])
    expect(named(0, 2)).toEqual(['Ann Lee', 'Ann Lee'])
  })

  it.each([
    ['somebody comes in before', 'Ann, Bo, Cy', [0, 2], 'Forgotten, Ann, Bo, Cy', ['Ann', 'Cy']],
    ['somebody not ticked leaves', 'Ann, Bo, Cy', [0, 2], 'Ann, Cy', ['Ann', 'Cy']],
    ['somebody ticked leaves', 'Ann, Bo, Cy', [0, 2], 'Bo, Cy', ['Cy']],
    ['the order changes', 'Ann, Bo, Cy', [0, 2], 'Cy, Bo, Ann', ['Cy', 'Ann']],
    ['a name is mended', 'Ann, Bo, Cy', [0, 2], 'Anna, Bo, Cy', ['Cy']],
    ['another of the name comes after', 'Ann, Bo', [0], 'Ann, Bo, Ann', ['Ann']],
    ['one of two of a name leaves', 'Ann, Bo, Ann', [0, 1], 'Ann, Bo', ['Ann', 'Bo']],
  ])('stay who they are where in the roster %s', (_, members, places, now, names) => {
    expect(namesTicked({ members: now }, tapped(members, ...places))).toEqual(names)
  })

  it('lose whoever is excluded, on every page, and nobody else', () => {
    const [first, second] = ['Ann Lee, Renée Weiß, Ann Lee', 'Bo Chen, Ann Lee']
    const ticks = new Map([
      ['A', tapped(first, 0, 1, 2)],
      ['B', tapped(second, 0, 1)],
    ])
    const left = withoutExcluded(ticks, new Set(['Ann Lee']))
    expect(namesTicked({ members: first }, left.get('A') ?? [])).toEqual(['Renée Weiß'])
    expect(namesTicked({ members: second }, left.get('B') ?? [])).toEqual(['Bo Chen'])
    expect(withoutExcluded(left, new Set(['Ann Lee', 'Cy B. Diaz']))).toBe(left)
  })
})

describe('two members of one name', () => {
  const people = (...netIDs: (string | null)[]) =>
    netIDs.map((netID, place) => ({ id: `m${place}`, name: '', netID }))
  const members = 'Kim Lee, Bo Chen, Kim Lee'

  it.each([
    ['with netIDs that may be theirs', ['kl12', 'bc7', 'kl13'], ['kl12', 'kl13']],
    ['one of them without', ['kl12', null, null], ['kl12', null]],
    ['without where none is known', [null, null, null], [null, null]],
  ])('are called %s', (_, netIDs, [one, other]) => {
    const called = (netID: string | null | undefined) =>
      netID ? `Kim Lee (netID maybe ${netID})` : 'Kim Lee'
    const keyed = keyedMembersOf({ members, people: people(...netIDs) })
    expect(labelsOf(keyed)).toEqual([called(one), 'Bo Chen', called(other)])
  })

  it('are ticked each by the id that is theirs', () => {
    const tent = { members, people: people('kl12', 'bc7', 'kl13') }
    const second = keyedMembersOf(tent)[2]?.key ?? ''
    expect(membersTicked(tent, [second])).toMatchObject([{ id: 'm2', name: 'Kim Lee' }])
  })
})
