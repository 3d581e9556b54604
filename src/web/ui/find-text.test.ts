import { expect, it } from 'vitest'
import { holds } from './find-text.ts'

it('a query wants every word of a text, in any order', () => {
  expect(holds('Renée Weiß', 'wei ren')).toBe(true)
  expect(holds('Renée Weiß', 'wei bo')).toBe(false)
})
