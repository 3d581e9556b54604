import { expect, it } from 'vitest'
import { attemptsText } from './words.ts'

it.each([
  [0, 'Next at'],
  [1, 'Tried once, next at'],
  [3, 'Tried 3 times, next at'],
])('%i attempts are said before the time of the next one', (count, text) => {
  expect(attemptsText(count)).toBe(text)
})
