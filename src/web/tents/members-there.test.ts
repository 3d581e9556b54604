import { expect, it } from 'vitest'
import { membersThere } from './members-there.ts'

const members = ['Ann', 'Bo', 'Ann'].map((name, place) => ({ name, key: `${name} ${place}` }))

it.each([
  [[], [], []],
  [['Bo'], ['Bo 1'], []],
  [['Ann'], ['Ann 0'], []],
  [['Ann', 'Ann'], ['Ann 0', 'Ann 2'], []],
  [['Who left since', 'Bo'], ['Bo 1'], ['Who left since']],
])('%j were counted: %j, and %j', (counted, keys, expected) => {
  const { there, others } = membersThere(members, counted)
  expect([[...there], others]).toEqual([keys, expected])
})
