// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { checkersAtMost } from '../../../shared/tent-check/limits.ts'
import { choicesKey, writeStored } from '../../api/storage.ts'
import { rememberedChoices } from './choices.ts'

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
