import { expect, it } from 'vitest'
import { shiftPerson } from '../../../../tests/support/shifts-picture.ts'
import { listText, toldApart } from './people.ts'

it.each([
  [[], ''],
  [['Ann'], 'Ann'],
  [['Ann', 'Bo'], 'Ann and Bo'],
  [['Ann', 'Bo', 'Cy'], 'Ann, Bo and Cy'],
])('%j is said as %s', (names, text) => {
  expect(listText(names)).toBe(text)
})

it('members of one name are numbered, in the roster’s order', () => {
  const people = ['Ann', 'Bo', 'Ann', 'Ann'].map((name, place) => shiftPerson(`m${place}`, name))
  expect(toldApart(people).map(({ id, name }) => [id, name])).toEqual([
    ['m0', 'Ann'],
    ['m1', 'Bo'],
    ['m2', 'Ann (2)'],
    ['m3', 'Ann (3)'],
  ])
})
