import { expect, it } from 'vitest'
import { groupedBy } from './grouped.ts'

it.each<[string[], [string, string[]][]]>([
  [[], []],
  [['Bo'], [['B', ['Bo']]]],
  [
    ['Bo', 'Ann', 'Bea', 'Bo'],
    [
      ['B', ['Bo', 'Bea', 'Bo']],
      ['A', ['Ann']],
    ],
  ],
])('%j by their first letters are %j', (list, groups) =>
  expect([...groupedBy(list, (name) => name.charAt(0))]).toEqual(groups),
)
