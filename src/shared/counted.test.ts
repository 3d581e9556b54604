import { expect, it } from 'vitest'
import { counted } from './counted.ts'

it.each([
  [0, '0 tents'],
  [1, '1 tent'],
  [1603, '1,603 tents'],
])('%j of them are %j', (count, text) => expect(counted(count, 'tent')).toBe(text))
