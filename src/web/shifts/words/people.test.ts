import { expect, it } from 'vitest'
import { listText } from './people.ts'

it.each([
  [[], ''],
  [['Ann'], 'Ann'],
  [['Ann', 'Bo'], 'Ann and Bo'],
  [['Ann', 'Bo', 'Cy'], 'Ann, Bo and Cy'],
])('%j is said as %s', (names, text) => {
  expect(listText(names)).toBe(text)
})
