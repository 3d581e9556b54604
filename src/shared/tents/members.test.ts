import { expect, it } from 'vitest'
import { toldApart } from './members.ts'

it('members of one name are numbered, in the roster’s order', () => {
  const people = ['Ann', 'Bo', 'Ann', 'Ann'].map((name, place) => ({ id: `m${place}`, name }))
  expect(toldApart(people).map(({ id, name }) => [id, name])).toEqual([
    ['m0', 'Ann'],
    ['m1', 'Bo'],
    ['m2', 'Ann (2)'],
    ['m3', 'Ann (3)'],
  ])
})
