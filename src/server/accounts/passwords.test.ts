import { expect, it } from 'vitest'
import { hashedAtOnce } from './passwords.ts'

it.each([
  [1, 1],
  [2, 1],
  [3, 2],
  [16, 2],
])('of %i cores passwords are hashed on %i', (cores, atOnce) => {
  expect(hashedAtOnce(cores)).toBe(atOnce)
})
