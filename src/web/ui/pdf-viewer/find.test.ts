import fc from 'fast-check'
import { expect, it } from 'vitest'
import { matchesIn } from './find.ts'

it.each([
  ['Tent City', 'tent', [[0, 4]]],
  [
    'Núñez, nunez',
    'nunez',
    [
      [0, 5],
      [7, 12],
    ],
  ],
  [
    'aaaa',
    'aa',
    [
      [0, 2],
      [2, 4],
    ],
  ],
  ['Weiß', 'ß', [[3, 4]]],
  ['anything', '', []],
  ['anything', 'else', []],
])('in "%s", "%s" stands at %j', (text, query, matches) => {
  expect(matchesIn(text, query)).toEqual(matches)
})

it('a part of a text is found where it stands, or before', () => {
  fc.assert(
    fc.property(fc.string(), fc.string({ minLength: 1 }), fc.string(), (before, part, after) => {
      const found = matchesIn(`${before}${part}${after}`, part)
      const isMarkOnly = part.normalize('NFD').replace(/\p{M}/gu, '') === ''
      expect(found.length > 0 || isMarkOnly).toBe(true)
    }),
  )
})
