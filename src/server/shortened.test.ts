import { expect, it } from 'vitest'
import { shortened } from './shortened.ts'

it('a long text is cut, and never within a letter', () => {
  expect(shortened('Ants', 4)).toBe('Ants')
  expect(shortened('Ants!', 4)).toBe('Ant…')
  expect(shortened('Ant😀😀', 5)).toBe('Ant…')
  expect(shortened('An😀😀😀', 5)).toBe('An😀…')
})
