import { expect, it } from 'vitest'
import { checkersAtMost } from '../../../shared/tent-check/limits.ts'
import { choicesKey, writeStored } from '../../api/storage.ts'
import { type PageChoice, pageOf, rememberedChoices } from './device-choices.ts'

it.each([
  [1, 1],
  [checkersAtMost, checkersAtMost],
  [checkersAtMost + 1, 1],
  [0, 1],
  [2.5, 1],
  ['3', 1],
  [undefined, 1],
])('of a remembered number %j a page begins with %j checkers', (numCheckers, begun) => {
  writeStored(choicesKey, JSON.stringify({ numCheckers, page: 0 }))
  expect(rememberedChoices().numCheckers).toBe(begun)
})

it('what an earlier page stored is still read', () => {
  writeStored(choicesKey, JSON.stringify({ numCheckers: 2, page: 'out' }))
  expect(rememberedChoices()).toEqual({ numCheckers: 2, page: 'out', checkId: null })
})

it.each<[string, PageChoice, string | null, PageChoice]>([
  ['a page of tents stays over checks', 1, 'another', 1],
  ['but not one that this check has not', 2, 'c1', 0],
  ['Still out is of one check', 'out', 'c1', 'out'],
  ['and not of the next', 'out', 'another', 0],
  ['nor where it is not known of which', 'out', null, 0],
  ['as the Duke Card Checker', 'cards', 'c1', 'cards'],
  ['which the next check does not begin with', 'cards', 'another', 0],
])('%s', (_, page, checkId, expected) => {
  expect(pageOf({ checkId: 'c1', pageCount: 2 }, { page, checkId })).toBe(expected)
})
